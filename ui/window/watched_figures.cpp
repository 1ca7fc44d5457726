#include "ui/window/watched_figures.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/store/run_store.h"
#include "ui/compare/compare_page.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/watch_page.h"
#include "ui/words.h"

namespace coterie::ui {

namespace {

using Figures = std::vector<ChosenFigure>;

/// None if the run is gone, or its experiment is of an older version and cannot be read; no answer
/// if the store cannot be read now.
std::optional<Figures> figuresOf(const StoreFiles& stores, std::int64_t run)
{
    const auto store = RunStore::openAll(stores);
    if (!store)
        return std::nullopt;
    const Result<RunRow> row = (*store)->run(run);
    if (!row)
        return Figures();
    const Result<std::string> text = (*store)->experimentJson(row->experiment);
    if (!text)
        return std::nullopt;
    const auto experiment = parseExperiment(*text, registry());
    if (!experiment)
        return Figures();
    Figures figures;
    for (const FigureDesign& figure : experiment->figures)
        figures.push_back({.experiment = row->experimentDesign, .design = figure});
    return figures;
}

} // namespace

WatchedFigures::WatchedFigures(WatchPage& watch,
                               ComparePage& compare,
                               const StoreReader& reader,
                               QObject* parent)
    : QObject(parent)
    , m_watch(watch)
    , m_reader(reader)
{
    connect(&watch, &WatchPage::chosenRunChanged, this, &WatchedFigures::follow);
    connect(&watch, &WatchPage::figureChosen, &compare, [this, &compare](std::size_t index) {
        if (index < m_figures.size())
            compare.drawFigure(m_figures[index]);
    });
}

void WatchedFigures::follow()
{
    const RunCurves* chosen = m_watch.chosenRun();
    const auto run = chosen ? std::optional(chosen->title.id) : std::nullopt;
    if (run == m_run)
        return;
    m_run = run;
    if (!run) {
        m_job.cancel();
        return offer({});
    }
    m_job.run([stores = m_reader.files(), id = *run] { return figuresOf(stores, id); },
              [this](std::optional<Figures> figures) {
                  if (!figures)
                      m_run.reset(); // asked again with the next change
                  offer(std::move(figures).value_or(Figures()));
              });
}

void WatchedFigures::offer(std::vector<ChosenFigure> figures)
{
    if (figures == m_figures)
        return; // the menu may be open
    m_figures = std::move(figures);
    QStringList titles;
    for (const ChosenFigure& figure : m_figures)
        titles << toQString(figure.design.title);
    m_watch.setFigures(titles);
}

} // namespace coterie::ui
