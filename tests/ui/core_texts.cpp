#include "tests/ui/core_texts.h"

#include "core/algorithms/registry.h"
#include "core/collaboration/sufficient_table.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/word_titles.h"
#include "core/metrics/client_numbers.h"
#include "core/metrics/metric_infos.h"
#include "core/store/exports.h"
#include "ui/words.h"

#include <QRegularExpression>

namespace coterie::ui::test {

namespace {

/// Collects each text once.
class Texts
{
public:
    void add(const QString& text)
    {
        static const QRegularExpression kWord(QStringLiteral("[A-Za-z]{2}"));
        if (text.contains(kWord) && !m_texts.contains(text))
            m_texts << text;
    }
    void add(std::string_view text) { add(toQString(text)); }
    void addPattern(std::string_view text)
    {
        QStringList numbers;
        add(withoutNumbers(toQString(text), numbers));
    }
    /// A title, or else a name, spelled out.
    void addLabel(std::string_view title, std::string_view name)
    {
        title.empty() ? add(fieldName(name)) : add(title);
    }
    void addSetting(const ParameterDescriptor& setting)
    {
        addLabel(setting.title, setting.name);
        add(setting.meaning);
        add(setting.equation);
        add(setting.unit);
        if (setting.type != ParameterType::Word && setting.type != ParameterType::Boolean) {
            addPattern(setting.allowed());
            addPattern(setting.allowed(true));
        }
    }
    void addPart(const NamedPart& part)
    {
        add(part.title);
        add(part.meaning);
        if (part.paper.find(", at ") != std::string_view::npos) // else only names
            add(part.paper);
        for (const ParameterDescriptor& setting : part.parameters)
            addSetting(setting);
    }
    [[nodiscard]] const QStringList& all() const { return m_texts; }

private:
    QStringList m_texts;
};

} // namespace

QStringList coreTexts()
{
    Texts texts;
    for (const std::span<const NamedPart> list : registry().partTables())
        for (const NamedPart& part : list)
            texts.addPart(part);
    for (const NamedPart& figure : registry().figures)
        texts.addPart(figure);
    for (const NamedPart& layer : registry().layers)
        texts.addPart(layer);
    for (const CatalogEntry& entry : dataCatalog()) {
        texts.addPart(entry.part);
        texts.add(entry.licence);
        texts.add(entry.origin);
        if (entry.part.paper.find(", as in ") != std::string_view::npos) // else only names
            texts.add(entry.part.paper);
        for (const Download& download : downloadsOf(entry.part.name))
            texts.add(download.note);
    }
    for (const fields::SettingField& field : fields::kSettings) {
        texts.addSetting(*field.descriptor);
        for (const QString& step : toQString(field.pointer).split(u'/', Qt::SkipEmptyParts))
            texts.add(fieldName(step.toStdString())); // "Model precision"
    }
    texts.addSetting(fields::kInitialPath);
    // The other objects of an experiment file, which names of settings begin with.
    for (const std::string_view step : {"algorithm",
                                        "arms",
                                        "arrivals",
                                        "clients",
                                        "dataset",
                                        "edges",
                                        "objective",
                                        "optimizer",
                                        "partition",
                                        "preprocess",
                                        "sampler",
                                        "schedule",
                                        "scheme",
                                        "step",
                                        "test",
                                        "validation"})
        texts.add(fieldName(step));
    for (const ParameterDescriptor* setting : {&fields::kArmName,
                                               &fields::kReferenceSource,
                                               &fields::kReferenceMetric,
                                               &fields::kReferenceUnit,
                                               &fields::kReferenceOver,
                                               &fields::kReferenceTarget})
        texts.addSetting(*setting);
    for (const WordTitle& word : wordTitles())
        texts.add(word.title);
    for (const MetricInfo& metric : metricInfos()) {
        texts.addLabel(metricTitle(metric.name), metric.name);
        texts.add(metric.unit);
        texts.add(metric.meaning);
    }
    for (const ClientNumberInfo& number : clientNumberInfos())
        texts.add(number.title);
    for (const ExportKind& kind : exportKinds())
        texts.add(kind.meaning);
    const SufficientSetting sufficient = sufficientSetting({}).value();
    texts.addPattern(sizeNote(sufficient));
    texts.addPattern(boundNote(sufficient));
    return texts.all();
}

} // namespace coterie::ui::test
