#pragma once

#include "tests/patience.h"
#include "tests/ui/window_bench.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

namespace coterie::ui::test {

/// The quickstart in small, so that the real engine needs a second for it.
inline QByteArray experiment(int rounds)
{
    return QByteArrayLiteral(R"({ "schema": 1, "name": "Small", "data": {
        "dataset": { "name": "glyphDigits", "samples": 240, "seed": 1 },
        "partition": { "scheme": "iid", "clients": 3 }, "test": { "share": 0.2 } },
      "model": { "name": "mlr" },
      "local": { "optimizer": { "name": "sgd", "learningRate": 0.1 }, "batch": 16, "localEpochs": 1 },
      "arms": [ { "name": "Independent", "algorithm": { "name": "independent" } },
                { "name": "FedAvg", "algorithm": { "name": "fedavg" } } ],
      "rounds": )")
           + QByteArray::number(rounds) + " }";
}

/// Rounds of a run that is still going when the test has seen enough, however slow the window is.
inline constexpr int kEndless = 100'000;

inline const QString kQuickstart = QStringLiteral("experiments/quickstart.json"); // as it ships
inline const QString kMine = QStringLiteral("mine.json");

/// What the tests of the whole window share: a folder of its own for each of them, with a small
/// experiment and a store, and the real engine behind the window.
class WindowFixture : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_folder.emplace();
        useSettingsIn(m_folder->path());
        QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("experiments")));
    }

protected:
    [[nodiscard]] WindowContext context() const
    {
        return windowOver(storeIn(m_folder->path()),
                          m_folder->filePath(QStringLiteral("experiments")));
    }
    /// The small experiment with so many rounds, under this name in the test's folder; its path.
    QString write(const QString& name, int rounds) const { return write(name, experiment(rounds)); }
    QString write(const QString& name, const QByteArray& text) const
    {
        const QString path = m_folder->filePath(name);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            qFatal("%s cannot be written", qPrintable(path));
        return path;
    }

    /// Shows the window with this file in it, read and free of problems.
    [[nodiscard]] static bool opens(MainWindow& window, const QString& path)
    {
        window.show();
        window.openFile(path);
        return QTest::qWaitFor([&window] { return window.document().isRunnable(); },
                               kTryMilliseconds);
    }

    std::optional<QTemporaryDir> m_folder;
};

} // namespace coterie::ui::test
