#pragma once

#include "ui/window/command_consents.h"

#include <QDialog>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace coterie::ui {

/// Shows commands with the folder in which they would run and the files that they name, and asks
/// whether they may. Cancel is the answer of Enter and Escape. Where a folder is not known, it is
/// chosen here.
class CommandDialog final : public QDialog
{
    Q_OBJECT

public:
    /// With their files as readFiles() leaves them.
    explicit CommandDialog(std::vector<CommandStart> commands, QWidget* parent = nullptr);
    ~CommandDialog() override;

    /// In the same order, as they are shown: with the chosen folder, and with their files as they
    /// were when they were read.
    [[nodiscard]] const std::vector<CommandStart>& commands() const { return m_shown; }

public slots:
    void chooseFolder(const QString& folder);

private:
    void askForFolder();
    void showCommands();

    std::vector<CommandStart> m_asked;
    std::vector<CommandStart> m_shown;
    QPlainTextEdit* m_details = nullptr;
    QLabel* m_remembered = nullptr;
    QPushButton* m_run = nullptr;
    std::stop_source m_stop;
    LatestJob m_reading;
};

/// What stands in the folders of commands, where they are known.
void readFiles(std::vector<CommandStart>& commands, const std::stop_token& stop);

} // namespace coterie::ui
