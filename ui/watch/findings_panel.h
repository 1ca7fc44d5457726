#pragma once

#include "ui/runs/store_reader.h"
#include "ui/watch/structure_panel.h"

class QListWidget;

namespace coterie::ui {

class ElidedLabel;

/// What the numbers of an ended run say, in a few sentences. Each leads to the round and the
/// clients where it can be seen, and to the panel that shows them.
class FindingsPanel final : public StructurePanel
{
    Q_OBJECT

public:
    explicit FindingsPanel(const WatchSubject& subject, QWidget* parent = nullptr);

    /// The answer to wanted(). What could not be read is asked for again with the next change.
    void setFindings(std::int64_t run, const StoredFindings& findings);
    [[nodiscard]] const std::vector<Finding>& findings() const { return m_findings; }

signals:
    /// They are to be looked up in the store.
    void wanted(std::int64_t run);
    /// The user wants to see the panel of this name.
    void panelChosen(const char* name);

protected:
    void showEvent(QShowEvent* event) override;
    void show(const RunCurves* run, const RoundReport* report) override;
    [[nodiscard]] PlainTable table() const override;

private:
    /// A run that has ended, and how far: a resumed one has new findings.
    struct Subject
    {
        std::int64_t run = 0;
        int round = 0;
        bool operator==(const Subject&) const = default;
    };

    void fill();
    void follow(int row);

    QListWidget* m_list = nullptr;
    ElidedLabel* m_hint = nullptr; ///< how a finding is followed
    std::optional<Subject> m_asked;
    std::vector<Finding> m_findings;
    bool m_asksAgain = false; ///< also for the same subject
    QString m_nothing;        ///< why the list is empty
};

} // namespace coterie::ui
