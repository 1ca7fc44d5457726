#include "ui/window/mode_bar.h"

#include "ui/frame/small_widgets.h"

#include <QAbstractButton>
#include <QAction>
#include <QPainter>

namespace coterie::ui {

/// An icon above its name; the current page's button is filled and has a bar at its left edge.
class ModeButton final : public QAbstractButton
{
public:
    ModeButton(QAction* action, QWidget* parent)
        : QAbstractButton(parent)
    {
        setCheckable(true);
        setChecked(action->isChecked());
        setText(action->text().remove(QLatin1Char('&')));
        setIcon(action->icon());
        setToolTip(action->toolTip());
        setObjectName(action->objectName());
        setAccessibleName(text());
        setFocusPolicy(Qt::TabFocus);
        setAttribute(Qt::WA_Hover);
        connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::toggled, this, [this, action](bool on) {
            setChecked(on);
            if (!on || accessibleDescription().isEmpty())
                return;
            setAccessibleDescription({}); // the news has been seen
            setToolTip(action->toolTip());
        });
    }

    void mark(const QString& sentence)
    {
        if (isChecked())
            return;
        setAccessibleDescription(sentence);
        setToolTip(sentence);
        update();
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        return {qMax(68, fontMetrics().horizontalAdvance(text()) + 16),
                fontMetrics().height() + 44};
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked() || underMouse()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(palette().color(isChecked() ? QPalette::Base : QPalette::Midlight));
            painter.drawRect(rect());
        }
        if (isChecked()) {
            painter.setBrush(palette().color(QPalette::Highlight));
            painter.drawRect(0, 0, 3, height());
        }
        const int top = (height() - 24 - 4 - fontMetrics().height()) / 2;
        icon().paint(&painter, QRect((width() - 24) / 2, top, 24, 24));
        if (!accessibleDescription().isEmpty()) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(palette().color(QPalette::Highlight));
            painter.drawEllipse(QPointF(width() / 2.0 + 16, top + 3), 4.5, 4.5);
        }
        painter.setPen(
            palette().color(isChecked() ? QPalette::WindowText : QPalette::PlaceholderText));
        painter.drawText(
            QRect(0, top + 28, width(), fontMetrics().height()), Qt::AlignCenter, text());
        if (hasFocus()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(palette().color(QPalette::Highlight), 1, Qt::DotLine));
            painter.drawRect(QRectF(rect()).adjusted(4.5, 2.5, -2.5, -2.5));
        }
    }
};

ModeBar::ModeBar(const QList<QAction*>& modes, QWidget* parent)
    : QWidget(parent)
{
    auto* layout = columnIn(this, 0, {0, 0, 1, 0});
    for (QAction* mode : modes)
        layout->addWidget(m_buttons[mode] = new ModeButton(mode, this));
    layout->addStretch();
    setAccessibleName(tr("Modes"));
}

void ModeBar::mark(const QAction* mode, const QString& sentence)
{
    m_buttons.value(mode)->mark(sentence);
}

void ModeBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Window));
    painter.fillRect(width() - 1, 0, 1, height(), palette().color(QPalette::Mid));
}

} // namespace coterie::ui
