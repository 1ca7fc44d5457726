#pragma once

#include "tests/patience.h"
#include "ui/data/data_page.h"

#include <QFile>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>

#include <optional>

namespace coterie::ui::test {

inline constexpr int kPatience =
    2 * kTryMilliseconds; // generators draw tens of thousands of pictures

/// What the tests of the Data page share: a folder of data of its own for each of them.
class DataFixture : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder.emplace(); }

protected:
    [[nodiscard]] DataFolders folders() const
    {
        return {.folders = {m_folder->path().toStdString()}};
    }
    void write(const QString& name, const QByteArray& text) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    static void choose(const DataPage& page, const char* name)
    {
        auto* list = child<QListView>(page, "datasetList");
        for (int row = 0; row < list->model()->rowCount(); ++row)
            if (list->model()->index(row, 0).data(CatalogueModel::NameRole).toString()
                == QLatin1String(name))
                return list->setCurrentIndex(list->model()->index(row, 0));
        qFatal("no card %s", name);
    }
    template <typename Widget>
    static Widget* child(const DataPage& page, const char* name)
    {
        auto* found = page.findChild<Widget*>(QString::fromLatin1(name));
        if (!found)
            qFatal("no %s", name);
        return found;
    }

    std::optional<QTemporaryDir> m_folder;
};

} // namespace coterie::ui::test
