#pragma once

#include "ui/views/group_river_layout.h"
#include "ui/views/painted_view.h"

#include <optional>
#include <set>

namespace coterie::ui {

struct PlotTheme;

/// Who was in which group, round by round: a strip of bands that split and merge. Pointing at a
/// band names its clients; a click picks them; the round on screen is marked. Up and Down walk
/// through the groups of that round; Left and Right are left to whoever shows rounds.
class GroupRiverView final : public PaintedView
{
    Q_OBJECT

public:
    explicit GroupRiverView(QWidget* parent = nullptr);

    void setRounds(std::vector<RiverRound> rounds);
    /// The same run went on.
    void addRounds(const std::vector<RiverRound>& rounds);
    void setSelected(std::set<int> clients);
    void setRoundShown(std::optional<int> round);
    [[nodiscard]] const std::vector<RiverRound>& rounds() const { return m_rounds; }
    [[nodiscard]] const RiverLayout& layoutShown() const { return m_layout; }
    /// The clients of the block or band under this point; empty beside them.
    [[nodiscard]] std::vector<int> clientsAt(const QPointF& point) const;
    /// Where the client stands in that round, the newest before it in which somebody moved.
    [[nodiscard]] QPointF positionOf(int round, int client) const;
    /// Which group that is, who is in it and since when.
    [[nodiscard]] QString textAt(const QPointF& point) const override;
    [[nodiscard]] QString placeText() const override;
    [[nodiscard]] QSize sizeHint() const override { return {460, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }

signals:
    void clientsChosen(const std::set<int>& clients);
    void roundChosen(int round);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    [[nodiscard]] bool canWalk(KeyStep step) const override;
    void walk(KeyStep step) override;
    [[nodiscard]] QRectF placeArea() const override;
    void choosePlace(Pick how) override;

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
    /// The first round from which these and no others were in this group until that round.
    [[nodiscard]] int togetherSince(const std::vector<int>& members, int group, int round) const;
    [[nodiscard]] QRectF riverArea() const;
    void measure();
    /// Of the groups' names, beside the last round; 0 where they would take too much of the width.
    [[nodiscard]] double nameWidth() const;
    [[nodiscard]] bool hasNumbers() const; ///< each client's, at both ends
    [[nodiscard]] double xOf(int round) const;
    [[nodiscard]] double yOf(double place) const;
    [[nodiscard]] std::size_t clients() const;
    [[nodiscard]] QColor colourOf(int number, const PlotTheme& theme, bool stands) const;
    void paintBands(QPainter& painter, const PlotTheme& theme) const;
    void paintBlocks(QPainter& painter, const PlotTheme& theme) const;
    void paintNames(QPainter& painter, const PlotTheme& theme) const;
    void paintAxis(QPainter& painter, const PlotTheme& theme) const;

    std::vector<RiverRound> m_rounds;
    RiverLayout m_layout;
    double m_numberWidth = 0; ///< of the clients' numbers, beside the first round
    double m_wantedNameWidth = 0;
    std::set<int> m_selected;
    std::optional<int> m_round;
    int m_place = -1; ///< the keys have led to the group of this client
};

} // namespace coterie::ui
