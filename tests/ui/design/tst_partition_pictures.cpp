#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "tests/ui/looks.h"
#include "ui/frame/theme.h"

namespace tst_partition_pictures {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// What the drawing looks like, for people to look at; the test holds that every picture is drawn,
/// that they differ and that they follow the theme.
class PartitionPicturesTest final : public QObject
{
    Q_OBJECT

private slots:
    void drawsInLightAndDark_data();
    void drawsInLightAndDark();

private:
    QTemporaryDir m_folder;
};

/// For people to look at, in the build folder; the test holds that every picture is drawn, that
/// they differ and that they follow the theme.
void PartitionPicturesTest::drawsInLightAndDark_data()
{
    QTest::addColumn<QByteArray>("partition");
    QTest::addColumn<QByteArray>("dataset");
    QTest::addColumn<QByteArray>("clients");
    QTest::addColumn<QString>("gesture");
    QTest::addColumn<QSize>("size");
    const QByteArray digits = R"({ "name": "glyphDigits", "samples": 6000 })";
    const QByteArray edges =
        R"({ "edges": [ {"name": "north 🌲", "clients": [0, 1, 2, 3, 4]}, {"name": "south", "clients": [5, 6, 7, 8]},
             {"name": "a hospital with a very long name in a town by the sea", "clients": [9, 10, 11]} ],
           "arrivals": [ {"round": 5, "clients": [2, 3]}, {"round": 14, "clients": [11]} ] })";
    const QByteArray dirichlet = R"({ "scheme": "dirichlet", "clients": 20, "alpha": 0.5 })";
    const QByteArray fourteen = R"({ "scheme": "dirichlet", "clients": 14, "alpha": 1 })";
    const auto row = [](const char* name,
                        const QByteArray& partition,
                        const QByteArray& dataset,
                        const QByteArray& clients = "{}",
                        const QString& gesture = {},
                        QSize size = {1180, 800}) {
        QTest::newRow(name) << partition << dataset << clients << gesture << size;
    };
    row("iid", R"({ "scheme": "iid", "clients": 10, "samples": 400 })", digits);
    row("dirichlet", dirichlet, digits);
    row("resized", dirichlet, digits, "{}", "taking");
    row("limited", dirichlet, digits, "{}", "growing");
    row("domains",
        R"({ "scheme": "domains", "clientsPerDomain": 2, "samples": 100 })",
        R"({ "name": "glyphDomains" })");
    row("edges", fourteen, digits, edges);
    row("moved", fourteen, digits, edges, "moving");
    row("late", fourteen, digits, edges, "late");
    row("many", R"({ "scheme": "dirichlet", "clients": 500, "alpha": 0.5, "minimum": 1 })", digits);
    row("page", dirichlet, digits, "{}", {}, {800, 470});
    row("narrow", dirichlet, digits, "{}", {}, {600, 800});
}

void PartitionPicturesTest::drawsInLightAndDark()
{
    QFETCH(QByteArray, partition);
    QFETCH(QByteArray, dataset);
    QFETCH(QByteArray, clients);
    QFETCH(QString, gesture);
    QFETCH(QSize, size);
    EditorBench page(savedPartition(m_folder, partition, dataset, clients));
    page.editor.resize(size);
    QVERIFY(page.settles());
    std::vector<QImage> pictures;
    for (const Look& look : kLooks) {
        QApplication::setPalette(look.dark ? darkPalette() : lightPalette());
        page.canvas().setSelected({2, 3});
        QTest::qWait(30);
        if (gesture == "growing" || gesture == "taking") {
            page.action(ActionId::TakeFromOthers)->setChecked(gesture == "taking");
            press(page.canvas(), endOf(page.canvas(), 4));
            moveTo(page.canvas(), endOf(page.canvas(), 4) + QPoint(140, 2));
        } else if (!gesture.isEmpty()) {
            press(page.canvas(), bodyOf(page.canvas(), 2));
            moveTo(page.canvas(),
                   gesture == "late" ? roundPoint(page.canvas(), 9) : headOf(page.canvas(), 1));
        }
        const QImage picture = drawn(page.editor, look.scale);
        QTest::keyClick(&page.canvas(), Qt::Key_Escape);
        QVERIFY(kept(picture,
                     QStringLiteral("clients-%1-%2")
                         .arg(QString::fromLatin1(QTest::currentDataTag()),
                              QString::fromLatin1(look.name))));
        pictures.push_back(picture);
    }
    QApplication::setPalette(lightPalette());
    QVERIFY(pictures[0] != pictures[2]);
    const QPoint corner(size.width() - 2, size.height() - 2);
    QVERIFY(pictures[0].pixelColor(corner).lightness()
            > pictures[2].pixelColor(corner).lightness());
    QCOMPARE(pictures[3].size(), pictures[0].size() * 2);
}

COTERIE_WIDGET_SECTION(PartitionPicturesTest)

} // namespace tst_partition_pictures

#include "tst_partition_pictures.moc"
