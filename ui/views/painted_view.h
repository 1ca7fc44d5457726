#pragma once

#include "ui/views/key_walk.h"

#include <QWidget>

namespace coterie::ui {

/// A view that paints what it shows and can be walked through by keys as well as pointed at:
/// arrows, Home and End go from one thing to the next, Enter chooses it, Space adds it or takes it
/// out again. A ring shows where the keys have led, and its words are told as pointing there would.
///
/// Tab, Up or Down put the keys to this use. A click alone does not: whoever clicks on a client and
/// then presses Left or Space means the rounds and the run, as everywhere in the window.
class PaintedView : public QWidget
{
    Q_OBJECT

public:
    /// Whether a ring is drawn. A picture on paper has no focus.
    void setRingAllowed(bool allowed) { m_ringAllowed = allowed; }
    [[nodiscard]] bool isRingShown() const { return m_ringAllowed && m_walks && hasFocus(); }
    /// What stands where the keys have led; empty if they have led nowhere yet.
    [[nodiscard]] virtual QString placeText() const = 0;

protected:
    explicit PaintedView(QWidget* parent);

    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

    /// Whether such a step can lead anywhere here; if not, the key is the window's.
    [[nodiscard]] virtual bool canWalk(KeyStep step) const = 0;
    virtual void walk(KeyStep step) = 0;
    /// Around what stands where the keys have led; invalid if they have led nowhere yet.
    [[nodiscard]] virtual QRectF placeArea() const = 0;
    virtual void choosePlace(Pick how) = 0;
    /// What is said of a point that the mouse rests on.
    [[nodiscard]] virtual QString textAt(const QPointF& point) const = 0;
    /// After everything else.
    void paintRing(QPainter& painter) const;

private:
    [[nodiscard]] bool isOwnKey(const QKeyEvent& event) const;
    void tellPlace();

    bool m_walks = false; ///< the keys are in use here
    bool m_ringAllowed = true;
};

} // namespace coterie::ui
