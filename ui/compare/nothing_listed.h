#pragma once

#include <QWidget>

class QAbstractScrollArea;
class QLabel;
class QPushButton;

namespace coterie::ui {

/// In the middle of an empty list: why nothing is in it, with a button that changes that. Hidden
/// while there is nothing to say.
class NothingListed final : public QWidget
{
    Q_OBJECT

public:
    explicit NothingListed(QAbstractScrollArea& list);

    /// An empty sentence hides it.
    void say(const QString& sentence, const QString& button);

signals:
    void buttonClicked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QAbstractScrollArea& m_list;
    QLabel* m_text = nullptr;
    QPushButton* m_button = nullptr;
};

} // namespace coterie::ui
