#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "core/data/detect_data.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/tar_files.h"
#include "tests/core/data/user_folder.h"
#include "tests/core/data/zip_files.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_archive_folders {

using namespace coterie;
using seedfiles::seed;
using seedfiles::sentenceOf;
using zipfiles::zipOf;

namespace {

using Members = std::vector<std::pair<QByteArray, QByteArray>>;

QByteArray tarOf(const Members& members)
{
    QByteArray archive;
    for (const auto& [name, content] : members)
        archive +=
            tarfiles::header(name, content.size()) + content + tarfiles::padding(content.size());
    return archive + QByteArray(1024, '\0');
}

Members pictures()
{
    return {{"pets/train/dog/b.png", seed("png/grey")},
            {"pets/train/cat/a.png", seed("png/grey_alpha")},
            {"pets/train/cat/notes.txt", "no picture"},
            {"pets/test/cat/c.png", seed("png/grey")}};
}

Members tables()
{
    return {{"sites/site 10.csv", "age,colour,ill\n1,red,no\n2,blue,yes\n"},
            {"sites/site 2.csv.gz", idxfiles::packed("age,colour,ill\n3,green,no\n")},
            {"sites/about.txt", "not a client"}};
}

Members arrays()
{
    return {{"train/1.npz", zipOf({{"data.npy", seed("pickle/protocol3")}})},
            {"test/1.npz", zipOf({{"data.npy", seed("pickle/protocol3")}})}};
}

Members users()
{
    const QByteArray one =
        R"({"users": ["u"], "num_samples": [1], "user_data": {"u": {"x": [[1, 2]], "y": [1]}}})";
    return {{"data/train/a.json", one}, {"data/test/a.json.gz", idxfiles::packed(one)}};
}

} // namespace

/// The path of an archive gives the data set that its folder gives.
class TestArchiveFolders : public coterie::test::UserFolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    void anArchiveGivesWhatItsFolderGives_data()
    {
        QTest::addColumn<QString>("set");
        QTest::addColumn<QString>("folder"); // of the members
        QTest::newRow("pictures") << "imageFolder"
                                  << "pets";
        QTest::newRow("tables") << "clientFiles"
                                << "sites";
        QTest::newRow("arrays") << "clientFiles"
                                << "";
        QTest::newRow("users") << "leaf"
                               << "";
    }
    void anArchiveGivesWhatItsFolderGives()
    {
        QFETCH(QString, set);
        QFETCH(QString, folder);
        const Members members = membersOf(QTest::currentDataTag());
        for (const auto& [name, content] : members)
            put("there/" + QString(name), content);
        put("a.zip", zipOf(members));
        put("a.tgz", idxfiles::packed(tarOf(members)));
        put("A.TAR", tarOf(members));
        const QByteArray name = set.toUtf8();
        const auto expected =
            loadUser(name.constData(), {{"path", ("there/" + folder).toStdString()}});
        QVERIFY2(expected.has_value(), qPrintable(sentenceOf(expected)));
        for (const char* archive : {"a.zip", "a.tgz", "A.TAR"}) {
            const auto dataset = loadUser(name.constData(), {{"path", archive}});
            QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
            QVERIFY((*dataset)->train.values == (*expected)->train.values);
            QVERIFY((*dataset)->train.labels == (*expected)->train.labels);
            QVERIFY((*dataset)->train.domains == (*expected)->train.domains);
            QVERIFY((*dataset)->officialTest.values == (*expected)->officialTest.values);
            QVERIFY((*dataset)->classNames == (*expected)->classNames);
            QVERIFY((*dataset)->domainNames == (*expected)->domainNames);
            QCOMPARE((*dataset)->title, std::string(archive));
            QVERIFY((*dataset)->train.count() > 0);
        }
    }

    void anArchiveIsToldByTheNamesInIt_data()
    {
        QTest::addColumn<QString>("set");
        QTest::newRow("pictures") << "imageFolder";
        QTest::newRow("tables") << "clientFiles";
        QTest::newRow("arrays") << "clientFiles";
        QTest::newRow("users") << "leaf";
    }
    void anArchiveIsToldByTheNamesInIt()
    {
        QFETCH(QString, set);
        const Members members = membersOf(QTest::currentDataTag());
        put("a.zip", zipOf(members));
        put("a.tar.gz", idxfiles::packed(tarOf(members)));
        for (const char* archive : {"a.zip", "a.tar.gz"}) {
            const auto told = detectData(m_folder->filePath(archive).toStdString());
            QVERIFY2(told.has_value(), qPrintable(sentenceOf(told)));
            QCOMPARE(QString::fromStdString(told->dataset.name), set);
            const auto dataset = loadDataset(told->dataset, {});
            QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        }
    }

    /// As when it is read: a file beside the folder at the top says nothing.
    void whatLiesBesideTheFolderIsNothing()
    {
        put("a.zip",
            zipOf({{"LICENSE", "free"},
                   {"README.md", "pets"},
                   {"pets/cat/1.png", seed("png/grey")}}));
        const auto told = detectData(m_folder->filePath("a.zip").toStdString());
        QVERIFY2(told.has_value(), qPrintable(sentenceOf(told)));
        QCOMPARE(told->dataset.name, std::string("imageFolder"));
        const auto dataset = loadDataset(told->dataset, {});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->classNames, std::vector<std::string>{"cat"});
    }

    void anArchiveOfNothingIsTold()
    {
        const auto told = [this](const QString& name, const QByteArray& bytes) {
            put(name, bytes);
            return sentenceOf(detectData(m_folder->filePath(name).toStdString()));
        };
        QVERIFY(told("a.tar", tarOf({{"a/readme", "1"}}))
                    .contains("a.tar: an archive without anything that can be read as a data set"));
        QVERIFY(told("a.zip", zipOf({{"a/readme", "1"}}))
                    .contains("a.zip: a zip archive without NumPy arrays"));
        QVERIFY(told("b.zip", zipOf({{"1.png", seed("png/grey")}}))
                    .contains("b.zip: must have a folder of pictures for each class"));
        QVERIFY(told("c.zip", zipOf({{"../1.png", "1"}})).contains("its name must not leave"));
    }

    /// The path in the archive names a file as one on disk.
    void whatIsWrongNamesTheMember()
    {
        put("a.zip", zipOf({{"cat/1.png", seed("png/grey").left(60)}, {"dog/1.png", "x"}}));
        const QString picture = sentenceOf(loadUser("imageFolder", {{"path", "a.zip"}}));
        QVERIFY2(picture.contains("a.zip/cat/1.png: the PNG is damaged"), qPrintable(picture));
        put("b.zip", zipOf({{"x.csv", "a,b\n1,0\n"}, {"y.csv", "a,b\nno,0\n,1\n"}}));
        const QString table = sentenceOf(loadUser("clientFiles", {{"path", "b.zip"}}));
        QVERIFY2(table.contains("b.zip/y.csv: "), qPrintable(table));
        put("c.zip", zipOf({{"about.txt", "nothing"}}));
        QVERIFY(sentenceOf(loadUser("imageFolder", {{"path", "c.zip"}}))
                    .endsWith("c.zip: must contain a folder for each class"));
        QVERIFY(sentenceOf(loadUser("leaf", {{"path", "c.zip"}}))
                    .contains("c.zip: must have files .json in it"));
    }

private:
    static Members membersOf(const QString& kind)
    {
        return kind == "pictures" ? pictures()
               : kind == "tables" ? tables()
               : kind == "arrays" ? arrays()
                                  : users();
    }
};

COTERIE_SECTION(TestArchiveFolders)

} // namespace tst_archive_folders

#include "tst_archive_folders.moc"
