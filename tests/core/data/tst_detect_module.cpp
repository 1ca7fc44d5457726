#include "core/data/detect_module.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/zip_files.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_detect_module {

using namespace coterie;
using seedfiles::sentenceOf;
using zipfiles::zipOf;

/// Which files are taken for modules of PyTorch.
class TestDetectModule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scriptedModulesAre()
    {
        for (const char* name : {"lenet", "lstm", "vit"}) {
            const auto checked = checkTorchScript(
                std::string(COTERIE_SOURCE_DIR "/tests/core/nn/modules/") + name + ".pt");
            QVERIFY2(checked.has_value(), qPrintable(sentenceOf(checked)));
        }
    }

    void otherFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("what");
        const QString values = "holds values that torch.save wrote, without their network";
        QTest::newRow("values") << zipOf({{"archive/data.pkl", "\x80\x02."},
                                          {"archive/data/0", "1234"},
                                          {"archive/version", "3\n"}})
                                << values;
        QTest::newRow("old values") << QByteArray("\x80\x02\x8a\x0al\xfc") << values;
        QTest::newRow("arrays") << zipOf({{"x.npy", "1"}}) << "is an archive of something else";
        QTest::newRow("text") << QByteArray("def forward(x): ...")
                              << "must be a TorchScript module";
        QTest::newRow("empty") << QByteArray() << "must be a TorchScript module";
    }

    void otherFilesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, what);
        QTemporaryDir folder;
        const QString file = folder.filePath("net.pth");
        idxfiles::write(file, bytes);
        const QString said = sentenceOf(checkTorchScript(file.toStdString()));
        QVERIFY2(said.startsWith(file) && said.contains(what), qPrintable(said));
        QVERIFY2(said.endsWith("in Python, torch.jit.script(module).save(\"net.pt\") writes one"),
                 qPrintable(said));
    }

    void aMissingFileIsNamed()
    {
        QVERIFY(sentenceOf(checkTorchScript("/nowhere/net.pt")).contains("/nowhere/net.pt"));
    }
};

COTERIE_SECTION(TestDetectModule)

} // namespace tst_detect_module

#include "tst_detect_module.moc"
