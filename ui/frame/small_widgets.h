#pragma once

#include <QBoxLayout>
#include <QFrame>
#include <QLabel>
#include <QMargins>
#include <QPushButton>
#include <QSize>

#include <functional>

class QComboBox;

namespace coterie::ui {

/// For a combo box or slider on a page that scrolls: the wheel scrolls the page unless the widget
/// has the focus.
void makeWheelQuiet(QWidget& widget);

/// As wide as the longest entry, and narrower where there is less room. Wider ones are no easier to
/// read and separate what belongs together.
void keepToContents(QComboBox& box);

/// For a text field: leaves the keys of Undo and Redo to the window, so that there is one undo for
/// everything.
void leaveUndoToTheWindow(QWidget& field);

/// Enter presses the button that has the focus, as Space does and as in dialogs.
void clickWithEnter(QWidget& window);

/// Hands the first of the dropped files that the window opens, an experiment or a run store, to
/// `take`; or, not `forWindow`, the first other file or folder.
void takeDrops(QWidget& widget, bool forWindow, std::function<void(const QString&)> take);

/// The main button of a page, filled with the accent colour.
class AccentButton final : public QPushButton
{
    Q_OBJECT

public:
    explicit AccentButton(const QString& text, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A rounded frame around one topic.
class Card final : public QFrame
{
    Q_OBJECT

public:
    explicit Card(QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// One line of text, elided in the middle when there is too little room; with word wrap as many
/// lines as its height has room for, the last of them elided.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    /// Shows the second text where the first does not fit; the tooltip has the first.
    void setTexts(const QString& text, const QString& shorter);
    /// In one line; the middle until this is called.
    void setElideMode(Qt::TextElideMode mode);
    /// With word wrap: never higher than so many lines.
    void setMostLines(int lines);
    /// Never narrower than this text.
    void keepRoomFor(const QString& text);
    /// The text as elided.
    [[nodiscard]] QString shownText() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_shorter;
    QString m_widest;
    int m_mostLines = 0; ///< 0: any number
    Qt::TextElideMode m_elideMode = Qt::ElideMiddle;
};

/// Gives a new widget its object name and, for screen readers, its title.
template <typename Widget>
Widget* named(Widget* widget, const char* name, const QString& title = {})
{
    widget->setObjectName(QLatin1String(name));
    if (!title.isEmpty())
        widget->setAccessibleName(title);
    return widget;
}

/// A text that wraps and can be selected, to copy it.
[[nodiscard]] QLabel* textLabel(QWidget* parent,
                                QPalette::ColorRole role = QPalette::PlaceholderText);

/// A field beside its label, which is its buddy.
[[nodiscard]] QWidget*
labelled(const QString& text, QWidget* field, QPalette::ColorRole role = QPalette::WindowText);

/// A column or row in a widget; −1: the style's spacing.
QVBoxLayout* columnIn(QWidget* widget, int spacing = -1, const QMargins& margins = {});
QHBoxLayout* rowIn(QWidget* widget, int spacing = -1, const QMargins& margins = {});

/// The font of headings, enlarged by a factor.
[[nodiscard]] QFont headingFont(QFont font, double size = 1);

/// A dialog's size, or what its screen has room for with a frame around.
[[nodiscard]] QSize onScreen(const QWidget& dialog, const QSize& wanted);

} // namespace coterie::ui
