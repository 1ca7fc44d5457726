#include "core/data/table_preview.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/user_folder.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_table_preview {

using namespace coterie;
using seedfiles::sentenceOf;
using Names = std::vector<std::string>;
using Roles = std::vector<ColumnRole>;

constexpr auto kFeature = ColumnRole::Feature;
constexpr auto kCategory = ColumnRole::Category;
constexpr auto kLabel = ColumnRole::Label;
constexpr auto kClient = ColumnRole::Client;
constexpr auto kSplit = ColumnRole::Split;

/// What a user sees of a table before it is read, and what a choice of columns changes.
class TestTablePreview : public coterie::test::UserFolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstRowsAreShownAsTheyAre()
    {
        put("t.csv.gz", idxfiles::packed("age,site,ill\n1,a,no\n,a,yes\n3,\"b, c\",NA\n4,a,no\n"));
        const auto preview = tablePreview(table("t.csv.gz"), folders());
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        QVERIFY(preview->names == (Names{"age", "site", "ill"}));
        QVERIFY(preview->roles == (Roles{kFeature, kFeature, kLabel}));
        QVERIFY(preview->missing == (std::vector<std::size_t>{1, 0, 1}));
        QCOMPARE(preview->rowsSeen, std::size_t{4});
        QVERIFY(preview->rows[1] == (Names{"", "a", "yes"}));
        QVERIFY(preview->rows[2] == (Names{"3", "b, c", "NA"}));
    }

    void aLongTableIsReadAtItsBeginning()
    {
        put("t.csv", QByteArray("1,2,0\n").repeated(100'000));
        const auto preview = tablePreview(table("t.csv"), folders());
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        QVERIFY(preview->names == (Names{"0", "1", "2"}));
        QCOMPARE(preview->rows.size(), std::size_t{6});
        QCOMPARE(preview->rowsSeen, std::size_t{65536 / 6});
    }

    void aRoleBecomesTheParametersThatSayIt()
    {
        put("t.csv", "site,x,kind,part,y\na,1,1,train,0\nb,2,2,test,1\na,3,1,train,1\n");
        Part part = table("t.csv");
        const auto choose = [&](std::size_t column, ColumnRole role) {
            part = withRole(part, *tablePreview(part, folders()), column, role);
            const auto preview = tablePreview(part, folders());
            return preview ? preview->roles : Roles{};
        };
        QVERIFY(choose(0, kClient) == (Roles{kClient, kFeature, kFeature, kFeature, kLabel}));
        QVERIFY(choose(3, kSplit) == (Roles{kClient, kFeature, kFeature, kSplit, kLabel}));
        QVERIFY(choose(2, kCategory) == (Roles{kClient, kFeature, kCategory, kSplit, kLabel}));
        QCOMPARE(word(part, "client"), std::string("site"));
        QCOMPARE(word(part, "split"), std::string("part"));
        QCOMPARE(word(part, "categories"), std::string("kind"));
        const auto dataset = loadDataset(part, folders());
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY((*dataset)->domainNames == (Names{"a", "b"}));
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{1});
        // The label of a category is no category any more, and y a feature.
        QVERIFY(choose(2, kLabel) == (Roles{kClient, kFeature, kLabel, kSplit, kFeature}));
        QCOMPARE(word(part, "label"), std::string("kind"));
        QVERIFY(!part.parameters.find("categories"));
        QVERIFY(choose(1, kLabel) == (Roles{kClient, kLabel, kFeature, kSplit, kFeature}));
        QVERIFY(choose(1, kFeature) == (Roles{kClient, kFeature, kFeature, kSplit, kLabel}));
        QVERIFY(choose(4, kClient) == (Roles{kFeature, kFeature, kLabel, kSplit, kClient}));
        QVERIFY(choose(3, kFeature) == (Roles{kFeature, kFeature, kFeature, kLabel, kClient}));
        QVERIFY(!part.parameters.find("split"));
    }

    void columnsWithoutANameOfTheirOwnHaveTheirNumber()
    {
        put("t.csv", "a,a,\"b,c\",y\n1,2,3,0\n4,5,6,1\n");
        const Part part = table("t.csv");
        const auto preview = tablePreview(part, folders());
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        for (const std::size_t column : {1, 2})
            QCOMPARE(word(withRole(part, *preview, column, kCategory), "categories"),
                     std::to_string(column));
    }

    void ofAFolderWithAFileForEachClientTheFirstTableIsShown()
    {
        put("shops/train/b10.csv", "size,kind,price\n1,2,0\n2,3,1\n");
        put("shops/train/b2.csv", "size,kind,price\n5,2,1\n6,3,0\n");
        put("shops/test/b2.csv", "size,kind,price\n9,2,1\n");
        Part part{.name = "clientFiles", .parameters = {}};
        part.parameters.set("path", std::string("shops"));
        const auto preview = tablePreview(part, folders());
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        QVERIFY(preview->names == (Names{"size", "kind", "price"}));
        QVERIFY(preview->roles == (Roles{kFeature, kFeature, kLabel}));
        QVERIFY(preview->rows[0] == (Names{"5", "2", "1"}));
        QVERIFY2(preview->file.ends_with("shops/train/b2.csv"), preview->file.c_str());
        part = withRole(part, *preview, 1, kCategory);
        QCOMPARE(word(part, "categories"), std::string("kind"));
        const auto chosen = tablePreview(part, folders());
        QVERIFY(chosen && chosen->roles == (Roles{kFeature, kCategory, kLabel}));
        const auto dataset = loadDataset(part, folders());
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY((*dataset)->domainNames == (Names{"b2", "b10"}));
        QCOMPARE((*dataset)->train.shape.size(), std::size_t{3}); // size, and two kinds

        put("arrays/a.npz", "no table");
        part.parameters.set("path", std::string("arrays"));
        QVERIFY(!tablePreview(part, folders()).has_value());
        put("t.csv", "x,y\n1,0\n");
        QCOMPARE(tablePreview(table("t.csv"), folders())->file, std::string());
    }

    void whatIsNotThereIsLeftToTheReader()
    {
        put("t.csv", "x,y\n1,0\n2,1\n");
        Part part = table("t.csv");
        part.parameters.set("label", std::string("z"));
        const auto preview = tablePreview(part, folders());
        QVERIFY2(preview.has_value(), qPrintable(sentenceOf(preview)));
        QVERIFY(preview->roles == (Roles{kFeature, kLabel}));
        QVERIFY(sentenceOf(loadDataset(part, folders())).contains("no column is called z"));
        part.parameters.set("separator", std::string("tab"));
        QVERIFY(!tablePreview(part, folders()).has_value());
        QVERIFY(!tablePreview(table("nothing.csv"), folders()).has_value());
        QVERIFY(!tablePreview({.name = "npy", .parameters = {}}, folders()).has_value());
    }

private:
    static Part table(const std::string& path)
    {
        Part part{.name = "csv", .parameters = {}};
        part.parameters.set("path", path);
        return part;
    }
    static std::string word(const Part& part, std::string_view parameter)
    {
        const Parameter* found = part.parameters.find(parameter);
        return found ? std::get<std::string>(found->values.front()) : std::string();
    }
};

COTERIE_SECTION(TestTablePreview)

} // namespace tst_table_preview

#include "tst_table_preview.moc"
