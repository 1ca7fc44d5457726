#include "core/algorithms/algorithm.h"
#include "core/algorithms/registry.h"
#include "core/sampling/sampler.h"
#include "core/train/local_work.h"
#include "tests/sections.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace tst_registry {

using namespace coterie;

namespace {

using Parts = std::span<const NamedPart>;

std::vector<std::pair<const char*, Parts>> lists()
{
    const Registry& all = registry();
    return {{"algorithm", all.algorithms},
            {"sampler", all.samplers},
            {"objective", all.objectives},
            {"optimizer", all.optimizers},
            {"schedule", all.schedules},
            {"dataset", all.datasets},
            {"partition", all.partitions},
            {"model", all.models},
            {"preprocess step", all.preprocessSteps}};
}

QString named(std::string_view word)
{
    return QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()));
}

Part withDefaults(const NamedPart& known)
{
    Part part{.name = std::string(known.name), .parameters = {}};
    for (const ParameterDescriptor& parameter : known.parameters)
        part.parameters.set(parameter.name, parameter.defaultValue());
    return part;
}

/// The C++ files of core, ui and app, by their path from the project's root.
std::map<QString, QString> sources()
{
    const QDir root(QStringLiteral(COTERIE_SOURCE_DIR));
    std::map<QString, QString> texts;
    for (const char* folder : {"core", "ui", "app"}) {
        QDirIterator files(root.filePath(QString::fromLatin1(folder)),
                           {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                           QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly))
                texts[root.relativeFilePath(file.fileName())] = QString::fromUtf8(file.readAll());
        }
    }
    return texts;
}

} // namespace

class TestRegistry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPartCanBeDescribed_data()
    {
        QTest::addColumn<const NamedPart*>("part");
        for (const auto& [kind, parts] : lists()) {
            QVERIFY2(!parts.empty(), kind);
            for (const NamedPart& part : parts)
                QTest::addRow("%s %s", kind, qPrintable(named(part.name))) << &part;
        }
    }

    void everyPartCanBeDescribed()
    {
        QFETCH(const NamedPart*, part);
        QVERIFY(!part->name.empty());
        QVERIFY(!part->title.empty());
        QVERIFY(part->meaning.size() > 10);
        std::set<std::string_view> names;
        for (const ParameterDescriptor& parameter : part->parameters) {
            QVERIFY2(names.insert(parameter.name).second, qPrintable(named(parameter.name)));
            QVERIFY2(!parameter.meaning.empty(), qPrintable(named(parameter.name)));
            QVERIFY2(!parameter.allowed().empty(), qPrintable(named(parameter.name)));
        }
    }

    /// What is said of a parameter is for readers who have papers and this program, nothing else.
    void equationsAreThoseOfPapers_data() { everyPartCanBeDescribed_data(); }

    void equationsAreThoseOfPapers()
    {
        constexpr std::array<std::string_view, 27> kSources{"All-for-one",
                                                            "APFL",
                                                            "CoBo",
                                                            "Ditto",
                                                            "DivFL",
                                                            "FedAMP",
                                                            "FedAvg",
                                                            "FedBN",
                                                            "FedDyn",
                                                            "FedProx",
                                                            "HCCT",
                                                            "HeurFedAMP",
                                                            "HiCS-FL",
                                                            "HierFAVG",
                                                            "IFCA",
                                                            "MAXFL",
                                                            "MOON",
                                                            "Per-FedAvg",
                                                            "pFedGP",
                                                            "Power-of-Choice",
                                                            "SCAFFOLD",
                                                            "WGA-BC",
                                                            "pFedMe",
                                                            "sFedHP",
                                                            "released code",
                                                            "The released code of",
                                                            "Fraboni et al. 2021"};
        QFETCH(const NamedPart*, part);
        for (const ParameterDescriptor& parameter : part->parameters) {
            const std::string_view said = parameter.equation;
            const bool isKnown = std::ranges::any_of(
                kSources, [&](std::string_view source) { return said.starts_with(source); });
            QVERIFY2(said.empty() || isKnown,
                     qPrintable(named(parameter.name) + QStringLiteral(": ") + named(said)));
            for (const std::string_view text :
                 {parameter.meaning, said, part->meaning, part->paper})
                QVERIFY2(!named(text).contains(QStringLiteral("ALGORITHMS"))
                             && !named(text).contains(QStringLiteral(".md")),
                         qPrintable(named(parameter.name) + QStringLiteral(": ") + named(text)));
        }
    }

    void defaultsLieInTheirRanges()
    {
        for (const auto& [kind, parts] : lists())
            for (const NamedPart& part : parts)
                for (const ParameterDescriptor& parameter : part.parameters) {
                    const QByteArray place =
                        (named(part.name) + "/" + named(parameter.name)).toUtf8();
                    for (const bool codeProfile : {false, true}) {
                        const ParameterValue value = parameter.defaultValue(codeProfile);
                        const double* real = std::get_if<double>(&value);
                        const std::int64_t* integer = std::get_if<std::int64_t>(&value);
                        if (real || integer) {
                            const double number = real ? *real : static_cast<double>(*integer);
                            const NumberRange& range = parameter.range;
                            QVERIFY2(number >= range.minimum && number <= range.maximum,
                                     place.constData());
                            QVERIFY2(!range.minimumExcluded || number > range.minimum,
                                     place.constData());
                            QVERIFY2(!range.maximumExcluded || number < range.maximum,
                                     place.constData());
                        }
                        if (parameter.type == ParameterType::Word)
                            QVERIFY2(
                                std::ranges::find(parameter.words, std::get<std::string>(value))
                                    != parameter.words.end(),
                                place.constData());
                    }
                }
    }

    void namesAreUniqueWithinAKind()
    {
        for (const auto& [kind, parts] : lists()) {
            std::set<std::string_view> names;
            for (const NamedPart& part : parts) {
                QVERIFY2(names.insert(part.name).second, qPrintable(named(part.name)));
                QVERIFY(findPart(parts, part.name) == &part);
            }
        }
    }

    void everyNameMakesItsObject()
    {
        for (const NamedPart& part : registry().algorithms) {
            RunPlan plan;
            plan.algorithm = withDefaults(part);
            QVERIFY(makeAlgorithm(plan) != nullptr);
        }
        for (const NamedPart& part : registry().samplers)
            QVERIFY(makeSampler(withDefaults(part)) != nullptr);
        for (const NamedPart& part : registry().objectives)
            QVERIFY(makeObjective(withDefaults(part)) != nullptr);
        for (const NamedPart& part : registry().optimizers)
            QVERIFY(makeOptimizer(withDefaults(part))->learningRate() > 0);
        for (const NamedPart& part : registry().schedules)
            QVERIFY(makeSchedule(withDefaults(part))->rate(0.1, 0) > 0);
    }

    /// A new algorithm is a file, its name in the list, and a test. Nothing else may name it, so
    /// that nothing else has to change.
    void onlyTheListNamesAnAlgorithm()
    {
        const std::map<QString, QString> texts = sources();
        const QString list = QStringLiteral("core/algorithms/algorithm.h");
        static const QRegularExpression entry(
            QStringLiteral("MadePart<Algorithm> (k\\w+)(?: =\\s+madeAs<Algorithm|\\{)"));
        std::size_t found = 0;
        for (const auto& [header, text] : texts) {
            if (!header.startsWith(QStringLiteral("core/algorithms/")))
                continue;
            for (auto matches = entry.globalMatch(text); matches.hasNext(); ++found) {
                const QString name = matches.next().captured(1);
                const QRegularExpression word(QStringLiteral("\\b%1\\b").arg(name));
                for (const auto& [file, content] : texts) {
                    const qsizetype expected = file == header || file == list ? 1 : 0;
                    QVERIFY2(content.count(word) == expected,
                             qPrintable(name + QStringLiteral(" in ") + file));
                }
            }
        }
        QCOMPARE(found, registry().algorithms.size());
    }

    /// An algorithm is one file. Where tests or another algorithm need some of it, that is in a
    /// header, which nothing else includes.
    void algorithmsHaveHeadersOfTheirOwn()
    {
        const std::map<QString, QString> texts = sources();
        for (const auto& [source, text] : texts) {
            if (!source.startsWith(QStringLiteral("core/algorithms/"))
                || !text.contains(QStringLiteral("madeAs<Algorithm")))
                continue;
            QVERIFY2(source.endsWith(QStringLiteral(".cpp")), qPrintable(source));
            const QString header =
                QString(source).replace(QStringLiteral(".cpp"), QStringLiteral(".h"));
            const QString include = QStringLiteral("#include \"%1\"").arg(header);
            for (const auto& [file, content] : texts)
                QVERIFY2(!content.contains(include)
                             || file.startsWith(QStringLiteral("core/algorithms/")),
                         qPrintable(file + QStringLiteral(" includes ") + header));
        }
    }
};

COTERIE_SECTION(TestRegistry)

} // namespace tst_registry

#include "tst_registry.moc"
