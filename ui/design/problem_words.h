#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/experiment/parameters.h"

#include <QListWidget>
#include <QString>

#include <functional>
#include <string_view>

namespace coterie::ui {

/// Where on the Design page the file's place is found, by the titles that stand there: "Arms › HCCT
/// › Data hunger". `root` is the file, which says which parts these are. Empty for a place that no
/// section shows.
[[nodiscard]] QString
placeInWords(std::string_view pointer, const JsonNode& root, const Registry& registry);

/// A problem for who has the page before him; with its JSON pointer only where nothing but the
/// file's text shows the place. Without a `root` there is only that text.
[[nodiscard]] QString
problemInWords(const Error& problem, const JsonNode* root, const Registry& registry);

/// What is wrong, without the place. Of a word that is close to a known one only that one is named,
/// not all there are.
[[nodiscard]] QString complaint(const Error& problem);

/// The experiment's problems as sentences; choosing one leads to its place. Hidden while there are
/// none.
class ProblemList final : public QListWidget
{
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    /// As the file's text has them, with their pointers, unless they are said by other words.
    void show(const Problems& problems, const std::function<QString(const Error&)>& told = {});

signals:
    /// The JSON pointer of the problem.
    void chosen(const QString& place);
};

} // namespace coterie::ui
