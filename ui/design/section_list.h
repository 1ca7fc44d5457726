#pragma once

#include "ui/design/design_section.h"

#include <QListWidget>
#include <QString>

namespace coterie::ui {

/// The outline of the experiment: one line per part with a tick, a warning or a red count of
/// problems.
class SectionList final : public QListWidget
{
    Q_OBJECT

public:
    enum Role
    {
        ProblemsRole = Qt::UserRole + 1, ///< a number; invalid if the part is not judged
        KnownRole,                       ///< whether the number is final
        WarningRole, ///< a sentence if the part is valid but cannot be run, else empty
    };

    explicit SectionList(QWidget* parent = nullptr);

    /// Before the first, no part is judged.
    void setProblems(const std::array<int, kDesignSections>& problems);
    /// Whether parts without problems are known to run: ticks are shown only then.
    void setKnown(bool known);
    /// Sets a warning that is not an error of the file; empty to clear it.
    void setWarning(DesignSection section, const QString& sentence);
    void choose(DesignSection section) { setCurrentRow(int(section)); }

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(DesignSection section);

private:
    void tellState(int row);
};

} // namespace coterie::ui
