#pragma once

#include <QDialog>
#include <QStringList>

#include <functional>

class QLabel;
class QPushButton;

namespace coterie::ui {

/// Asks for a name. Says below the field why a name cannot be taken, and takes it only if it can.
class NameDialog final : public QDialog
{
    Q_OBJECT

public:
    struct Question
    {
        QString title;
        QString label; ///< of the field
        QString tip;   ///< of the field
        QString button;
        QString name = {};        ///< at first
        QStringList offered = {}; ///< to choose from; empty: nothing is
        /// Why a name cannot be taken; empty if it can.
        std::function<QString(const QString&)> problem;
        std::function<void(const QString&)> take;
    };

    NameDialog(Question question, QWidget* parent);

    void accept() override;

private:
    void check();

    Question m_question;
    QString m_name;
    QLabel* m_problem = nullptr;
    QPushButton* m_take = nullptr;
};

} // namespace coterie::ui
