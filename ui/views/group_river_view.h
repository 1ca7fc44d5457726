#pragma once

#include "ui/views/group_river_layout.h"
#include "ui/views/painted_view.h"

#include <optional>

namespace coterie::ui {

/// The group of each client, round by round: a strip of bands that split and merge. Pointing at a
/// band names its clients; a click selects them; the round on screen is marked. Up and Down walk
/// through the groups of that round; Left and Right stay the window's keys for the rounds.
class GroupRiverView final : public ClientView
{
    Q_OBJECT

public:
    explicit GroupRiverView(QWidget* parent = nullptr);

    void setRounds(std::vector<RiverRound> rounds);
    void addRounds(const std::vector<RiverRound>& rounds);
    /// Names the columns, where they are no rounds of one run: "run 3" for the first, and so on.
    void setColumnNames(QStringList names);
    /// What stands in place of such columns where there are none.
    void setNothing(const QString& sentence)
    {
        m_nothing = sentence;
        update();
    }
    void setRoundShown(std::optional<int> round);
    [[nodiscard]] const std::vector<RiverRound>& rounds() const { return m_rounds; }
    [[nodiscard]] const RiverLayout& layoutShown() const { return m_layout; }
    /// What a part of the view is. Its index is a client, a band, or a block of the column
    /// kind − Block.
    enum Kind
    {
        GroupOf, ///< the group of a client in the round on screen
        Band,
        Block
    };
    [[nodiscard]] ViewPart partAt(const QPointF& point) const override;
    /// The group, its clients and since when they are together.
    [[nodiscard]] QString textOf(const ViewPart& part) const override;
    [[nodiscard]] std::vector<int> clientsAt(const QPointF& point) const
    {
        return clientsOf(partAt(point));
    }
    /// Where the client is in that round, or in the last column before it.
    [[nodiscard]] QPointF positionOf(int round, int client) const;
    [[nodiscard]] std::unique_ptr<PaintedView> copied() const override;
    [[nodiscard]] FigureParts figureParts() const override;
    [[nodiscard]] QSize sizeHint() const override { return {460, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

signals:
    void roundChosen(int round);

protected:
    [[nodiscard]] QString emptyText() const override;
    void paint(QPainter& painter, const PlotTheme& theme) override;
    /// The width limits the number of rounds drawn.
    void layOut() override;
    void takeStyle() override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    [[nodiscard]] ViewPart stepFrom(const ViewPart& part, KeyStep step) const override;
    [[nodiscard]] bool isDrawn(const ViewPart& part) const override { return blockOf(part).second; }
    [[nodiscard]] QRectF areaOf(const ViewPart& part) const override;
    [[nodiscard]] std::vector<int> clientsOf(const ViewPart& part) const override;
    [[nodiscard]] ViewPart placeFor(const ViewPart& part) const override;

private:
    [[nodiscard]] bool hasTitle() const;
    /// "Round 8", or its column's name.
    [[nodiscard]] QString columnName(int round) const;
    [[nodiscard]] const RiverColumn* columnShown() const;
    /// The column and block of a group or block; null for other parts.
    [[nodiscard]] std::pair<const RiverColumn*, const RiverBlock*>
    blockOf(const ViewPart& part) const;
    [[nodiscard]] QString bandText(const RiverBand& band) const;
    /// The first of the rounds up to that one in which exactly these were in this group.
    [[nodiscard]] int togetherSince(const std::vector<int>& members, int group, int round) const;
    [[nodiscard]] QRectF riverArea() const;
    [[nodiscard]] double riverHeight() const;
    /// Of the groups' names, beside the last round; 0 where they would need too much of the width.
    [[nodiscard]] double nameWidth() const;
    [[nodiscard]] double xOf(int round) const;
    [[nodiscard]] double yOf(double place) const;
    [[nodiscard]] std::size_t clients() const;
    void paintBands(QPainter& painter, const PlotTheme& theme) const;
    void paintBlocks(QPainter& painter, const PlotTheme& theme) const;
    void paintNames(QPainter& painter, const PlotTheme& theme) const;
    void paintAxis(QPainter& painter, const PlotTheme& theme) const;

    std::vector<RiverRound> m_rounds;
    std::vector<RiverRound> m_allRounds; ///< of a figure, which may show fewer
    QStringList m_columnNames;           ///< of the rounds in their order; empty: they are rounds
    QString m_nothing;
    RiverLayout m_layout;
    double m_numberWidth = 0; ///< of the clients, beside the first round; 0: rows are too low
    double m_clientWidth = 0; ///< the same of their names with their numbers; 0: numbers only
    double m_wantedNameWidth = 0;
    std::optional<int> m_round;
};

} // namespace coterie::ui
