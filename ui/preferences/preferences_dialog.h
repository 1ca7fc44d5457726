#pragma once

#include "ui/preferences/preferences.h"

#include <QDialog>

class QComboBox;
class QPushButton;
class QSpinBox;

namespace coterie::ui {

class ActionRegistry;
class PlaceField;

/// Asks for the preferences. Colours and font size are shown at once, and Cancel takes them back;
/// the other settings hold from the next start on, because runs that are going use the old ones.
class PreferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `commandLine` is of this start.
    PreferencesDialog(const CommandLinePlaces& commandLine,
                      const ActionRegistry& actions,
                      QWidget* parent);

    void done(int result) override;

protected:
    bool event(QEvent* event) override;

private:
    void addColours(const ActionRegistry& actions);
    void addNumbers();
    void showUsable();

    Preferences m_before;
    PlaceField* m_store = nullptr;
    PlaceField* m_data = nullptr;
    QSpinBox* m_threads = nullptr;
    QSpinBox* m_font = nullptr;
    QComboBox* m_colours = nullptr;
    int m_coloursBefore = 0;
    QPushButton* m_accept = nullptr;
};

} // namespace coterie::ui
