#pragma once

#include "core/spec/result.h"

#include <QListWidget>

namespace coterie::ui {

/// The experiment's problems as sentences; choosing one leads to its place. Hidden while there are
/// none.
class ProblemList final : public QListWidget
{
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    void show(const Problems& problems);

signals:
    /// The JSON pointer of the problem.
    void chosen(const QString& place);
};

} // namespace coterie::ui
