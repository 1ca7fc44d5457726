#pragma once

#include "ui/latest_job.h"
#include "ui/preferences/preferences.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace coterie::ui {

/// What a field for a place asks and shows.
struct PlaceWords
{
    const char* name = nullptr; ///< its object name
    QString title;              ///< for screen readers
    QString tip;
    QString usual;  ///< shown while it is empty
    QString winner; ///< "Set by --db at this start: …"; empty: nothing wins over the choice
    bool isFolder = false;
    PlaceAnswer (*check)(const QString& path) = nullptr;
};

/// A file or folder to be typed or chosen, with a sentence below it: what will happen, or why it
/// cannot be used. Disks are asked off the GUI thread.
class PlaceField final : public QWidget
{
    Q_OBJECT

public:
    PlaceField(const PlaceWords& words, const QString& path, QWidget* parent = nullptr);

    [[nodiscard]] QString path() const;
    [[nodiscard]] QLineEdit& edit() const { return *m_edit; }
    /// The path has been looked at and can be used.
    [[nodiscard]] bool isUsable() const { return !m_job.isBusy() && m_isUsable; }
    /// Looks again: a disk may be there now, or a lock gone.
    void check();

signals:
    void checked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void choose();
    void showFolder();
    void show(const PlaceAnswer& answer);

    PlaceWords m_words;
    QLineEdit* m_edit = nullptr;
    QLabel* m_note = nullptr;
    LatestJob m_job;
    bool m_isUsable = false;
    bool m_isProblem = false;
};

} // namespace coterie::ui
