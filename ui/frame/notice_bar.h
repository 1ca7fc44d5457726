#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QHBoxLayout;
class QLabel;

namespace coterie::ui {

/// A sentence across the top of a page, with what can be done about it: where another program would
/// open a dialog. Hidden until there is something to say.
class NoticeBar final : public QWidget
{
    Q_OBJECT

public:
    struct Choice
    {
        QString text;
        QString tip;
        std::function<void()> act;
    };

    explicit NoticeBar(QWidget* parent = nullptr);

    /// Replaces what is shown. Each choice, and the cross at the end, also close the bar.
    void say(const QString& sentence, const std::vector<Choice>& choices = {});

signals:
    /// The user closed it without a choice.
    void dismissed();

protected:
    void changeEvent(QEvent* event) override;

private:
    void showSign();

    QLabel* m_sign = nullptr;
    QLabel* m_text = nullptr;
    QHBoxLayout* m_choices = nullptr;
};

} // namespace coterie::ui
