#include "ui/design/disclosure.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace coterie::ui {

Disclosure::Disclosure(const QString& title, QWidget* content, QWidget* parent)
    : QWidget(parent)
    , m_button(new QToolButton(this))
    , m_content(content)
{
    m_button->setCheckable(true);
    m_button->setAutoRaise(true);
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    QFont font = m_button->font();
    font.setWeight(QFont::DemiBold);
    m_button->setFont(font);
    m_button->setToolTip(tr("Show or hide these settings"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_button, 0, Qt::AlignLeft);
    layout->addWidget(m_content);
    connect(m_button, &QToolButton::toggled, this, &Disclosure::setOpen);
    setTitle(title);
    setOpen(false);
}

void Disclosure::setTitle(const QString& title)
{
    m_button->setText(title);
}

void Disclosure::setOpen(bool open)
{
    m_button->setChecked(open);
    m_button->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
}

} // namespace coterie::ui
