#pragma once

#include "ui/preferences/preferences.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
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

    /// Waits for the answers of disks that are being asked, without holding up the window.
    void accept() override;
    void done(int result) override;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addColours(const ActionRegistry& actions);
    void addLanguages();
    void addNumbers();
    void showUsable();
    void fit(bool mayShrink);
    void fitSoon(bool mayShrink);

    Preferences m_before;
    PlaceField* m_store = nullptr;
    PlaceField* m_data = nullptr;
    QSpinBox* m_threads = nullptr;
    QSpinBox* m_ranks = nullptr;
    QSpinBox* m_font = nullptr;
    QComboBox* m_language = nullptr;
    QComboBox* m_colours = nullptr;
    int m_coloursBefore = 0;
    QScrollArea* m_scroll = nullptr;
    QSize m_fitted;              ///< the size that the content asked for last
    QLabel* m_problem = nullptr; ///< why they cannot be kept
    QPushButton* m_accept = nullptr;
    bool m_isAccepting = false; ///< OK was pressed and a disk has yet to answer
};

} // namespace coterie::ui
