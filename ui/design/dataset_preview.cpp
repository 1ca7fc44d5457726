#include "ui/design/dataset_preview.h"

#include "ui/design/missing_data.h"
#include "ui/say.h"
#include "ui/views/data_words.h"
#include "ui/views/sample_images.h"
#include "ui/views/thumbnail_strip.h"
#include "ui/words.h"

#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace coterie::ui {

namespace {

struct LookAtData
{
    QString facts; ///< or why there are none
    std::vector<QImage> samples;
};

LookAtData looked(RunData& data, const RunPlan& plan)
{
    const Result<std::shared_ptr<const Dataset>> dataset = data.samplesToDeal(plan);
    if (!dataset)
        return {.facts = troubleText(dataset.error(),
                                     say("Its samples are shown here once its files are on this "
                                         "machine.")),
                .samples = {}};
    return {.facts = factsText(**dataset), .samples = thumbnailsOf(**dataset, kThumbnails)};
}

} // namespace

DatasetPreview::DatasetPreview(std::shared_ptr<RunData> runData, QWidget* parent)
    : QWidget(parent)
    , m_data(std::move(runData))
    , m_facts(new QLabel(this))
    , m_samples(new ThumbnailStrip(this))
{
    m_facts->setObjectName(QStringLiteral("dataFacts"));
    m_facts->setWordWrap(true);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_samples->setObjectName(QStringLiteral("dataSamples"));
    m_samples->setToolTip(tr("Some samples, prepared as below; the Data page shows all of them"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_samples);
    layout->addWidget(m_facts);
}

void DatasetPreview::showData(const RunPlan& plan)
{
    if (m_plan && m_plan->data.dataset == plan.data.dataset
        && m_plan->data.preprocess == plan.data.preprocess)
        return;
    // While a setting of it changes, the samples stay until the new ones are there.
    if (!m_plan || m_plan->data.dataset.name != plan.data.dataset.name) {
        m_facts->setText(tr("Reading …"));
        m_samples->setImages({});
    }
    m_plan = plan;
    readAgain();
}

void DatasetPreview::readAgain()
{
    if (!m_plan)
        return;
    m_reading.run([data = m_data, plan = *m_plan] { return looked(*data, plan); },
                  [this](LookAtData look) {
                      m_facts->setText(look.facts);
                      m_samples->setVisible(!look.samples.empty());
                      m_samples->setImages(std::move(look.samples));
                  });
}

} // namespace coterie::ui
