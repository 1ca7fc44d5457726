#include "core/base/base64.h"
#include "tests/core/algorithms/played.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <span>
#include <string>
#include <vector>

namespace tst_external_speed {

using namespace coterie;

constexpr std::size_t kClients = 100;

/// The other side: answers at once with a matrix that it has made before, in which everybody is
/// alone.
int answerAtOnce(int, char**)
{
    const Matrix alone = identityMatrix(kClients);
    const std::string matrix = toBase64(std::as_bytes(std::span(alone.values)));
    std::string line;
    for (int round = 0; std::getline(std::cin, line); ++round) {
        if (round == 0)
            std::cout << "{\"message\": \"ready\", \"protocol\": 1}" << std::endl;
        else
            std::cout << "{\"message\": \"answer\", \"round\": " << round
                      << ", \"A\": {\"shape\": [100, 100], \"float64\": \"" << matrix << "\"}}"
                      << std::endl;
    }
    return 0;
}

const tests::Section kOtherSide = tests::Section::companion("external_other_side", &answerAtOnce);

/// What a command adds to a round, its own time left out.
class TestExternalSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRoundOfAHundredClientsWaitsLittle()
    {
        const RunPlan alone = small::plan(small::sgd(0.1, 8, 1), "independent");
        RunPlan asking = alone;
        asking.rounds = 1000;
        asking.algorithm = small::part(
            registry().algorithms,
            "external",
            {{"command",
              std::vector<std::string>{QCoreApplication::applicationFilePath().toStdString(),
                                       "external_other_side"}},
             {"wants", std::vector<std::string>{"gram"}}});
        const double without = medianRound(alone);
        const double with = medianRound(asking);
        const double added = std::max(0.0, with - without);
        qInfo("100 clients, gram: %.2f ms a round with a command, %.2f ms alone: it adds %.2f ms",
              with,
              without,
              added);
        QVERIFY2(added <= (tests::wideMargin() ? 50 : 5), qPrintable(QString::number(added)));
    }

private:
    /// In milliseconds; the first rounds, in which a command starts, are left out.
    static double medianRound(const RunPlan& plan)
    {
        Shards shards = small::shards(std::vector<std::size_t>(kClients, 8));
        small::Played played(plan, small::table(1500, 6, 3), shards, small::perceptron());
        played.algorithm->take({.given = true, .folder = "/"});
        std::vector<double> milliseconds;
        QElapsedTimer clock;
        for (int round = 0; round < 60; ++round) {
            clock.start();
            static_cast<void>(
                small::playRound(played.federation, *played.algorithm, *played.sampler, round));
            if (round >= 5)
                milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        std::ranges::nth_element(milliseconds,
                                 milliseconds.begin()
                                     + static_cast<std::ptrdiff_t>(milliseconds.size() / 2));
        return milliseconds[milliseconds.size() / 2];
    }
};

COTERIE_SECTION(TestExternalSpeed)

} // namespace tst_external_speed

#include "tst_external_speed.moc"
