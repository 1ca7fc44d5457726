#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/curve_runs.h"
#include "ui/client_texts.h"
#include "ui/runs/store_reader.h"
#include "ui/views/dendrogram_view.h"
#include "ui/watch/clients_panel.h"
#include "ui/watch/curve_lines.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/matrix_panel.h"

#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>

namespace tst_named_clients {

using namespace coterie;
using namespace coterie::ui;

namespace {

using Names = std::vector<std::string>;

const Names kNames{"Bern", "", "<b>Basel</b>"};

MatrixPicture twoByTwo()
{
    MatrixPicture picture;
    picture.matrix = Matrix(2, 2, 0.5);
    picture.rows = {0, 1};
    picture.columns = {0, 1};
    picture.rowWord = QStringLiteral("client");
    picture.columnWord = QStringLiteral("takes from client");
    picture.valueWord = QStringLiteral("weight");
    return picture;
}

} // namespace

/// The names that clients have in the data, beside their numbers.
class NamedClientsTest final : public QObject
{
    Q_OBJECT

private slots:
    void numbersStayAndNamesFollow();
    void wholeNamesAreListed();
    void aNameFitsItsOwnWidth();
    void aNameIsNoMarkup();
    void pointingTellsTheWholeNames();
    void rowsAreNamedWhereThereIsRoom();
    void columnsHaveRoomForWholeNames();
    void leavesAreNamedWhereThereIsRoom();
    void theTableOfClientsSeparatesThousands();
    void theTableOfClientsHasThem();
    void panelsTakeThemFromTheRun();
    void groupsThatFormLaterHaveRoomForTheirNames();
    void changesOfGroupsNameThem();
    void curvesNameThem();
};

void NamedClientsTest::numbersStayAndNamesFollow()
{
    QCOMPARE(clientText(kNames, 0), QStringLiteral("client 0 (Bern)"));
    QCOMPARE(clientText(kNames, 1), QStringLiteral("client 1"));
    QCOMPARE(clientText({}, 0), QStringLiteral("client 0"));
    const Names longName{std::string(60, 'a')};
    QCOMPARE(clientText(longName, 0),
             QStringLiteral("client 0 (%1…%2)").arg(QString(20, u'a'), QString(19, u'a')));
}

void NamedClientsTest::wholeNamesAreListed()
{
    QCOMPARE(wholeNames(kNames, std::array{1, 0, 0}), QStringLiteral("0: Bern"));
    QCOMPARE(wholeNames({}, std::array{1, 0}), QString());
    QCOMPARE(wholeNames(kNames, std::array{-1, 7}), QString());
    const Names longName{std::string(100, 'a')};
    QCOMPARE(wholeNames(longName, std::array{0}),
             QStringLiteral("0: %1\n%2").arg(QString(77, u'a'), QString(23, u'a')));
    const Names many(12, "n");
    std::vector<int> clients(12);
    for (int client = 0; client < 12; ++client)
        clients[std::size_t(client)] = client;
    const QStringList lines = wholeNames(many, clients).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 9);
    QCOMPARE(lines.back(), QStringLiteral("…"));
}

/// Also where letters are not whole pixels wide, as on a screen of double scale.
void NamedClientsTest::aNameFitsItsOwnWidth()
{
    QFont font;
    font.setHintingPreference(QFont::PreferNoHinting);
    const Names names{"Lindenhof", "il", "Universitätsklinikum", "Mm"};
    constexpr double kAnyWidth = 1e4;
    for (int size = 16; size < 40; ++size) {
        font.setPointSizeF(size / 2.5);
        const QFontMetrics metrics(font);
        for (int client = 0; client < int(names.size()); ++client) {
            const double width = namedWidth(names, std::array{client}, metrics, kAnyWidth);
            QCOMPARE(namedInWidth(names, client, metrics, width),
                     QStringLiteral("%1 (%2)").arg(client).arg(
                         QString::fromStdString(names[std::size_t(client)])));
        }
    }
}

void NamedClientsTest::aNameIsNoMarkup()
{
    const QString text = QStringLiteral("2: <b>Basel</b>");
    QVERIFY(!asPlainTip(text).contains(QStringLiteral("<b>")));
    QVERIFY(asPlainTip(text).contains(QStringLiteral("&lt;b&gt;Basel")));
    QCOMPARE(asPlainTip(QStringLiteral("0: Bern")), QStringLiteral("0: Bern"));
}

void NamedClientsTest::pointingTellsTheWholeNames()
{
    MatrixView view;
    view.resize(500, 400);
    view.setPicture(twoByTwo());
    const auto textAtCell = [&view](int row, int column) {
        constexpr int kStep = 7;
        for (int y = 0; y < view.height(); y += kStep)
            for (int x = 0; x < view.width(); x += kStep)
                if (view.partAt(QPointF(x, y)) == ViewPart{row, column})
                    return view.textAt(QPointF(x, y));
        return QString();
    };
    const QString plain = QStringLiteral("client 0, takes from client 1, weight: 0.5");
    QCOMPARE(textAtCell(0, 1), plain);
    view.setClientNames({"Bern", "Basel"});
    QCOMPARE(textAtCell(0, 1), plain + QStringLiteral("\n0: Bern\n1: Basel"));
    view.setClientNames({});
    QCOMPARE(textAtCell(0, 1), plain);
}

void NamedClientsTest::rowsAreNamedWhereThereIsRoom()
{
    MatrixView view;
    MatrixPicture picture = twoByTwo();
    picture.columnsAreClients = false; // the cells fill the width
    view.resize(600, 300);
    view.setPicture(picture);
    const auto firstCell = [&view] {
        int x = 0;
        while (x < view.width() && !view.partAt(QPointF(x, 60)))
            ++x;
        return x;
    };
    const int plain = firstCell();
    view.setClientNames({std::string(300, 'm'), "b"});
    const int named = firstCell();
    QVERIFY2(named > plain + 40, qPrintable(QString::number(named)));
    QVERIFY2(named < 600 / 2, qPrintable(QString::number(named))); // the cells keep most
    view.setClientNames({});
    QCOMPARE(firstCell(), plain);
    // Low rows have numbers only, and few of these.
    picture.matrix = Matrix(400, 2, 0.5);
    picture.rows.resize(400);
    for (int row = 0; row < 400; ++row)
        picture.rows[std::size_t(row)] = row;
    view.setPicture(picture);
    const int low = firstCell();
    view.setClientNames(Names(400, "a hospital"));
    QCOMPARE(firstCell(), low);
}

void NamedClientsTest::columnsHaveRoomForWholeNames()
{
    MatrixView view;
    view.resize(420, 320); // of a dock
    view.setPicture(twoByTwo());
    view.setClientNames({"Switzerland", "Long Beach"});
    int x = 0;
    while (x < view.width() && !view.partAt(QPointF(x, 60)))
        ++x;
    QVERIFY(x < view.width());
    int below = view.height();
    while (below > 0 && !view.partAt(QPointF(x + 40, below - 1)))
        --below;
    const int title = view.fontMetrics().height() + 8; // below the names
    const int room = view.height() - below - title;
    QVERIFY2(room >= view.fontMetrics().horizontalAdvance(QStringLiteral("0 (Switzerland)")),
             qPrintable(QString::number(room)));
    QVERIFY2(below >= view.height() / 2, qPrintable(QString::number(below)));
    view.setClientNames({std::string(300, 'm'), "b"}); // the cells keep most
    while (below > 0 && !view.partAt(QPointF(x + 40, below - 1)))
        --below;
    QVERIFY2(below >= 2 * view.height() / 5, qPrintable(QString::number(below)));
}

void NamedClientsTest::leavesAreNamedWhereThereIsRoom()
{
    DendrogramView view;
    view.resize(600, 300);
    view.setPicture({.grouping = {.groups = {{0, 1}},
                                  .merges = {{.left = 0, .right = 1, .score = 0.5, .size = 2}}},
                     .clients = 2,
                     .colourOfClient = {0, 0}});
    const auto leafText = [&view](int x) { return view.textAt(QPointF(x, 60)); };
    QCOMPARE(leafText(10), QStringLiteral("Client 0"));
    // Where the tree began there is a name now, which is the client's as well.
    QVERIFY(view.partAt(QPointF(110, 60)).kind != DendrogramScene::LeafPart);
    view.setClientNames({std::string(60, 'm'), "b"});
    QCOMPARE(view.partAt(QPointF(110, 60)).kind, int(DendrogramScene::LeafPart));
    QCOMPARE(leafText(110), QStringLiteral("Client 0\n0: %1").arg(QString(60, u'm')));
    const auto copy = view.copied(); // for a figure
    QCOMPARE(static_cast<const DendrogramView&>(*copy).clientNames(), view.clientNames());
}

void NamedClientsTest::theTableOfClientsSeparatesThousands()
{
    std::vector<ClientLine> lines(1);
    lines.front().samples = 12'000;
    lines.front().participations = 1200;
    lines.front().joined = 1000; // the number of a round is a name
    ClientTableModel model;
    model.setLines(lines);
    const auto cell = [&model](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(cell(ClientTableModel::Samples), QStringLiteral("12,000"));
    QCOMPARE(cell(ClientTableModel::Participations), QStringLiteral("1,200"));
    QCOMPARE(cell(ClientTableModel::Joined), QStringLiteral("1000"));
    QCOMPARE(model.index(0, ClientTableModel::Samples).data(ClientTableModel::SortRole),
             QVariant(qlonglong{12'000}));
}

void NamedClientsTest::theTableOfClientsHasThem()
{
    RunCurves run;
    run.facts = made_up::facts(3);
    ClientTableModel model;
    model.setLines(clientLines(run, made_up::report(1, 3, 0.1)));
    const auto cell = [&model](int row) { return model.index(row, ClientTableModel::Client); };
    QCOMPARE(cell(0).data().toString(), QStringLiteral("0"));
    QVERIFY(!cell(0).data(Qt::ToolTipRole).isValid());
    model.setNames(kNames);
    QCOMPARE(cell(0).data().toString(), QStringLiteral("0 (Bern)"));
    QCOMPARE(cell(0).data(Qt::ToolTipRole).toString(), QStringLiteral("0: Bern"));
    QCOMPARE(cell(0).data(ClientTableModel::SortRole), QVariant(0));
    QCOMPARE(cell(1).data().toString(), QStringLiteral("1"));
    QVERIFY(!cell(2).data(Qt::ToolTipRole).toString().contains(QStringLiteral("<b>")));

    PlainTable table{.header = {QStringLiteral("Client"), QStringLiteral("Loss")},
                     .rows = {{0, 0.5}, {1, 0.25}}};
    const PlainTable before = table;
    addNames(table, 0, {});
    QCOMPARE(table, before);
    addNames(table, 0, kNames);
    QCOMPARE(
        table.header,
        (QStringList{QStringLiteral("Client"), QStringLiteral("Name"), QStringLiteral("Loss")}));
    QCOMPARE(table.rows.front(), (std::vector<QVariant>{0, QStringLiteral("Bern"), 0.5}));
    QCOMPARE(table.rows.back(), (std::vector<QVariant>{1, QString(), 0.25}));
}

void NamedClientsTest::panelsTakeThemFromTheRun()
{
    const QTemporaryDir folder;
    RefreshTimer timer;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    ShownRound shown(reader);
    ClientSelection selection;
    MatrixPanel matrix({.timer = timer, .shown = shown, .selection = selection});
    ClientsPanel clients({.timer = timer, .shown = shown, .selection = selection});
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    FederationFacts facts = made_up::facts(3);
    facts.clientNames = kNames;
    runs.beginRun(title, facts);
    matrix.setRun(&runs, 1);
    clients.setRun(&runs, 1);
    runs.append(1, made_up::measurements(1, 9));
    shown.show(1, {}, 1);
    shown.offer(
        {{.run = 1, .report = std::make_shared<const RoundReport>(made_up::report(1, 3, 0.1))}});
    matrix.refresh();
    clients.refresh();
    QCOMPARE(matrix.view().clientNames(), kNames);
    const auto* table = clients.findChild<QTableView*>(QStringLiteral("clientTable"));
    QVERIFY(table);
    QCOMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("0 (Bern)"));
}

void NamedClientsTest::groupsThatFormLaterHaveRoomForTheirNames()
{
    const QTemporaryDir folder;
    RefreshTimer timer;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    ShownRound shown(reader);
    ClientSelection selection;
    ClientsPanel clients({.timer = timer, .shown = shown, .selection = selection});
    clients.resize(1600, 300);
    clients.setVisible(true);
    QVERIFY(QTest::qWaitForWindowExposed(&clients, kTryMilliseconds));
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    runs.beginRun(title, made_up::facts(3));
    clients.setRun(&runs, 1);
    const auto look = [&](int round, const std::vector<std::vector<int>>& groups) {
        RoundMeasurements measured = made_up::measurements(round, 9);
        measured.groups = groups;
        runs.append(1, measured);
        shown.show(1, {}, round);
        shown.offer(
            {{.run = 1,
              .report = std::make_shared<const RoundReport>(made_up::report(round, 3, 0.1))}});
        clients.refresh();
    };
    auto* table = clients.findChild<QTableView*>(QStringLiteral("clientTable"));
    look(0, {});
    QVERIFY(table->isColumnHidden(ClientTableModel::Group));
    look(1, {{0, 1}, {2}});
    QVERIFY(!table->isColumnHidden(ClientTableModel::Group));
    const int width = table->columnWidth(ClientTableModel::Group);
    table->resizeColumnToContents(ClientTableModel::Group);
    QCOMPARE(width, table->columnWidth(ClientTableModel::Group));
}

void NamedClientsTest::changesOfGroupsNameThem()
{
    GroupColours colours;
    const std::vector<std::vector<int>> groups{{0, 1}, {2}};
    const RoundGroups formed{.round = 1, .groups = groups, .colours = colours.add(groups)};
    GroupChanges changes;
    QCOMPARE(changes.tell(formed, kNames), QStringLiteral("clients 0 (Bern) and 1 formed group 1"));
}

void NamedClientsTest::curvesNameThem()
{
    RunViewModel runs;
    RunTitle title;
    title.id = 1;
    FederationFacts facts = made_up::facts(2);
    facts.clientNames = {"Bern", ""};
    runs.beginRun(title, facts);
    for (int round = 0; round < 3; ++round)
        runs.append(1, test::round(round, {80, 70}));
    CurveChoice choice;
    choice.detailed = 1;
    choice.selected = {0, 1};
    const PlotPicture picture = curvePicture(runs, choice);
    for (const char* name : {"client 0 (Bern)", "client 1"})
        QCOMPARE(int(std::ranges::count(picture.lines, QString::fromUtf8(name), &PlotLine::name)),
                 1);
}

COTERIE_WIDGET_SECTION(NamedClientsTest)

} // namespace tst_named_clients

#include "tst_named_clients.moc"
