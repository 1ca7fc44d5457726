#pragma once

#include "core/algorithms/registry.h"
#include "tests/ui/design/made_up_sketch.h"
#include "ui/design/canvas/partition_canvas.h"
#include "ui/design/canvas/partition_editor.h"
#include "ui/design/experiment_document.h"
#include "ui/frame/action_registry.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QApplication>
#include <QFile>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

/// The partition canvas under a real mouse: places on it by what they mean, and drags.
namespace coterie::ui::test {

/// From a place of the scrolled content to one of the widget.
inline QPoint toWidget(const PartitionCanvas& canvas, double x, double contentY)
{
    return QPointF(x, contentY + canvas.layoutShown().rowsTop - canvas.scroll()).toPoint();
}

inline QPoint endOf(const PartitionCanvas& canvas, int client)
{
    const QRectF bar = barOf(canvas.layoutShown(), canvas.sketch(), client);
    return toWidget(canvas, bar.right(), bar.center().y());
}

inline QPoint bodyOf(const PartitionCanvas& canvas, int client)
{
    // The client's number is body too, and has no borders.
    const QRectF bar = barOf(canvas.layoutShown(), canvas.sketch(), client);
    return toWidget(canvas, canvas.layoutShown().barsLeft - 12, bar.center().y());
}

inline QPoint borderOf(const PartitionCanvas& canvas, int client, std::size_t border)
{
    const QRectF bar = barOf(canvas.layoutShown(), canvas.sketch(), client);
    return toWidget(canvas,
                    bordersOf(canvas.layoutShown(), canvas.sketch(), client)[border].x,
                    bar.center().y());
}

inline QPoint headOf(const PartitionCanvas& canvas, std::size_t lane)
{
    const CanvasLane& at = canvas.layoutShown().lanes[lane];
    return toWidget(canvas, canvas.layoutShown().frame.width / 2, at.top + at.headHeight / 2);
}

inline QPoint roundPoint(const PartitionCanvas& canvas, int round)
{
    return QPointF(xOfRound(canvas.layoutShown(), round),
                   canvas.layoutShown().startZone.center().y())
        .toPoint();
}

inline void press(PartitionCanvas& canvas, const QPoint& at, Qt::KeyboardModifiers modifiers = {})
{
    QTest::mousePress(canvas.viewport(), Qt::LeftButton, modifiers, at);
}

/// QTest::mouseMove presses no button; a drag's moves do.
inline void moveTo(PartitionCanvas& canvas, const QPoint& at)
{
    QMouseEvent event(QEvent::MouseMove,
                      at,
                      canvas.viewport()->mapToGlobal(at),
                      Qt::NoButton,
                      Qt::LeftButton,
                      Qt::NoModifier);
    QApplication::sendEvent(canvas.viewport(), &event);
}

inline void release(PartitionCanvas& canvas, const QPoint& at)
{
    QTest::mouseRelease(canvas.viewport(), Qt::LeftButton, {}, at);
}

inline void drag(PartitionCanvas& canvas, const QPoint& from, const QPoint& to)
{
    press(canvas, from);
    moveTo(canvas, (from + to) / 2);
    moveTo(canvas, to);
    release(canvas, to);
}

inline PartitionSketch withEdges()
{
    PartitionSketch sketch = made_up::sketch();
    sketch.edges = {{.name = "north 🌲", .clients = {0}}, {.name = "south", .clients = {1}}};
    sketch.arrivals = {{.round = 5, .clients = {1}}};
    return sketch;
}

/// The window's actions, for canvases without a window.
struct CanvasActions
{
    CanvasActions() { addWindowActions(all); }
    ActionRegistry all;
};

/// A canvas on screen, and what it tells.
struct CanvasBench
{
    explicit CanvasBench(PartitionSketch sketch)
        : edits(&canvas, &PartitionCanvas::edited)
        , sentences(&canvas, &PartitionCanvas::said)
    {
        canvas.resize(900, 520);
        canvas.setSketch(std::move(sketch));
        canvas.show();
        canvas.setFocus();
    }
    [[nodiscard]] QString sentence() const
    {
        return sentences.isEmpty() ? QString() : sentences.last().first().toString();
    }
    [[nodiscard]] QAction* action(ActionId which) const { return actions.all.action(which); }

    CanvasActions actions;
    PartitionCanvas canvas{actions.all};
    QSignalSpy edits;
    QSignalSpy sentences;
};

/// A data set of so many samples of ten classes, as an experiment names it.
inline QByteArray csvDataset(const QTemporaryDir& folder, int samples)
{
    QFile file(folder.filePath("labels.csv"));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("the table cannot be written");
    for (int i = 0; i < samples; ++i)
        file.write(QByteArray::number(i % 97) + ',' + QByteArray::number(i % 10) + '\n');
    return "{ \"name\": \"csv\", \"path\": \"" + file.fileName().toUtf8()
           + "\" }"; // no raw strings: moc loses the namespace
}

/// An experiment with this partition, written into the folder; its path.
inline QString
savedPartition(const QTemporaryDir& folder,
               const QByteArray& partition,
               const QByteArray& dataset = R"({ "name": "glyphDigits", "samples": 1000 })",
               const QByteArray& clients = "{}")
{
    const QString path = folder.filePath(QStringLiteral("experiment.json"));
    QFile file(path);
    (void)file.open(QIODevice::WriteOnly);
    file.write(R"({ "schema": 1, "name": "Drawn", "data": {
  "dataset": )" + dataset
               + R"(,
  "partition": )"
               + partition + R"(,
  "test": { "share": 0.2 } },
"clients": )" + clients
               + R"(,
"model": {"name": "mlr"},
  "local": { "optimizer": {"name": "sgd", "learningRate": 0.1}, "batch": 8,   "localEpochs": 1 },
  "arms": [ {"name": "FedAvg", "algorithm": {"name": "fedavg"}} ],
  "rounds": 20, "seeds": [ 1, 2 ] })");
    return path;
}

/// The drawing with a document and the real data behind it.
struct EditorBench
{
    explicit EditorBench(const QString& path)
    {
        editor.resize(1200, 700);
        editor.show();
        document.open(path);
    }
    /// The document is checked and its split is shown.
    bool settles()
    {
        return QTest::qWaitFor(
            [this] {
                return !document.isChecking() && document.checked().experiment && !editor.isBusy()
                       && !editor.canvas().sketch().held.empty();
            },
            kTryMilliseconds);
    }
    PartitionCanvas& canvas() { return editor.canvas(); }
    [[nodiscard]] QAction* action(ActionId which) const { return actions.all.action(which); }

    CanvasActions actions;
    ExperimentDocument document{registry()};
    PartitionEditor editor{
        document, registry(), actions.all, std::make_shared<RunData>(DataFolders{})};
};

} // namespace coterie::ui::test
