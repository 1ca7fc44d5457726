#include "ui/frame/empty_state.h"

#include "ui/frame/icons.h"
#include "ui/frame/small_widgets.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr int kMargin = 24;
constexpr int kFewestLetters = 24; ///< of the text in a line

} // namespace

EmptyState::EmptyState(const EmptyStateWords& words, QWidget* parent)
    : QWidget(parent)
    , m_iconName(words.icon)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(words.text, this))
{
    auto* title = new QLabel(words.title, this);
    title->setFont(headingFont(title->font(), 1.8));
    title->setAlignment(Qt::AlignCenter);
    title->setWordWrap(true);
    m_icon->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    setText(words.text);

    auto* layout = columnIn(this, 14, {kMargin, kMargin, kMargin, kMargin});
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

void EmptyState::fitText()
{
    const int most = 60 * fontMetrics().averageCharWidth() + 140;
    const int least = kFewestLetters * fontMetrics().averageCharWidth();
    const int width = std::clamp(this->width() - 2 * kMargin, least, most);
    m_text->setFixedWidth(width); // first, as a label's height is that of its least width
    // A layout ignores heightForWidth() of an aligned label, which would be cut off.
    m_text->setFixedHeight(m_text->text().isEmpty() ? 0 : m_text->heightForWidth(width));
}

QSize EmptyState::minimumSizeHint() const
{
    int least = kFewestLetters * fontMetrics().averageCharWidth();
    for (const QWidget* part : findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (part != m_text && !part->isHidden())
            least = std::max(least, part->minimumSizeHint().width());
    return {least + 2 * kMargin, QWidget::minimumSizeHint().height()};
}

void EmptyState::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitText();
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
    if (event->type() == QEvent::FontChange) // the text takes it later
        QMetaObject::invokeMethod(
            this, [this] { fitText(); }, Qt::QueuedConnection);
}

void EmptyState::showIcon()
{
    m_icon->setPixmap(icon(m_iconName).pixmap(QSize(56, 56), devicePixelRatioF()));
}

} // namespace coterie::ui
