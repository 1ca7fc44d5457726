#include "ui/compare/nothing_listed.h"

#include "ui/frame/small_widgets.h"

#include <QAbstractScrollArea>
#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace coterie::ui {

/// No child of the viewport, which takes its children along when it scrolls.
NothingListed::NothingListed(QAbstractScrollArea& list)
    : QWidget(&list)
    , m_list(list)
    , m_text(named(textLabel(this, QPalette::Text), "nothingListed"))
    , m_button(named(new QPushButton(this), "listAll"))
{
    m_text->setAlignment(Qt::AlignCenter);
    m_button->setToolTip(tr("List runs again"));
    auto* layout = columnIn(this, 10);
    layout->addWidget(m_text);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    connect(m_button, &QPushButton::clicked, this, &NothingListed::buttonClicked);
    list.viewport()->installEventFilter(this);
    hide();
}

void NothingListed::say(const QString& sentence, const QString& button)
{
    m_text->setText(sentence);
    m_button->setText(button);
    setVisible(!sentence.isEmpty());
    place();
}

bool NothingListed::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move)
        place();
    return QWidget::eventFilter(watched, event);
}

void NothingListed::place()
{
    constexpr int kAir = 16;
    const QRect area = m_list.viewport()->geometry();
    const int most = 60 * fontMetrics().averageCharWidth();
    const int width = std::max(1, std::min(most, area.width() - 2 * kAir));
    const int height =
        std::min(layout()->totalHeightForWidth(width), std::max(1, area.height() - kAir));
    QRect place(0, 0, width, height);
    place.moveCenter(area.center());
    setGeometry(place);
    raise();
}

} // namespace coterie::ui
