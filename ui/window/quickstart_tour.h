#pragma once

#include "ui/tour/tour.h"

#include <QObject>

namespace coterie::ui {

class MainWindow;

/// The tour of two minutes: opens the quickstart, runs it, and shows Watch and Compare.
class QuickstartTour final : public QObject
{
    Q_OBJECT

public:
    /// `window` owns it. `quickstart` is the experiment's file.
    QuickstartTour(MainWindow& window, QString quickstart);

    void begin();
    /// Asks in a corner of the window, once in the life of these settings, and only someone who has
    /// no stored runs.
    void offer();

private:
    void offerNow();
    [[nodiscard]] std::vector<TourStep> steps();
    [[nodiscard]] TourStep runStep();
    [[nodiscard]] bool isOpen() const;
    [[nodiscard]] QString openState() const;
    [[nodiscard]] QString runState() const;
    [[nodiscard]] QString resultState() const;
    void trigger(const char* action) const;
    void bring(const char* dock) const;
    [[nodiscard]] bool hasRuns() const;
    template <typename Widget>
    [[nodiscard]] std::function<QWidget*()> find(const char* name = nullptr) const;
    void show(std::vector<TourStep> steps, Tour::Focus focus);

    MainWindow& m_window;
    QString m_quickstart;
    QPointer<Tour> m_tour;
    QPointer<Tour> m_offer; ///< to begin one
    QString m_ending;       ///< what became of the last run; empty: it finished, or there was none
    int m_finished = 0;
};

} // namespace coterie::ui
