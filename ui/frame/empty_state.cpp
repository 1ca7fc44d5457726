#include "ui/frame/empty_state.h"

#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>

namespace coterie::ui {

EmptyState::EmptyState(const EmptyStateWords& words, QWidget* parent)
    : QWidget(parent)
    , m_iconName(words.icon)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(words.text, this))
{
    auto* title = new QLabel(words.title, this);
    title->setFont(headingFont(title->font(), 1.8));
    title->setAlignment(Qt::AlignCenter);
    m_icon->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    setText(words.text);

    auto* layout = columnIn(this, 14, {24, 24, 24, 24});
    layout->addStretch(2);
    layout->addWidget(m_icon);
    layout->addWidget(title);
    layout->addWidget(m_text, 0, Qt::AlignHCenter);
    if (!words.button.isEmpty()) {
        auto* button = named(new AccentButton(words.button, this), "emptyStateButton");
        button->setIcon(icon(words.buttonIcon));
        button->setToolTip(words.tip);
        QFont font = button->font();
        font.setPointSizeF(font.pointSizeF() * 1.25);
        button->setFont(font);
        button->setMinimumHeight(2 * QFontMetrics(font).height() + 8);
        layout->addSpacing(8);
        layout->addWidget(button, 0, Qt::AlignHCenter);
        connect(button, &QPushButton::clicked, this, &EmptyState::buttonClicked);
    }
    if (!words.otherTip.isEmpty()) {
        m_other = named(new QPushButton(this), "emptyStateOther");
        m_other->setToolTip(words.otherTip);
        m_other->hide();
        layout->addWidget(m_other, 0, Qt::AlignHCenter);
        connect(m_other, &QPushButton::clicked, this, &EmptyState::otherClicked);
    }
    layout->addStretch(3);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    showIcon();
}

void EmptyState::setText(const QString& text)
{
    m_text->setText(text);
    fitText();
}

/// A layout ignores heightForWidth() of an aligned label, which would be cut off.
void EmptyState::fitText()
{
    const int wide = 60 * fontMetrics().averageCharWidth() + 140;
    m_text->setFixedSize(wide, m_text->text().isEmpty() ? 0 : m_text->heightForWidth(wide));
}

void EmptyState::setOther(const QString& text)
{
    m_other->setText(text);
    m_other->setVisible(!text.isEmpty());
}

void EmptyState::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
    if (event->type() == QEvent::FontChange) // the label has its new font already
        fitText();
}

void EmptyState::showIcon()
{
    m_icon->setPixmap(icon(m_iconName).pixmap(QSize(56, 56), devicePixelRatioF()));
}

} // namespace coterie::ui
