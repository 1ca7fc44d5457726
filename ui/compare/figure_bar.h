#pragma once

#include "ui/compare/figure_view.h"

#include <QWidget>

#include <map>
#include <optional>

class QAction;
class QMenu;
class QToolButton;

namespace coterie::ui {

class ElidedLabel;

/// The figures that the experiments of the selected runs describe, and which one is shown. Hidden
/// where there is none.
class FigureBar final : public QWidget
{
    Q_OBJECT

public:
    explicit FigureBar(QWidget* parent = nullptr);

    void setData(const CompareData& compared, const std::optional<ChosenFigure>& chosen);
    /// Of the chosen figure: what it lacks.
    void showGaps(const QString& gaps);
    [[nodiscard]] QMenu& menu() const { return *m_menu; }
    [[nodiscard]] const std::vector<ChosenFigure>& figures() const { return m_figures; }

signals:
    void figureChosen(const coterie::ui::ChosenFigure& figure);
    void figureEnded();

private:
    void fillMenu();

    std::vector<ChosenFigure> m_figures;
    std::map<std::string, QString> m_names; ///< of their experiments, by design
    std::vector<QAction*> m_actions;        ///< of the figures
    std::optional<ChosenFigure> m_chosen;
    QToolButton* m_button = nullptr;
    QMenu* m_menu = nullptr;
    ElidedLabel* m_text = nullptr;
    QToolButton* m_end = nullptr;
};

} // namespace coterie::ui
