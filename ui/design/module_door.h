#pragma once

#include "ui/design/places.h"
#include "ui/latest_job.h"

#include <QWidget>

#include <span>

class QLabel;

namespace coterie::ui {

class ExperimentDocument;

/// Makes a module of PyTorch the model: its file is chosen in a dialog, or dropped on the page.
class ModuleDoor final : public QWidget
{
    Q_OBJECT

public:
    explicit ModuleDoor(ExperimentDocument& document);

    /// Whether one of the models is a module from a file.
    [[nodiscard]] static bool isAmong(std::span<const NamedPart> models);
    /// Where the model stands; hidden where no model is a module.
    void show(const PartPlace& place);
    /// Names this file in the experiment as one undo step, or says why it cannot be a module.
    void take(const QString& file);

protected:
    void changeEvent(QEvent* event) override;

private:
    void choose();
    void name(const QString& file);
    void refuse(const QString& problem);

    ExperimentDocument& m_document;
    PartPlace m_place;
    LatestJob m_looking;
    QString m_refusedIn; ///< the experiment's text at that time; another one clears the problem
    QLabel* m_problem = nullptr;
};

} // namespace coterie::ui
