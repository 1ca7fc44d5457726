#pragma once

#include "ui/fetch/dataset_fetch.h"

#include <QObject>
#include <QThread>

#include <deque>

namespace coterie::ui {

/// The window's downloads: one data set after another, each on a thread of its own, because hashing
/// and writing would make the window wait. Progress and ends are told on the thread this lives on.
class Downloads final : public QObject
{
    Q_OBJECT

public:
    explicit Downloads(const FetchPatience& patience = {}, QObject* parent = nullptr);
    /// Cancels: what was received is kept.
    ~Downloads() override;

    void start(const FetchPlan& plan);
    /// What waits is forgotten, what runs is ended.
    void cancel(const QString& dataset);
    /// Waiting or coming in.
    [[nodiscard]] bool isUnderWay(const QString& dataset) const;

signals:
    void started(const QString& dataset);
    void progressed(const QString& dataset, const FetchProgress& progress);
    void ended(const QString& dataset, const FileOutcome& outcome);

private:
    void startNext();

    FetchPatience m_patience;
    QThread m_thread;
    std::deque<FetchPlan> m_plans; ///< the first is coming in
    DatasetFetch* m_fetch = nullptr;
};

} // namespace coterie::ui
