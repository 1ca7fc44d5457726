#include "ui/compare/compare_table_view.h"

#include "ui/compare/compare_words.h"
#include "ui/frame/cell_delegate.h"
#include "ui/frame/plot_theme.h"
#include "ui/words.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

#include <cmath>

namespace coterie::ui {

/// The plain table with a colour for the rows that have a verdict; their last column says it in
/// words.
class VerdictModel final : public QAbstractTableModel
{
public:
    explicit VerdictModel(QWidget* view)
        : QAbstractTableModel(view)
        , m_view(view)
    {}

    void setTable(const CompareTable& table)
    {
        beginResetModel();
        m_plain.setTable(table.table);
        m_verdicts = table.verdicts;
        m_rowsAreMetrics = table.rowsAreMetrics;
        m_rowDecimals = table.decimals;
        m_decimals.clear();
        for (int column = 0; column < columnCount() && !m_rowsAreMetrics; ++column)
            m_decimals.push_back(commonDecimals(table.table, static_cast<std::size_t>(column)));
        endResetModel();
    }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return m_plain.rowCount(parent);
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return m_plain.columnCount(parent);
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        const auto row = static_cast<std::size_t>(index.row());
        if (role == Qt::ForegroundRole && row < m_verdicts.size()
            && m_verdicts[row] != Judgement::None && index.column() + kJudged >= columnCount()) {
            const PlotTheme theme = PlotTheme::of(*m_view);
            switch (m_verdicts[row]) {
            case Judgement::Within:
                return theme.armColour(kWithinColour);
            case Judgement::Better:
                return theme.armColour(kBetterColour);
            case Judgement::Beyond:
            case Judgement::None:
                return theme.warning;
            }
        }
        const auto column = static_cast<std::size_t>(index.column());
        const std::optional<int> common =
            column < m_decimals.size() ? m_decimals[column] : std::nullopt;
        const int own = row < m_rowDecimals.size() ? m_rowDecimals[row] : 0;
        if (role == Qt::DisplayRole && (common || own > 0)) {
            const QVariant value = data(index, PlainTableModel::SortRole);
            if (value.typeId() == QMetaType::Double && std::isfinite(value.toDouble()))
                return common ? cellText(value.toDouble(), *common)
                              : columnText(value.toDouble(), own);
        }
        const QVariant cell = m_plain.data(m_plain.index(index.row(), index.column()), role);
        return role == Qt::DisplayRole && m_rowsAreMetrics && column == 0
                   ? metricText(cell.toString().toStdString())
                   : cell;
    }
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override
    {
        return m_plain.headerData(section, orientation, role);
    }

private:
    static constexpr std::size_t kWithinColour = 2;
    static constexpr std::size_t kBetterColour = 0;
    static constexpr int kJudged = 3; ///< columns, the last ones: difference, deviation, verdict

    QWidget* m_view;
    PlainTableModel m_plain;
    std::vector<Judgement> m_verdicts;
    bool m_rowsAreMetrics = false;
    std::vector<int> m_rowDecimals;
    std::vector<std::optional<int>> m_decimals; ///< of each column, so that points stand in line
};

CompareTableView::CompareTableView(const QString& name, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_model(new VerdictModel(this))
    , m_view(new QTableView(this))
    , m_remark(new QLabel(this))
{
    m_view->setObjectName(name);
    m_view->setAccessibleName(title);
    m_view->setToolTip(tr("Point at a number for all its digits"));
    m_view->setModel(m_model);
    dressTable(*m_view);
    m_view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_remark->setTextFormat(Qt::PlainText); // it quotes a file
    m_remark->setWordWrap(true);
    m_remark->setContentsMargins(12, 6, 12, 8);
    m_remark->setForegroundRole(QPalette::PlaceholderText);
    m_remark->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_remark);
}

void CompareTableView::setTable(CompareTable table)
{
    if (table == m_shown)
        return;
    m_shown = std::move(table);
    m_model->setTable(m_shown);
    // Numbers keep to the columns beside them; words take the room that is left.
    const QVariant alignment = m_model->headerData(
        m_model->columnCount() - 1, Qt::Horizontal, Qt::TextAlignmentRole);
    m_view->horizontalHeader()->setStretchLastSection(!(alignment.toInt() & Qt::AlignRight));
    m_remark->setText(m_shown.remark);
}

} // namespace coterie::ui
