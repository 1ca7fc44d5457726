#pragma once

#include <QObject>
#include <QStringList>

namespace coterie::ui {

/// The files opened lately, newest first, kept in the user's settings.
class RecentFiles final : public QObject
{
    Q_OBJECT

public:
    static constexpr qsizetype kMost = 8;

    explicit RecentFiles(QObject* parent = nullptr);

    void add(const QString& path);
    /// A file that could not be opened is of no use in the list.
    void remove(const QString& path);
    [[nodiscard]] const QStringList& paths() const { return m_paths; }

signals:
    void changed();

private:
    void keep();

    QStringList m_paths;
};

} // namespace coterie::ui
