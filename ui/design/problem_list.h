#pragma once

#include "core/spec/result.h"

#include <QListWidget>

#include <functional>

namespace coterie::ui {

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
