#pragma once

#include "core/store/run_store.h"

#include <QDialog>

#include <span>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace coterie::ui {

/// A tag of the store, and which of the selected runs have it.
struct TagUse
{
    enum class Of
    {
        None,
        Some,
        All
    };
    std::string tag;
    Of chosen = Of::None;

    bool operator==(const TagUse&) const = default;
};

/// All tags of these runs, by name; how the chosen ones use them.
[[nodiscard]] std::vector<TagUse> tagUses(std::span<const RunRow> runs,
                                          std::span<const std::int64_t> chosen);

/// Adds tags to the selected runs, or removes them. A tag that some of them have stays as it is
/// until it is ticked or unticked.
class TagDialog final : public QDialog
{
    Q_OBJECT

public:
    TagDialog(std::vector<TagUse> uses, std::size_t runs, QWidget* parent);

    void accept() override;

signals:
    void decided(const std::vector<std::string>& added, const std::vector<std::string>& removed);

private:
    void check();

    std::vector<TagUse> m_uses;
    QListWidget* m_list = nullptr;
    QLineEdit* m_new = nullptr;
    QLabel* m_problem = nullptr;
    QPushButton* m_take = nullptr;
};

} // namespace coterie::ui
