#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <QDir>
#include <QFile>

namespace tst_picture_runs {

using namespace coterie;
using namespace coterie::test;

/// Runs on pictures that had to be decoded.
class TestPictureRuns : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstReportSaysWhatDecodedThePictures()
    {
        putPictures();
        playUntil(1, experiment(), options());
        const auto reports = *(*store())->reports(1);
        QCOMPARE(reports.size(), std::size_t{2});
        const auto told = picturesNotes(reports[0]);
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY2(told.front().sentence.starts_with("Pictures decoded by libpng "),
                 told.front().sentence.c_str());
        QCOMPARE(told.front().severity, Severity::Information);
        QVERIFY(picturesNotes(reports[1]).empty());
    }

    void aResumeWithTheSamePicturesSaysNothing()
    {
        putPictures();
        playUntil(1, experiment(), options());
        resume();
        const auto reports = *(*store())->reports(1);
        QCOMPARE(reports.size(), std::size_t{4});
        for (const RoundReport& report : reports)
            QCOMPARE(picturesNotes(report).size(), std::size_t{report.round == 0 ? 1U : 0U});
    }

    void aResumeWithOtherPicturesIsToldAndGoesOn()
    {
        putPictures();
        playUntil(1, experiment(), options());
        QVERIFY(QFile::remove(m_folder->filePath("mine/a/0.png")));
        copySeed("png/colour_alpha", "mine/a/0.png"); // of the same size
        resume();
        const auto reports = *(*store())->reports(1);
        QCOMPARE(reports.size(), std::size_t{4});
        const auto told = picturesNotes(reports[2]);
        QCOMPARE(told.size(), std::size_t{1});
        QCOMPARE(told.front().severity, Severity::Warning);
        QVERIFY2(contains(told.front().sentence, "Resumed with pictures of other values")
                     && contains(told.front().sentence,
                                 "Then: " + picturesNotes(reports[0]).front().sentence),
                 told.front().sentence.c_str());
    }

private:
    void copySeed(const QString& seed, const QString& name) const
    {
        const QString to = m_folder->filePath(name);
        QVERIFY(QDir().mkpath(to.section('/', 0, -2)));
        QVERIFY(QFile::copy(QStringLiteral(COTERIE_SOURCE_DIR "/tests/fuzz/corpus/") + seed, to));
    }
    void putPictures() const
    {
        for (int number = 0; number < 8; ++number)
            for (const char* name : {"a", "b"})
                copySeed("png/colour", QString("mine/%1/%2.png").arg(name).arg(number));
    }
    [[nodiscard]] Experiment experiment() const
    {
        const std::string text =
            "{\"schema\": 1, \"name\": \"pictures\", \"data\": {\"dataset\": {\"name\": "
            "\"imageFolder\", \"path\": \""
            + m_folder->filePath("mine").toStdString()
            + "\"}, \"partition\": {\"scheme\": \"iid\", \"clients\": 2}}, \"model\": {\"name\": "
              "\"mlr\"}, \"local\": {\"optimizer\": {\"name\": \"sgd\", \"learningRate\": 0.1}, "
              "\"batch\": 4, \"localEpochs\": 1}, \"arms\": [{\"name\": \"A\", \"algorithm\": "
              "{\"name\": \"fedavg\"}}], "
              "\"rounds\": 3, \"seeds\": [1], \"checkpointSeconds\": 0}";
        const Result<Experiment, Problems> read = parseExperiment(text, registry());
        if (!read)
            qFatal("%s", sentences(read.error()).c_str());
        return *read;
    }
    void resume() const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
    }
    [[nodiscard]] static std::vector<Event> picturesNotes(const RoundReport& report)
    {
        std::vector<Event> found;
        for (const Event& event : report.events)
            if (kindOf(event.what) == "pictures")
                found.push_back(event);
        return found;
    }
};

COTERIE_SECTION(TestPictureRuns)

} // namespace tst_picture_runs

#include "tst_picture_runs.moc"
