#pragma once

#include "ui/outliving_job.h"
#include "ui/preferences/preferences.h"

#include <QWidget>

#include <functional>
#include <optional>

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
    std::function<PlaceAnswer(const QString& path)> check; ///< on another thread
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
    /// The path can be accepted: it has been looked at and can be used, or it is the one from
    /// before, of which a problem is only told.
    [[nodiscard]] bool isUsable() const;
    /// The path has been looked at and cannot be used.
    [[nodiscard]] bool isRefused() const { return isAnswered() && !isUsable(); }
    /// The path has been looked at and the file exists.
    [[nodiscard]] bool isThere() const { return isAnswered() && m_answer.isThere; }
    /// Tells that the answer is waited for.
    void tellWaiting();
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
    [[nodiscard]] bool isAnswered() const { return m_answered == path(); }

    PlaceWords m_words;
    QLineEdit* m_edit = nullptr;
    QLabel* m_note = nullptr;
    QString m_before;
    std::optional<QString> m_answered; ///< the path of the answer; kept while it is looked at again
    PlaceAnswer m_answer;
    OutlivingJob m_job;
};

} // namespace coterie::ui
