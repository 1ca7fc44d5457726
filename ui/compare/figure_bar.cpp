#include "ui/compare/figure_bar.h"

#include "ui/compare/shrinking_button.h"
#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace coterie::ui {

FigureBar::FigureBar(QWidget* parent)
    : QWidget(parent)
    , m_button(named(new WordsMenuButton(this), "figures", tr("Figures")))
    , m_menu(named(new QMenu(m_button), "figureMenu"))
    , m_text(named(new ElidedLabel(this), "figureText"))
    , m_end(named(new QToolButton(this), "endFigure", tr("All arms")))
{
    m_button->setText(tr("Fig&ures"));
    m_button->setToolTip(tr("Draw a figure that the experiment describes, with all of its runs"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(m_menu);
    m_end->setText(tr("All arms"));
    m_end->setToolTip(tr("Leave the figure and show all selected runs"));
    m_end->setAutoRaise(true);
    auto* row = rowIn(this, 10, {12, 4, 8, 2});
    row->addWidget(m_button);
    row->addWidget(m_text, 1);
    row->addWidget(m_end);
    connect(m_end, &QToolButton::clicked, this, &FigureBar::figureEnded);
    setVisible(false);
}

void FigureBar::setData(const CompareData& compared, const std::optional<ChosenFigure>& chosen)
{
    std::vector<ChosenFigure> figures;
    std::map<std::string, QString> names;
    for (const ComparedExperiment& experiment : compared.experiments)
        if (names.try_emplace(experiment.design, experiment.name).second)
            for (const FigureDesign& figure : experiment.figures)
                figures.push_back({.experiment = experiment.design, .design = figure});
    m_chosen = chosen;
    // One of the open file, whose runs may be older than its figures.
    if (m_chosen && std::ranges::find(figures, *m_chosen) == figures.end()) {
        const auto last = std::ranges::find(
            figures.rbegin(), figures.rend(), m_chosen->experiment, &ChosenFigure::experiment);
        figures.insert(last == figures.rend() ? figures.end() : last.base(), *m_chosen);
    }
    if (figures != m_figures || names != m_names) { // else it may be open
        m_figures = std::move(figures);
        m_names = std::move(names);
        fillMenu();
    }
    for (std::size_t i = 0; i < m_figures.size(); ++i)
        m_actions[i]->setChecked(m_chosen == m_figures[i]);
    setVisible(!m_figures.empty());
    m_end->setVisible(m_chosen.has_value());
    showGaps({});
}

void FigureBar::fillMenu()
{
    m_menu->clear();
    m_actions.clear();
    std::string last;
    std::set<std::string> experiments;
    for (const ChosenFigure& figure : m_figures)
        experiments.insert(figure.experiment);
    for (const ChosenFigure& figure : m_figures) {
        if (experiments.size() > 1 && figure.experiment != last) {
            const auto name = m_names.find(figure.experiment); // its runs may not be read yet
            m_menu->addSection(name == m_names.end()
                                   ? QString()
                                   : QString(name->second).replace('&', QStringLiteral("&&")));
        }
        last = figure.experiment;
        QAction* action =
            m_menu->addAction(toQString(figure.design.title).replace('&', QStringLiteral("&&")));
        m_actions.push_back(action);
        action->setCheckable(true);
        // Queued, because the menu can be filled anew while the figure is shown.
        connect(
            action,
            &QAction::triggered,
            this,
            [this, figure] { emit figureChosen(figure); },
            Qt::QueuedConnection);
    }
}

void FigureBar::showGaps(const QString& gaps)
{
    if (!m_chosen) {
        m_text->setForegroundRole(QPalette::PlaceholderText);
        m_text->setTexts(counted(std::ssize(m_figures),
                                 tr("1 figure can be drawn of these runs"),
                                 tr("%1 figures can be drawn of these runs")),
                         {});
        return;
    }
    const QString title = toQString(m_chosen->design.title);
    m_text->setForegroundRole(QPalette::WindowText);
    m_text->setTexts(gaps.isEmpty() ? title : QStringLiteral("%1  ·  %2").arg(title, gaps), {});
}

} // namespace coterie::ui
