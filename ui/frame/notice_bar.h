#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QAction;
class QHBoxLayout;
class QLabel;

namespace coterie::ui {

/// A message across the top of a page with buttons for the possible reactions, in place of a
/// dialog. Hidden while there is none.
class NoticeBar final : public QWidget
{
    Q_OBJECT

public:
    struct Choice
    {
        QString text;
        QString tip;
        std::function<void()> act;
        const QAction* action = nullptr; ///< the button is enabled while this is; null: always
    };

    enum class Kind
    {
        Warning, ///< with a warning sign
        Plain
    };

    /// `textName` is the object name of the label.
    explicit NoticeBar(QWidget* parent = nullptr,
                       Kind kind = Kind::Warning,
                       const QString& textName = QStringLiteral("notice"));

    /// Replaces the message; an empty one hides the bar. Each choice, and the cross at the end,
    /// also close the bar.
    void say(const QString& sentence, const std::vector<Choice>& choices = {});

protected:
    void changeEvent(QEvent* event) override;

private:
    void showSign();

    QLabel* m_sign = nullptr;
    QLabel* m_text = nullptr;
    QHBoxLayout* m_choices = nullptr;
};

} // namespace coterie::ui
