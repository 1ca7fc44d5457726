#pragma once

#include "ui/outliving_job.h"
#include "ui/window/slurm_link.h"

#include <QDialog>
#include <QTimer>

class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace coterie::ui {

/// Asks how an experiment is to run on Slurm and shows what would be sent. The same as
/// `coterie-cli submit`.
class SlurmDialog final : public QDialog
{
    Q_OBJECT

public:
    /// The wish begins with a folder for the tasks.
    explicit SlurmDialog(SlurmWish wish, QWidget* parent = nullptr);

    /// As the fields say.
    [[nodiscard]] SlurmWish wish() const;
    /// Something is done on Slurm, after which the dialog looks again at what is missing.
    void setWorking(bool isWorking);
    /// What became of submitRequested(). It may be tried again as it is.
    void refuse(const QString& sentence);

signals:
    void submitRequested();

private:
    void addFields(QFormLayout& form);
    QSpinBox* addNumber(QFormLayout& form,
                        const QString& title,
                        const char* name,
                        const QString& none,
                        const QString& tip);
    void chooseFolder();
    void lookLater();
    void look();
    void showPlan(const Result<SubmitPlan>& plan);
    void say(const QString& sentence);

    SlurmWish m_wish;
    QLineEdit* m_options = nullptr;
    QLineEdit* m_folder = nullptr;
    QSpinBox* m_tasks = nullptr;
    QSpinBox* m_atOnce = nullptr;
    QSpinBox* m_ranks = nullptr;
    QPlainTextEdit* m_sent = nullptr;
    QLabel* m_note = nullptr;
    QPushButton* m_submit = nullptr;
    bool m_isWorking = false;
    QTimer m_soon; ///< looks when nobody types
    OutlivingJob m_looking;
};

} // namespace coterie::ui
