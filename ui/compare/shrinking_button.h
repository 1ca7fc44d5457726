#pragma once

#include <QStyle>
#include <QToolButton>

namespace coterie::ui {

/// A button with icon and text that drops its text where there is no room for it.
class ShrinkingButton final : public QToolButton
{
public:
    using QToolButton::QToolButton;

    [[nodiscard]] QSize sizeHint() const override
    {
        return QToolButton::sizeHint() + QSize(showsText() ? 0 : textWidth(), 0);
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return QToolButton::sizeHint() - QSize(showsText() ? textWidth() : 0, 0);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QToolButton::resizeEvent(event);
        setToolButtonStyle(width() >= sizeHint().width() ? Qt::ToolButtonTextBesideIcon
                                                         : Qt::ToolButtonIconOnly);
    }

private:
    [[nodiscard]] bool showsText() const { return toolButtonStyle() != Qt::ToolButtonIconOnly; }
    /// What QToolButton adds for a text beside an icon.
    [[nodiscard]] int textWidth() const
    {
        return fontMetrics().size(Qt::TextShowMnemonic, text()).width()
               + 2 * fontMetrics().horizontalAdvance(u' ') + 4;
    }
};

/// A button of words with a menu, whose mark stands apart from the words.
class WordsMenuButton final : public QToolButton
{
public:
    using QToolButton::QToolButton;

    [[nodiscard]] QSize sizeHint() const override
    {
        const int mark = style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, this);
        return QToolButton::sizeHint() + QSize(mark, 0);
    }
};

} // namespace coterie::ui
