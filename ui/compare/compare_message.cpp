#include "ui/compare/compare_message.h"

#include "ui/frame/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace coterie::ui {

CompareMessage::CompareMessage(QAction& undo, QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_undo(new QToolButton(this))
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    m_text->setObjectName(QStringLiteral("compareMessage"));
    m_text->setTextFormat(Qt::PlainText); // it names files
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_undo->setDefaultAction(&undo);
    m_undo->setToolButtonStyle(Qt::ToolButtonTextOnly);
    auto* close = new QToolButton(this);
    close->setIcon(icon(QStringLiteral("close")));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close this message"));
    close->setToolTip(tr("Close this message"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 10, 6);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_undo);
    layout->addWidget(close);
    hide();
}

void CompareMessage::say(const QString& sentence, bool withUndo)
{
    m_text->setText(sentence);
    m_undo->setVisible(withUndo);
    setVisible(!sentence.isEmpty());
}

} // namespace coterie::ui
