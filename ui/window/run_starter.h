#pragma once

#include <QObject>

namespace coterie::ui {

class DesignPage;
class ExperimentDocument;

/// Starts the open experiment when it is known that its runs can begin: after it was read, and
/// after its checks.
class RunStarter final : public QObject
{
    Q_OBJECT

public:
    RunStarter(const ExperimentDocument& document, DesignPage& design, QObject* parent = nullptr);

    /// Nothing known speaks against a run.
    [[nodiscard]] bool mayRun() const;
    /// Starts now, or when pending checks have passed.
    void start();
    /// Starts the experiment that is being opened.
    void startWhenOpened() { m_wish = Wish::WhenOpened; }
    void forget() { m_wish = Wish::None; }

signals:
    /// The checks have passed: run now.
    void ready();
    /// The checks take their time, or found something, which the Design page shows.
    void waiting();
    void refused();

private:
    enum class Wish
    {
        None,
        WhenOpened,
        WhenChecked
    };

    void settle();

    const ExperimentDocument& m_document;
    DesignPage& m_design;
    Wish m_wish = Wish::None;
};

} // namespace coterie::ui
