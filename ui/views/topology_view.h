#pragma once

#include "ui/views/painted_view.h"
#include "ui/views/topology_layout.h"

#include <QString>

#include <optional>

namespace coterie::ui {

/// A client, edge server or the cloud as it is drawn.
struct TopologyNode
{
    std::optional<double> accuracy; ///< 0..1: how full its disc is
    /// The share of its parameters that are not zero: how much of its ring is drawn.
    std::optional<double> nonZero;
    double bits = 0; ///< to and from the node above, this round: how thick its line is
    int colour = -1; ///< the colour number of its group or sampling cluster
    bool takesPart = true;

    bool operator==(const TopologyNode&) const = default;
};

struct TopologyPicture
{
    std::vector<TopologyNode> clients;
    std::vector<TopologyNode> edges;
    std::vector<QString> edgeNames; ///< may be empty or shorter
    std::vector<std::vector<int>> clientsOfEdge;
    std::vector<int> order; ///< clients from left to right
    std::vector<std::vector<int>> groups;
    bool areForSampling = false; ///< the groups are clusters that participants were drawn from
    QString server;              ///< "server" or "cloud"

    bool operator==(const TopologyPicture&) const = default;
};

/// The federation as a tree: server, edge servers and clients, the traffic between them and the
/// accuracy of each. Keys walk from client to client and up to the edge servers.
class TopologyView final : public ClientView
{
    Q_OBJECT

public:
    explicit TopologyView(QWidget* parent = nullptr);

    void setPicture(TopologyPicture picture);
    [[nodiscard]] const TopologyPicture& picture() const { return m_picture; }
    enum Kind
    {
        Client,
        Edge
    };
    [[nodiscard]] ViewPart partAt(const QPointF& point) const override;
    [[nodiscard]] QString textOf(const ViewPart& part) const override;
    [[nodiscard]] std::unique_ptr<PaintedView> copied() const override;
    [[nodiscard]] FigureParts figureParts() const override;
    [[nodiscard]] QSize sizeHint() const override { return {460, 300}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

protected:
    [[nodiscard]] QString emptyText() const override;
    void paint(QPainter& painter, const PlotTheme& theme) override;
    void layOut() override;
    [[nodiscard]] ViewPart stepFrom(const ViewPart& part, KeyStep step) const override;
    [[nodiscard]] bool isDrawn(const ViewPart& part) const override;
    [[nodiscard]] QRectF areaOf(const ViewPart& part) const override;
    [[nodiscard]] std::vector<int> clientsOf(const ViewPart& part) const override;

private:
    [[nodiscard]] const std::vector<QPointF>& placesOf(int kind) const;
    [[nodiscard]] double radiusOf(int kind) const;
    [[nodiscard]] const TopologyNode& nodeOf(const ViewPart& part) const;
    [[nodiscard]] QRectF discOf(const ViewPart& part, double beyond = 0) const;
    [[nodiscard]] QString titleOf(const ViewPart& part) const;
    void paintEdges(QPainter& painter, const PlotTheme& theme) const;
    void paintHulls(QPainter& painter, const PlotTheme& theme) const;
    /// Under their clients where there is room, else in a line above the legend.
    void paintGroupNames(QPainter& painter, const PlotTheme& theme) const;
    void paintLinks(QPainter& painter, const PlotTheme& theme) const;
    void paintNode(QPainter& painter, const PlotTheme& theme, const ViewPart& part) const;
    /// Under their discs, of clients with their names; 0: numbers only.
    [[nodiscard]] double clientNameWidth() const;
    [[nodiscard]] QString legend() const;
    [[nodiscard]] int legendLines() const;

    TopologyPicture m_picture;
    TopologyLayout m_layout;
    double m_mostBits = 0;
};

/// "12.3 MB", "980 kB", "64 B".
[[nodiscard]] QString bytesText(double bits);

} // namespace coterie::ui
