#pragma once

#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "tests/core/data/idx_files.h"

#include <QDir>
#include <QObject>
#include <QTemporaryDir>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace coterie::test {

/// What tests of a user's own files share: a folder for each of them, and data sets read from it.
class UserFolderFixture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

protected:
    using Settings = std::vector<std::pair<const char*, std::string>>;

    [[nodiscard]] DataFolders folders() const
    {
        return {.folders = {m_folder->path().toStdString()}};
    }
    void put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(path.section('/', 0, -2));
        idxfiles::write(path, bytes);
    }
    [[nodiscard]] Result<std::shared_ptr<const Dataset>> loadUser(const char* name,
                                                                  const Settings& settings) const
    {
        Part part{.name = name, .parameters = {}};
        for (const auto& [parameter, value] : settings)
            part.parameters.set(parameter, value);
        return loadDataset(part, folders());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

} // namespace coterie::test
