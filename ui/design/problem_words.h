#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/experiment/parameters.h"

#include <QListWidget>
#include <QString>

#include <functional>
#include <string_view>

namespace coterie::ui {

/// Where the Design page shows a place of the file: "Arms › HCCT › Data hunger". `root` is the
/// file, which names the parts. Empty for a place that no section shows.
[[nodiscard]] QString
placeInWords(std::string_view pointer, const JsonNode& root, const Registry& registry);

/// A problem with its place on the page; with its JSON pointer where only the file's text shows the
/// place, or where there is no `root`.
[[nodiscard]] QString
problemInWords(const Error& problem, const JsonNode* root, const Registry& registry);

/// What is wrong, without the place. Names only the nearest word where there is one, not all.
[[nodiscard]] QString complaint(const Error& problem);

/// The experiment's problems; a click on one shows its place. Hidden while there are none.
class ProblemList final : public QListWidget
{
    Q_OBJECT

public:
    ProblemList();

    /// With their pointers, unless `told` words them.
    void show(const Problems& problems, const std::function<QString(const Error&)>& told = {});

signals:
    /// The JSON pointer of the problem.
    void chosen(const QString& place);
};

} // namespace coterie::ui
