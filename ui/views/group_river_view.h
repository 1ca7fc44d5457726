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
    /// More rounds of the same run.
    void addRounds(const std::vector<RiverRound>& rounds);
    void setRoundShown(std::optional<int> round);
    [[nodiscard]] const std::vector<RiverRound>& rounds() const { return m_rounds; }
    [[nodiscard]] const RiverLayout& layoutShown() const { return m_layout; }
    /// The clients of the block or band under this point.
    [[nodiscard]] std::vector<int> clientsAt(const QPointF& point) const;
    /// Where the client is in that round, or in the last column before it.
    [[nodiscard]] QPointF positionOf(int round, int client) const;
    /// The group, its clients and since when they are together.
    [[nodiscard]] QString textAt(const QPointF& point) const override;
    [[nodiscard]] QString placeText() const override;
    [[nodiscard]] QSize sizeHint() const override { return {460, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

signals:
    void roundChosen(int round);

protected:
    [[nodiscard]] QString emptyText() const override;
    void paint(QPainter& painter, const PlotTheme& theme) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    [[nodiscard]] bool canWalk(KeyStep step) const override;
    void walk(KeyStep step) override;
    [[nodiscard]] QRectF placeArea() const override;
    [[nodiscard]] std::vector<int> takePlace(const QPointF& point) override;
    [[nodiscard]] std::vector<int> clientsOfPlace() const override;

private:
    void layOut();
    [[nodiscard]] bool hasTitle() const;
    [[nodiscard]] const RiverColumn* columnShown() const;
    [[nodiscard]] const RiverBlock* blockOfPlace() const;
    struct Pointed
    {
        const RiverColumn* column = nullptr;
        const RiverBlock* block = nullptr; ///< of the column, or
        const RiverBand* band = nullptr;   ///< one that leaves it
    };
    [[nodiscard]] Pointed pointedAt(const QPointF& point) const;
    [[nodiscard]] QString blockText(const RiverColumn& column, const RiverBlock& block) const;
    /// The first of the rounds up to that one in which exactly these were in this group.
    [[nodiscard]] int togetherSince(const std::vector<int>& members, int group, int round) const;
    [[nodiscard]] QRectF riverArea() const;
    void measure();
    /// Of the groups' names, beside the last round; 0 where they would need too much of the width.
    [[nodiscard]] double nameWidth() const;
    [[nodiscard]] bool hasNumbers() const; ///< of the clients, at both ends
    [[nodiscard]] double xOf(int round) const;
    [[nodiscard]] double yOf(double place) const;
    [[nodiscard]] std::size_t clients() const;
    void paintBands(QPainter& painter, const PlotTheme& theme) const;
    void paintBlocks(QPainter& painter, const PlotTheme& theme) const;
    void paintNames(QPainter& painter, const PlotTheme& theme) const;
    void paintAxis(QPainter& painter, const PlotTheme& theme) const;

    std::vector<RiverRound> m_rounds;
    RiverLayout m_layout;
    double m_numberWidth = 0; ///< of the clients' numbers, beside the first round
    double m_wantedNameWidth = 0;
    std::optional<int> m_round;
    int m_place = -1; ///< the keys have reached the group of this client
};

} // namespace coterie::ui
