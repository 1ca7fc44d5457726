#pragma once

#include "ui/window/command_consents.h"

#include <QDialog>

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
    explicit CommandDialog(std::vector<CommandStart> commands, QWidget* parent = nullptr);

    /// What was agreed to: the commands, each once, with the digest of the moment at which they
    /// were shown.
    struct Agreed
    {
        CommandStart start;
        QString digest;
    };
    [[nodiscard]] const std::vector<Agreed>& agreed() const { return m_agreed; }
    [[nodiscard]] const std::filesystem::path& chosenFolder() const { return m_folder; }

public slots:
    void chooseFolder(const QString& folder);

private:
    void askForFolder();
    void showCommands(const std::vector<CommandStart>& commands);

    std::vector<CommandStart> m_commands;
    std::vector<Agreed> m_agreed;
    std::filesystem::path m_folder; ///< of those without one
    QPlainTextEdit* m_details = nullptr;
    QPushButton* m_run = nullptr;
};

/// As the settings keep it.
[[nodiscard]] QString consentKey(const CommandStart& start);

} // namespace coterie::ui
