#include "ui/views/data_words.h"

#include "core/data/sample_pictures.h"
#include "ui/core_sentences.h"
#include "ui/words.h"

#include <QStringList>

namespace coterie::ui {

QString samplesText(const Dataset& dataset)
{
    if (dataset.streams > 0)
        return say("samples as needed for %1 clients").arg(countText(dataset.streams));
    if (dataset.officialTest.count() == 0)
        return say("%1 samples").arg(countText(dataset.train.count()));
    return say("%1 + %2 test samples")
        .arg(countText(dataset.train.count()), countText(dataset.officialTest.count()));
}

QString shapeText(const SampleShape& shape)
{
    const auto times = [](std::initializer_list<std::size_t> sizes) {
        QStringList words;
        for (const std::size_t size : sizes)
            words << QString::number(size);
        return words.join(QStringLiteral("×"));
    };
    if (lookOf(shape) == SampleLook::Table)
        return counted(qsizetype(shape.channels), say("1 feature"), say("%1 features"));
    if (lookOf(shape) == SampleLook::Slice)
        return say("scans of %1").arg(times({shape.depth, shape.height, shape.width}));
    const QString size = times({shape.height, shape.width});
    if (shape.channels == 1)
        return say("%1 grey").arg(size);
    if (shape.channels == 3)
        return say("%1 in colour").arg(size);
    return say("%1 of %2 channels").arg(size).arg(shape.channels);
}

QString answerText(const Dataset& dataset)
{
    if (dataset.task() == Task::Classes)
        return counted(qsizetype(dataset.classes), say("1 class"), say("%1 classes"));
    return dataset.task() == Task::Mask ? say("a mask") : say("a number to predict");
}

QString factsText(const Dataset& dataset)
{
    const QString inputs =
        dataset.inputsAreClasses
            ? say("windows of %1 characters").arg(countText(dataset.train.shape.channels))
            : shapeText(dataset.train.shape);
    QStringList facts{samplesText(dataset), inputs, answerText(dataset)};
    const auto domains = qsizetype(dataset.domainNames.size());
    if (domains > 0)
        facts << (dataset.domainsAreClients ? counted(domains, say("1 client"), say("%1 clients"))
                                            : counted(domains, say("1 domain"), say("%1 domains")));
    QString text = facts.join(QStringLiteral(" · "));
    for (const std::string& note : dataset.notes)
        text += '\n' + sentenceFromCore(note);
    return text;
}

QString nameOf(const std::vector<std::string>& names, std::int32_t number)
{
    const auto place = std::size_t(number);
    return place < names.size() ? toQString(names[place]) : QString::number(number);
}

QString labelText(const Dataset& dataset, const Samples& samples, std::int32_t index)
{
    if (dataset.task() == Task::Mask)
        return {};
    if (dataset.task() == Task::Classes)
        return nameOf(dataset.classNames, samples.labels[std::size_t(index)]);
    std::vector<double> targets;
    gatherTargets(samples, std::span<const std::int32_t>(&index, 1), targets);
    return numberText(targets.front());
}

} // namespace coterie::ui
