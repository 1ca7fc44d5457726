#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QToolButton;

namespace coterie::ui {

/// A sentence above the runs on what happened to them, with the button that undoes it. Hidden until
/// there is something to say.
class CompareMessage final : public QWidget
{
    Q_OBJECT

public:
    explicit CompareMessage(QAction& undo, QWidget* parent = nullptr);

    void say(const QString& sentence, bool withUndo = false);

private:
    QLabel* m_text = nullptr;
    QToolButton* m_undo = nullptr;
};

} // namespace coterie::ui
