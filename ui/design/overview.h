#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"

#include <QScrollArea>
#include <QString>

#include <vector>

namespace coterie::ui {

struct OverviewTopic
{
    struct Line
    {
        QString name;
        QString value;
        int look = -1; ///< the arm's colour and shape, or −1

        bool operator==(const Line&) const = default;
    };

    QString icon;
    QString title;
    QString summary = {}; ///< one line: "8 clients"
    std::vector<Line> lines = {};

    bool operator==(const OverviewTopic&) const = default;
};

/// An experiment in words, by topic. Titles and meanings come from the registry, so new algorithms
/// need no change here.
[[nodiscard]] std::vector<OverviewTopic> overviewOf(const Experiment& experiment,
                                                    const std::vector<RunPlan>& plans,
                                                    const Registry& registry);

/// "SGD: learning rate 0.1, momentum 0.9": a part with the settings in the file.
[[nodiscard]] QString describePart(const Part& part, std::span<const NamedPart> known);

/// An experiment in words as cards, one per topic, below its description and what to look for.
class Overview final : public QScrollArea
{
    Q_OBJECT

public:
    Overview();

    void tell(const QString& description,
              const QString& lookFor,
              const std::vector<OverviewTopic>& topics);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    [[nodiscard]] QWidget* makeLead() const;
    [[nodiscard]] QWidget* makeCard(const OverviewTopic& topic) const;

    QString m_description;
    QString m_lookFor;
    std::vector<OverviewTopic> m_topics;
};

} // namespace coterie::ui
