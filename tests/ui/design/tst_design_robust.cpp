#include "tests/sections.h"
#include "tests/ui/design/canvas_bench.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/looks.h"
#include "tests/ui/window_bench.h"
#include "ui/design/design_page.h"
#include "ui/frame/notice_bar.h"
#include "ui/views/matrix_view.h"

#include <QDir>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>

#include <unistd.h>

namespace tst_design_robust {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

/// To the system's first user no file is read-only: another one saves.
class OrdinaryUser
{
public:
    OrdinaryUser()
    {
        if (m_wasFirst && setresuid(kNobody, kNobody, 0) != 0)
            qFatal("cannot become another user");
    }
    ~OrdinaryUser()
    {
        if (m_wasFirst && setresuid(0, 0, 0) != 0)
            qFatal("cannot become the first user again");
    }
    Q_DISABLE_COPY_MOVE(OrdinaryUser)

private:
    static constexpr uid_t kNobody = 65534;
    bool m_wasFirst = geteuid() == 0;
};

/// The window with a small experiment open, and the sentence above it.
struct WindowBench
{
    explicit WindowBench(const QString& settings, const QString& path)
    {
        useSettingsIn(settings);
        window = shownWindow(windowOver(storeIn(settings)));
        window->openFile(path);
    }
    [[nodiscard]] bool isOpen() const
    {
        return QTest::qWaitFor([this] { return document().isRunnable(); }, kTryMilliseconds);
    }
    [[nodiscard]] ExperimentDocument& document() const { return window->document(); }
    [[nodiscard]] QString notice() const
    {
        const auto* label = window->findChild<QLabel*>(QStringLiteral("notice"));
        return label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] QPushButton* choice(const QString& text) const
    {
        for (auto* button :
             window->findChild<DesignPage*>()->notices().findChildren<QPushButton*>())
            if (button->text() == text)
                return button;
        return nullptr;
    }
    [[nodiscard]] bool edit() const
    {
        return document().apply(QStringLiteral("Mine"),
                                {{.pointer = "/rounds", .value = JsonNode::fromWhole(7)}});
    }

    std::unique_ptr<MainWindow> window;
};

} // namespace

/// What goes wrong outside the program, and what is unusually small or large, is met with a
/// sentence or with nothing at all, and costs nobody their work.
class DesignRobustTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aFolderThatVanishedTakesNoWorkWithIt();
    void missingTemplatesAreSaid();
    void dataThatVanishedAreNamed();
    void aReadOnlyFileIsLeftAndAnotherIsOffered();
    void oneClientIsAPartitionToo();
    void aThousandClientsAreDrawnAndEdited();
    void namesMayHoldAnyCharacter();
    void tinyAndHugeWindowsComeBackAsTheyWere();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }

    std::optional<QTemporaryDir> m_folder;
};

void DesignRobustTest::init()
{
    m_folder.emplace();
}

void DesignRobustTest::aFolderThatVanishedTakesNoWorkWithIt()
{
    QDir(m_folder->path()).mkdir(QStringLiteral("away"));
    const QString file = path(QStringLiteral("away/mine.json"));
    QVERIFY(QFile::rename(savedPartition(*m_folder, R"({ "scheme": "iid", "clients": 3 })"), file));
    const WindowBench bench(m_folder->path(), file);
    QVERIFY(bench.isOpen());
    QVERIFY(bench.edit());
    const QString mine = bench.document().text();
    QVERIFY(QDir(path(QStringLiteral("away"))).removeRecursively());
    QTRY_VERIFY2(bench.notice().contains(QStringLiteral("was deleted or moved")),
                 qPrintable(bench.notice()));
    QVERIFY(bench.choice(QStringLiteral("Save")));
    bench.choice(QStringLiteral("Save"))->click(); // its folder is gone too
    QTRY_VERIFY2(bench.notice().contains(QStringLiteral("Cannot write")),
                 qPrintable(bench.notice()));
    QVERIFY(bench.notice().contains(file));
    QVERIFY(bench.choice(QStringLiteral("Save as…")));
    QCOMPARE(bench.document().text(), mine);
    QVERIFY(bench.document().isModified());
    QVERIFY(bench.document().undoStack().canUndo());
}

void DesignRobustTest::missingTemplatesAreSaid()
{
    useSettingsIn(m_folder->path());
    const QString nowhere = path(QStringLiteral("nowhere"));
    const auto window = shownWindow(windowOver(storeIn(m_folder->path()), nowhere));
    window->actions().action(ActionId::RunQuickstart)->trigger();
    const auto* notice = window->findChild<QLabel*>(QStringLiteral("notice"));
    QTRY_VERIFY(notice->isVisible());
    QVERIFY2(notice->text().contains(nowhere + QStringLiteral("/quickstart.json")),
             qPrintable(notice->text()));
    QCOMPARE(window->findChild<QListWidget*>(QStringLiteral("templates"))->count(), 0);
    window->actions().action(ActionId::NewExperiment)->trigger(); // needs no file
    QTRY_VERIFY(window->document().isRunnable());
}

void DesignRobustTest::dataThatVanishedAreNamed()
{
    const QString table = path(QStringLiteral("gone.csv"));
    EditorBench page(savedPartition(*m_folder,
                                    R"({ "scheme": "iid", "clients": 3 })",
                                    R"({ "name": "csv", "path": ")" + table.toUtf8() + R"(" })"));
    QTRY_VERIFY(!page.document.isChecking() && page.document.checked().experiment);
    QTRY_VERIFY2(page.canvas().accessibleDescription().contains(table),
                 qPrintable(page.canvas().accessibleDescription()));
    QVERIFY(page.canvas().sketch().held.empty());
}

void DesignRobustTest::aReadOnlyFileIsLeftAndAnotherIsOffered()
{
    const QString file = savedPartition(*m_folder, R"({ "scheme": "iid", "clients": 3 })");
    const WindowBench bench(m_folder->path(), file);
    QVERIFY(bench.isOpen());
    QVERIFY(QFile::setPermissions(m_folder->path(), QFile::Permissions(0x7777))); // for others too
    QVERIFY(QFile::setPermissions(file, QFile::Permissions(0x4444)));
    const QByteArray before = bytesOf(file);
    QVERIFY(bench.edit());
    {
        const OrdinaryUser user;
        bench.window->actions().action(ActionId::SaveFile)->trigger();
        QTRY_VERIFY2(bench.notice().contains(QStringLiteral("Cannot write")),
                     qPrintable(bench.notice()));
    }
    QVERIFY(bench.notice().contains(file));
    QVERIFY(bench.choice(QStringLiteral("Save as…")));
    QCOMPARE(bytesOf(file), before);
    QVERIFY(bench.document().isModified());
}

void DesignRobustTest::oneClientIsAPartitionToo()
{
    EditorBench page(
        savedPartition(*m_folder, R"({ "scheme": "iid", "clients": 1, "samples": 200 })"));
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(1));
    QVERIFY(page.editor.findChild<MatrixView*>("distances")->image().isNull());
    const QString text = page.document.text();
    page.canvas().setSelected({0});
    page.action(ActionId::DeleteClients)->trigger(); // somebody must stay
    QCOMPARE(page.document.text(), text);
    const auto* notice = page.editor.findChild<QLabel*>("clientsNotice");
    QVERIFY2(notice->text().contains("at least one client", Qt::CaseInsensitive),
             qPrintable(notice->text()));
    QVERIFY(!notice->parentWidget()->isHidden());
    page.document.setText(text + u'\n'); // an edit elsewhere
    QVERIFY(notice->parentWidget()->isHidden());
    QVERIFY(page.settles());
    page.canvas().setSelected({0});
    page.action(ActionId::CopyClients)->trigger();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(2));
    QCOMPARE(page.editor.findChild<MatrixView*>("distances")->picture().rows.size(),
             std::size_t(2));
}

void DesignRobustTest::aThousandClientsAreDrawnAndEdited()
{
    EditorBench page(savedPartition(*m_folder,
                                    R"({ "scheme": "iid", "clients": 1000 })",
                                    R"({ "name": "glyphDigits", "samples": 5000 })"));
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(1000));
    QCOMPARE(page.editor.findChild<MatrixView*>("distances")->picture().rows.size(),
             std::size_t(1000));
    page.canvas().setSelected({998, 999});
    page.action(ActionId::MergeClients)->trigger();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(999));
    QCOMPARE(page.canvas().sketch().size(998), std::int64_t(10));
    page.document.undoStack().undo();
    QVERIFY(page.settles());
    QCOMPARE(page.canvas().sketch().clients(), std::size_t(1000));
}

void DesignRobustTest::namesMayHoldAnyCharacter()
{
    const QString file = path(QStringLiteral("größe 😀 & <b>.json"));
    QVERIFY(QFile::rename(savedPartition(*m_folder, R"({ "scheme": "iid", "clients": 3 })"), file));
    const WindowBench bench(m_folder->path(), file);
    QVERIFY(bench.isOpen());
    const QString name = QStringLiteral("Wald 🌲 & <b>größer</b>");
    QVERIFY(bench.document().apply(
        QStringLiteral("Rename"),
        {{.pointer = "/name", .value = JsonNode::fromText(name.toStdString())}}));
    QTRY_VERIFY(bench.document().isRunnable());
    const auto* title = bench.window->findChild<QLabel*>(QStringLiteral("experimentTitle"));
    QTRY_COMPARE(title->text(), name);
    QCOMPARE(title->textFormat(), Qt::PlainText); // not as bold letters
    QVERIFY(bench.window->windowTitle().contains(name));
    const auto* recent = bench.window->findChild<QListWidget*>(QStringLiteral("recentFiles"));
    QCOMPARE(recent->item(0)->text(), QFileInfo(file).fileName());
    bench.window->actions().action(ActionId::SaveFile)->trigger();
    QTRY_VERIFY(!bench.document().isModified());
    QCOMPARE(QString::fromUtf8(bytesOf(file)), bench.document().text());
}

void DesignRobustTest::tinyAndHugeWindowsComeBackAsTheyWere()
{
    const QString file = savedPartition(*m_folder, R"({ "scheme": "iid", "clients": 3 })");
    const WindowBench bench(m_folder->path(), file);
    QVERIFY(bench.isOpen());
    auto* design = bench.window->findChild<DesignPage*>();
    const auto* canvas = bench.window->findChild<PartitionCanvas*>();
    for (int section = 0; section < kDesignSections; ++section) {
        design->showSection(static_cast<DesignSection>(section));
        for (const QSize size : {QSize(1, 1), QSize(3840, 2160), QSize(1440, 900)}) {
            bench.window->resize(size);
            layOut();
            const QImage picture = drawn(*bench.window, 1);
            QCOMPARE(picture.size(), bench.window->size());
            QVERIFY(bench.window->width() >= size.width());
            if (static_cast<DesignSection>(section) == DesignSection::Clients) {
                QTRY_VERIFY(!canvas->sketch().held.empty());
                QCOMPARE(canvas->layoutShown().frame.width, double(canvas->viewport()->width()));
                const QRectF bar = barOf(canvas->layoutShown(), canvas->sketch(), 0);
                QVERIFY(size.width() < 100 || bar.right() < canvas->viewport()->width());
            }
        }
        // Nothing was squeezed for good: the page fills the window again, and no more than it.
        QCOMPARE(bench.window->size(), QSize(1440, 900));
        QVERIFY(design->width() > 1300 && design->height() > 780);
    }
}

COTERIE_WIDGET_SECTION(DesignRobustTest)

} // namespace tst_design_robust

#include "tst_design_robust.moc"
