#include "core/data/generators/glyph_digits.h"
#include "core/data/generators/pen.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

namespace tst_glyph_digits {

using namespace coterie;

namespace {

constexpr std::size_t kPixels = 28 * 28;

std::span<const std::uint8_t> imageOf(const Dataset& dataset, std::size_t sample)
{
    return std::span(std::get<std::vector<std::uint8_t>>(dataset.train.values))
        .subspan(sample * kPixels, kPixels);
}

const std::vector<std::uint8_t>& bytesOf(const Dataset& dataset)
{
    return std::get<std::vector<std::uint8_t>>(dataset.train.values);
}

template <typename Row>
double squaredDistance(std::span<const std::uint8_t> image, const Row& row)
{
    double sum = 0;
    for (std::size_t i = 0; i < kPixels; ++i) {
        const double difference = static_cast<double>(image[i]) - static_cast<double>(row[i]);
        sum += difference * difference;
    }
    return sum;
}

} // namespace

class TestGlyphDigits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyDigitHasSeveralWaysToWriteIt()
    {
        for (int digit = 0; digit < 10; ++digit) {
            const std::span<const Glyph> templates = glyphTemplates(digit);
            QVERIFY(templates.size() >= 3);
            for (const Glyph& glyph : templates) {
                QVERIFY(!glyph.empty());
                for (const PenStroke& stroke : glyph) {
                    QVERIFY(stroke.size() >= 2);
                    for (const PenPoint& point : stroke)
                        QVERIFY(point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1);
                }
            }
        }
    }

    void describesItself()
    {
        const Dataset dataset = makeGlyphDigits({.samples = 25});
        QCOMPARE(dataset.train.count(), std::size_t{25});
        QCOMPARE(dataset.train.labels.size(), std::size_t{25});
        QVERIFY(dataset.train.shape == (SampleShape{.channels = 1, .height = 28, .width = 28}));
        QCOMPARE(dataset.officialTest.count(), std::size_t{0});
        QCOMPARE(dataset.classes, std::size_t{10});
        QCOMPARE(dataset.classNames.size(), std::size_t{10});
    }

    void everyTenSamplesHoldEachDigitOnce()
    {
        const Dataset dataset = makeGlyphDigits({.samples = 200});
        std::set<std::vector<std::int32_t>> orders;
        for (std::size_t first = 0; first < 200; first += 10) {
            const auto begin = dataset.train.labels.begin() + static_cast<std::ptrdiff_t>(first);
            const std::vector<std::int32_t> order(begin, begin + 10);
            QCOMPARE((std::set<std::int32_t>(order.begin(), order.end()).size()), std::size_t{10});
            orders.insert(order);
        }
        QVERIFY(orders.size() > 15); // and the order is not always the same
    }

    void sameSeedDrawsTheSame()
    {
        const Dataset first = makeGlyphDigits({.samples = 100, .seed = 7});
        const Dataset second = makeGlyphDigits({.samples = 100, .seed = 7});
        QVERIFY(bytesOf(first) == bytesOf(second));
        QVERIFY(first.train.labels == second.train.labels);
    }

    void otherSeedDrawsOthers()
    {
        const Dataset first = makeGlyphDigits({.samples = 100, .seed = 7});
        const Dataset second = makeGlyphDigits({.samples = 100, .seed = 8});
        for (std::size_t sample = 0; sample < 100; ++sample)
            QVERIFY(!std::ranges::equal(imageOf(first, sample), imageOf(second, sample)));
        QVERIFY(first.train.labels != second.train.labels);
    }

    void fewerSamplesAreTheBeginningOfMore()
    {
        const Dataset few = makeGlyphDigits({.samples = 33});
        const Dataset many = makeGlyphDigits({.samples = 80});
        QVERIFY(std::equal(bytesOf(few).begin(), bytesOf(few).end(), bytesOf(many).begin()));
        QVERIFY(std::equal(
            few.train.labels.begin(), few.train.labels.end(), many.train.labels.begin()));
    }

    void noTwoDrawingsAreAlike()
    {
        const Dataset dataset = makeGlyphDigits({.samples = 500, .noise = 0});
        std::set<std::vector<std::uint8_t>> images;
        for (std::size_t sample = 0; sample < 500; ++sample) {
            const auto image = imageOf(dataset, sample);
            images.emplace(image.begin(), image.end());
        }
        QCOMPARE(images.size(), std::size_t{500});
    }

    void withoutNoiseThePaperIsBlackAndTheInkInside()
    {
        const Dataset dataset = makeGlyphDigits({.samples = 1000, .noise = 0});
        std::size_t cut = 0;
        for (std::size_t sample = 0; sample < 1000; ++sample) {
            const auto image = imageOf(dataset, sample);
            std::size_t inked = 0;
            bool atEdge = false;
            for (std::size_t i = 0; i < kPixels; ++i) {
                inked += image[i] > 0 ? 1 : 0;
                const bool edge = i % 28 == 0 || i % 28 == 27 || i / 28 == 0 || i / 28 == 27;
                atEdge = atEdge || (edge && image[i] > 0);
            }
            QVERIFY2(inked > 20 && inked < kPixels / 2,
                     qPrintable(QString("sample %1 has %2 inked pixels").arg(sample).arg(inked)));
            QVERIFY(std::ranges::max(image) > 100);
            cut += atEdge ? 1 : 0;
        }
        QVERIFY2(cut < 50, qPrintable(QString("%1 of 1000 touch the edge").arg(cut)));
    }

    /// Digits can be told apart by their likes but not by their average shape alone: neither noise
    /// nor a toy.
    void neighboursTellDigitsApartAndMeansDoNot()
    {
        constexpr std::size_t kKnown = 4000;
        constexpr std::size_t kAsked = 300;
        const Dataset dataset = makeGlyphDigits({.samples = kKnown + kAsked});
        std::array<std::array<double, kPixels>, 10> means{};
        for (std::size_t sample = 0; sample < kKnown; ++sample) {
            auto& mean = means[static_cast<std::size_t>(dataset.train.labels[sample])];
            const auto image = imageOf(dataset, sample);
            for (std::size_t i = 0; i < kPixels; ++i)
                mean[i] += static_cast<double>(image[i]) / (kKnown / 10);
        }
        std::size_t byNeighbour = 0;
        std::size_t byMean = 0;
        for (std::size_t asked = kKnown; asked < kKnown + kAsked; ++asked) {
            const auto image = imageOf(dataset, asked);
            double nearest = std::numeric_limits<double>::infinity();
            std::int32_t answer = -1;
            for (std::size_t known = 0; known < kKnown; ++known) {
                std::int32_t sum = 0; // whole numbers: this loop is the test's time
                const auto other = imageOf(dataset, known);
                for (std::size_t i = 0; i < kPixels; ++i) {
                    const std::int32_t difference = std::int32_t{image[i]} - std::int32_t{other[i]};
                    sum += difference * difference;
                }
                if (sum < nearest) {
                    nearest = sum;
                    answer = dataset.train.labels[known];
                }
            }
            byNeighbour += answer == dataset.train.labels[asked] ? 1 : 0;
            const auto closest = std::ranges::min_element(
                means, {}, [&](const auto& mean) { return squaredDistance(image, mean); });
            byMean += closest - means.begin() == dataset.train.labels[asked] ? 1 : 0;
        }
        const double neighbourAccuracy = static_cast<double>(byNeighbour) / kAsked;
        const double meanAccuracy = static_cast<double>(byMean) / kAsked;
        qInfo("nearest neighbour %.3f, nearest mean %.3f", neighbourAccuracy, meanAccuracy);
        QVERIFY(neighbourAccuracy > 0.9);
        QVERIFY(meanAccuracy > 0.4);
        QVERIFY(meanAccuracy < 0.85);
    }
};

COTERIE_SECTION(TestGlyphDigits)

} // namespace tst_glyph_digits

#include "tst_glyph_digits.moc"
