#include "ui/design/split_offer.h"

#include "ui/design/canvas/redrawn_split.h"
#include "ui/design/experiment_document.h"
#include "ui/design/problem_words.h"
#include "ui/design/run_check.h"
#include "ui/frame/notice_bar.h"
#include "ui/words.h"

#include <utility>

namespace coterie::ui {

SplitOffer::SplitOffer(ExperimentDocument& document,
                       const RunCheck& check,
                       std::shared_ptr<RunData> data,
                       NoticeBar& bar,
                       QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_check(check)
    , m_data(std::move(data))
    , m_bar(bar)
{
    connect(&m_document, &ExperimentDocument::checkedChanged, this, &SplitOffer::look);
    connect(&m_check, &RunCheck::changed, this, &SplitOffer::look);
    connect(&m_document, &ExperimentDocument::edited, this, [this] { m_job.cancel(); });
    connect(&m_document, &ExperimentDocument::opened, this, [this] {
        m_job.cancel();
        m_bar.withdraw();
    });
}

void SplitOffer::look()
{
    const CheckedExperiment& checked = m_document.checked();
    if (m_document.isChecking() || m_check.isPending())
        return; // what is offered stays until the answer has come
    if (!checked.json || !checked.clients || !isDrawnForOtherData(*checked.json, checked.problems))
        return m_bar.withdrawIf(checked.problems.empty());
    const std::string& name = checked.clients->run.data.dataset.name;
    const NamedPart* dataset = findPart(m_document.registry().datasets, name);
    const QString title = fromCore(dataset ? dataset->title : std::string_view(name));
    m_bar.offer(
        tr("The clients were drawn by hand for other data and do not fit %1.").arg(title),
        {{.text = tr("Draw them again"),
          .tip = tr("Give as many clients samples of %1 in the same proportions").arg(title),
          .act =
              [this] {
                  perform(tr("Draw the clients again"),
                          [data = m_data, &registry = m_document.registry()](const JsonNode& root,
                                                                             const RunPlan& plan) {
                              return redrawnSplit(root, plan, *data, registry);
                          });
              }},
         {.text = tr("Drop the drawing"),
          .tip = tr("Divide the samples by a scheme, without what was drawn"),
          .act = [this] {
              perform(tr("Drop the drawn clients"),
                      [data = m_data](const JsonNode& root, const RunPlan& plan) {
                          return droppedSplit(root, plan, *data);
                      });
          }}});
}

void SplitOffer::perform(const QString& label,
                         std::function<Changes(const JsonNode& root, const RunPlan& plan)> work)
{
    m_job.run([work = std::move(work),
               root = m_document.checked().json,
               clients = m_document.checked().clients] { return work(*root, clients->run); },
              [this, label](const Changes& changes) {
                  if (changes)
                      (void)m_document.apply(label, *changes);
                  else
                      m_bar.say(problemInWords(
                          changes.error(), m_document.checked().json.get(), m_document.registry()));
              });
}

} // namespace coterie::ui
