#pragma once

#include "core/algorithms/registry.h"
#include "core/base/hash.h"
#include "core/run/open_bundle.h"
#include "core/store/bundle.h"
#include "core/store/run_store.h"
#include "tests/core/fixtures/small_experiment.h"

#include <QRegularExpression>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// What the tests of imported bundles share.
namespace coterie::test {

[[nodiscard]] inline std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void put(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream(file, std::ios::binary) << bytes;
}

[[nodiscard]] inline std::vector<std::pair<std::string, std::string>>
filesIn(const std::filesystem::path& folder)
{
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            files[std::filesystem::relative(entry.path(), folder).string()] =
                contentOf(entry.path());
    return {files.begin(), files.end()};
}

[[nodiscard]] inline std::vector<std::int64_t> idsIn(RunStore& store)
{
    std::vector<std::int64_t> ids;
    const auto rows = store.runs();
    for (const RunRow& row : *rows)
        ids.push_back(row.id);
    return ids;
}

/// "added 1 2, known 3", else why not.
[[nodiscard]] inline QString imported(RunStore& store, const std::filesystem::path& file)
{
    const Result<BundleFiles> files = openBundle(file);
    if (!files)
        return QString::fromStdString(files.error().sentence());
    const Result<ImportedRuns> runs = store.importBundle(*files, registry());
    if (!runs)
        return QString::fromStdString(runs.error().sentence());
    QString text = "added";
    for (const std::int64_t run : runs->added)
        text += QString(" %1").arg(run);
    text += ", known";
    for (const std::int64_t run : runs->known)
        text += QString(" %1").arg(run);
    return text;
}

/// A folder of its own, and in it a small bundle with one HCCT run of two rounds.
class BundleFolder
{
public:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    void makeBundle() const
    {
        static_cast<void>(undisturbedExports(
            SmallExperiment{.rounds = 2,
                            .arms = R"([{"name": "HCCT", "algorithm": {"name": "hcct"}}])"}
                .read(),
            path("own.sqlite")));
        const auto store = *RunStore::open(path("own.sqlite"));
        QVERIFY(exportBundle(*store, idsIn(*store), path("bundle")).has_value());
    }
    /// Replaces the first match in a file of the bundle and tells the manifest its new digest.
    void forge(const std::string& name, const QString& pattern, const QString& by) const
    {
        const std::filesystem::path file = path("bundle") / name;
        const std::string before = contentOf(file);
        QString text = QString::fromStdString(before);
        const QRegularExpressionMatch match = QRegularExpression(pattern).match(text);
        QVERIFY2(match.hasMatch(), qPrintable(text.left(2000)));
        text.replace(match.capturedStart(), match.capturedLength(), by);
        put(file, text.toStdString());
        if (name == "manifest.json")
            return;
        QString manifest = QString::fromStdString(contentOf(path("bundle/manifest.json")));
        manifest.replace(QString::fromStdString(sha256(before)),
                         QString::fromStdString(sha256(text.toStdString())));
        put(path("bundle/manifest.json"), manifest.toStdString());
    }

private:
    QTemporaryDir m_folder;
};

} // namespace coterie::test
