#include "core/train/rank_links.h"
#include "core/train/shared_parcels.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <thread>
#include <utility>
#include <vector>

namespace tst_rank_links {

using namespace coterie;
using namespace std::chrono_literals;

namespace {

/// Long enough for a machine that is busy.
constexpr auto kPatience = 120s;

using Links = std::unique_ptr<RankLinks>;

/// Two ranks in this process, which have met.
std::pair<Links, Links> met(const QTemporaryDir& folder, bool sharesMemory)
{
    static int number = 0;
    const auto file = folder.filePath(QString::number(++number)).toStdString();
    std::array<Links, 2> links;
    {
        std::array<std::jthread, 2> threads;
        for (int rank = 0; rank < 2; ++rank)
            threads[std::size_t(rank)] = std::jthread([&, rank] {
                auto joined = RankLinks::join(
                    {.rank = rank, .count = 2, .file = file, .sharesMemory = sharesMemory});
                if (joined)
                    links[std::size_t(rank)] = *std::move(joined);
            });
    }
    return {std::move(links[0]), std::move(links[1])};
}

std::shared_ptr<const std::string> message(std::size_t bytes, char first)
{
    std::string text(bytes, '\0');
    for (std::size_t i = 0; i < bytes; ++i)
        text[i] = static_cast<char>(first + static_cast<char>(i % 101));
    return std::make_shared<const std::string>(std::move(text));
}

/// Sizes of the parcels that this process has, with the files to try whether they can be read.
std::vector<std::size_t> parcelSizes()
{
    std::vector<std::size_t> sizes;
    for (const auto& file : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code ignored; // it may be closed meanwhile
        const auto target = std::filesystem::read_symlink(file, ignored).string();
        if (target.find("coterie-parcel") != std::string::npos)
            sizes.push_back(std::filesystem::file_size(file, ignored));
    }
    return sizes;
}

std::size_t parcels()
{
    return parcelSizes().size();
}

std::size_t parcelBytes()
{
    const std::vector<std::size_t> sizes = parcelSizes();
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0});
}

/// Lets both find out that they are on one machine; whether the next long message is not sent.
bool sharesMemory(RankLinks& here, RankLinks& there)
{
    for (int turn = 0; turn < 2; ++turn) {
        there.send(0, 1, message(10, 'a'));
        static_cast<void>(here.receive(1, 1, kPatience));
        here.send(1, 1, message(10, 'b'));
        static_cast<void>(there.receive(0, 1, kPatience));
    }
    here.send(1, 1, message(10'000, 'c'));
    const bool isShared = there.receive(0, 1, kPatience).own.empty();
    here.settle(kPatience);
    there.settle(kPatience);
    return isShared;
}

} // namespace

/// Messages between ranks, through connections and through memory that both see.
class TestRankLinks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const Result<void> available = checkRanksAvailable(); !available)
            QSKIP(available.error().sentence().c_str());
    }

    void messagesOfEverySizeArrive_data()
    {
        QTest::addColumn<bool>("sharesMemory");
        QTest::newRow("connections") << false;
        QTest::newRow("memory") << true;
    }
    void messagesOfEverySizeArrive()
    {
        QFETCH(const bool, sharesMemory);
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, sharesMemory);
        QVERIFY(here && there);
        const std::array<RankLinks*, 2> ends{here.get(), there.get()};
        std::size_t most = 0;
        for (const std::size_t bytes :
             {0, 1, 4095, 4096, 4097, 1'000'000, 9'000'000, 5000, 8'000'000})
            for (int turn = 0; turn < 3; ++turn) {
                const auto first = static_cast<char>(turn);
                for (int rank = 0; rank < 2; ++rank)
                    ends[std::size_t(rank)]->send(
                        1 - rank, 1, message(bytes, static_cast<char>(first + rank)));
                for (int rank = 0; rank < 2; ++rank)
                    QVERIFY(ends[std::size_t(rank)]->receive(1 - rank, 1, kPatience).text()
                            == *message(bytes, static_cast<char>(first + 1 - rank)));
                for (RankLinks* end : ends)
                    end->settle(kPatience);
                most = std::max(most, parcels());
            }
        // A probe and a parcel of each; none where nothing is shared.
        QCOMPARE(most, std::size_t(sharesMemory ? 4 : 0));
    }

    void whatIsGivenUpKeepsItsMemory()
    {
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        here->send(1, 1, message(20'000, 'c')); // which rank 1 does not read yet
        here->giveUpUnsettled();
        for (const char first : {'d', 'e'}) {
            here->send(1, 2, message(20'000, first));
            QVERIFY(there->receive(0, 2, kPatience).text() == *message(20'000, first));
            here->settle(kPatience);
        }
        QVERIFY(there->receive(0, 1, kPatience).text() == *message(20'000, 'c'));
    }

    void whatWasReadMayBeSentAgain()
    {
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        const auto same = message(20'000, 'c');
        for (int turn = 0; turn < 2; ++turn) {
            here->send(1, 1, same);
            QVERIFY(there->receive(0, 1, kPatience).text() == *same);
            here->settle(kPatience);
            here->giveUpUnsettled(); // which empties parcels
        }
    }

    void whatIsReadStays()
    {
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        here->send(1, 1, message(20'000, 'c'));
        const ArrivedMessage first = there->receive(0, 1, kPatience);
        here->send(1, 1, message(20'000, 'd'));
        QVERIFY(there->receive(0, 1, kPatience).text() == *message(20'000, 'd'));
        QVERIFY(first.own.empty() && first.text() == *message(20'000, 'c'));
    }

    void memoryIsGivenBack()
    {
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        const std::size_t bytes = std::size_t{70} << 20;
        here->send(1, 1, message(bytes, 'c'));
        QVERIFY(parcelBytes() >= bytes);
        QVERIFY(there->receive(0, 1, kPatience).text() == *message(bytes, 'c'));
        here->settle(kPatience);
        QVERIFY(parcelBytes() < 20'000);
        here->send(1, 1, message(1'000'000, 'd'));
        QVERIFY(there->receive(0, 1, kPatience).text() == *message(1'000'000, 'd'));
        here->settle(kPatience);
        QVERIFY(parcelBytes() >= 1'000'000); // for the next one
        here->giveUpUnsettled();
        there->giveUpUnsettled();
        QVERIFY(parcelBytes() < 20'000);
    }

    void whoHasGoneOnReadsNothingMoreOfBefore()
    {
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        const std::size_t before = parcels();
        for (int channel = 1; channel < 6; ++channel) {
            here->send(1, channel, message(20'000, 'c'));
            here->giveUpUnsettled();
            there->send(0, channel + 1, message(10, 'd'));
            QVERIFY(here->receive(1, channel + 1, kPatience).text() == *message(10, 'd'));
        }
        QVERIFY(parcels() <= before + 1); // used again
    }

    void whatHasNoRoomGoesThroughTheConnection()
    {
        const QTemporaryDir folder;
        const auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        const auto usualHandler = std::signal(SIGXFSZ, SIG_IGN); // as the programs do
        rlimit usual = {};
        ::getrlimit(RLIMIT_FSIZE, &usual);
        rlimit low = usual;
        low.rlim_cur = 50'000;
        ::setrlimit(RLIMIT_FSIZE, &low);
        here->send(1, 1, message(200'000, 'c'));
        ::setrlimit(RLIMIT_FSIZE, &usual);
        std::signal(SIGXFSZ, usualHandler);
        const ArrivedMessage arrived = there->receive(0, 1, kPatience);
        QVERIFY(arrived.text() == *message(200'000, 'c'));
        QVERIFY(arrived.text().data() == arrived.own.data());
        here->send(1, 1, message(200'000, 'd'));
        const ArrivedMessage next = there->receive(0, 1, kPatience);
        QVERIFY(next.text() == *message(200'000, 'd'));
        QVERIFY(next.own.empty());
    }

    void oneMessageToTwoIsPackedOnce()
    {
        ParcelExchange sender(3, true);
        std::array<std::unique_ptr<ParcelExchange>, 2> readers;
        for (std::size_t i = 0; i < readers.size(); ++i) {
            readers[i] = std::make_unique<ParcelExchange>(3, true);
            readers[i]->learn(0, sender.pack(static_cast<int>(i) + 1, {}, false).note);
            sender.learn(static_cast<int>(i) + 1, readers[i]->pack(0, {}, false).note);
        }
        const auto text = message(10'000, 'a');
        const auto one = sender.pack(1, text, true);
        const auto other = sender.pack(2, text, true);
        QVERIFY(one.note.parcel >= 0);
        QCOMPARE(one.note.parcel, other.note.parcel);
        for (const auto& reader : readers)
            QVERIFY(reader->read(0, one.note.parcel, text->size()) == std::string_view(*text));
        QVERIFY(!readers[0]->read(0, one.note.parcel, 10'001)); // behind its end
        QVERIFY(!readers[0]->read(0, -1, 1));
    }

    /// Of another machine, or of another space of process numbers, in which another process has
    /// the number.
    void strangersShareNothing()
    {
        const ParcelShelf shelf(true);
        const ParcelShelf other(true);
        QVERIFY(ParcelReader().find(shelf.place(), other.place()));
        ParcelShelfPlace far = shelf.place();
        ++far.machine;
        QVERIFY(!ParcelReader().find(far, other.place()));
        ParcelShelfPlace foreign = shelf.place();
        ++foreign.number;
        QVERIFY(!ParcelReader().find(foreign, other.place()));
        foreign = shelf.place();
        foreign.process = 1'999'999'999;
        QVERIFY(!ParcelReader().find(foreign, other.place()));
        QVERIFY(!ParcelReader().find(ParcelShelf(false).place(), other.place()));
    }

    void oneThatIsGoneIsNamed()
    {
        const QTemporaryDir folder;
        auto [here, there] = met(folder, true);
        QVERIFY(here && there && sharesMemory(*here, *there));
        here->send(1, 1, message(10'000, 'c'));
        here->send(1, 2, message(10, 'd'));
        QVERIFY(there->receive(0, 2, kPatience).text() == *message(10, 'd'));
        int lost = -1;
        try {
            there.reset();
            here->settle(kPatience);
        } catch (const RankLost& gone) {
            lost = gone.rank;
        }
        QCOMPARE(lost, 1);
    }
};

COTERIE_SECTION(TestRankLinks)

} // namespace tst_rank_links

#include "tst_rank_links.moc"
