#pragma once

#include "ui/views/dendrogram_layout.h"
#include "ui/views/painted_view.h"

#include <set>

namespace coterie::ui {

struct PlotTheme;

/// What a dendrogram shows of one round.
struct DendrogramPicture
{
    Grouping grouping;
    int clients = 0;
    std::vector<int> colourOfClient; ///< a group's colour number; −1: in none
    /// Of each client, the round in which it joined its group, or was left alone; empty: not known,
    /// or not of groups that were formed.
    std::vector<int> joinedOfClient = {};
    int round = -1; ///< who joined in it stands out
    std::vector<int> participants =
        {}; ///< of this round, ascending, some perhaps twice; empty: all
    /// Where the run's rounds have put the clients so far: they are drawn as near to it as the
    /// merges allow. Empty: by number.
    std::vector<int> order = {};
    bool neverGroups = false;        ///< no round of this run joined anybody so far
    bool isWhatIf = false;           ///< never happened: said in the picture itself
    bool samples = false;            ///< clusters to draw participants from, no groups
    bool operator==(const DendrogramPicture&) const = default;
};

/// The merges of one round, clients as lines at the left, merges to the right, each with its gain,
/// and at the rim the groups that came of them and when each client joined its own. Pointing at a
/// merge says why it was done; a click picks its clients, or those of a group's name; the cut line
/// of a tree of distances can be dragged to see which groups another height leaves, and a double
/// click puts it back. Keys walk along the clients and up and down the tree, and move the cut.
class DendrogramView final : public PaintedView
{
    Q_OBJECT

public:
    explicit DendrogramView(QWidget* parent = nullptr);

    void setPicture(DendrogramPicture picture);
    void setAxis(MergeAxis axis);
    /// Only the first so many merges; absent: all.
    void setSteps(std::optional<int> steps);
    void setSelected(std::set<int> clients);

    [[nodiscard]] const DendrogramLayout& layoutShown() const { return m_layout; }
    [[nodiscard]] const DendrogramPicture& picture() const { return m_picture; }
    [[nodiscard]] MergeAxis axis() const { return m_axis; }
    /// The place of the cut line of a tree of distances, and how many groups it leaves.
    [[nodiscard]] std::optional<double> cut() const { return m_cut; }
    [[nodiscard]] int groupsAtCut() const;
    /// Whether the user dragged it there; if not, it stands where the round itself cut.
    [[nodiscard]] bool isCutMoved() const { return m_cut && m_cutIsUsers; }
    /// The colours of the clients in the groups that a moved cut leaves; empty: those on record.
    void setColoursOfCut(std::vector<int> colourOfClient);
    /// The colour number each client is drawn in.
    [[nodiscard]] const std::vector<int>& coloursShown() const;
    /// Why the merge was done that is pointed at, or else the last one that is drawn; of a round
    /// that is drawn whole why there was no further one.
    [[nodiscard]] QString why() const;
    [[nodiscard]] QString textAt(const QPointF& point) const override;
    [[nodiscard]] QString placeText() const override { return explanation(m_place); }
    [[nodiscard]] QSize sizeHint() const override { return {460, 340}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 100}; }

signals:
    void clientsChosen(const std::set<int>& clients);
    /// The user moved the cut, or put it back to where the round itself cut.
    void cutMoved();
    /// Another merge is pointed at, or another picture is drawn.
    void whyChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    [[nodiscard]] bool canWalk(KeyStep) const override { return m_picture.clients > 0; }
    void walk(KeyStep step) override;
    [[nodiscard]] QRectF placeArea() const override;
    void choosePlace(Pick how) override;

private:
    struct Hit
    {
        enum class What
        {
            Nothing,
            Leaf,
            Merge,
            Refused,
            Cut,
            Group
        };
        What what = What::Nothing;
        int index = -1; ///< the client, or the number of the bracket or of the group as drawn

        bool operator==(const Hit&) const = default;
    };
    static constexpr double kDot = 8;     ///< pixels: of a client, before its line
    static constexpr double kMargin = 12; ///< around everything

    void layOut();
    void placeCut();
    [[nodiscard]] bool hasCut() const;
    /// What the right rim has room for.
    struct Rim
    {
        double names = 0;        ///< pixels: of the groups' bars and names; 0: none
        double joined = 0;       ///< of the clients' rounds, before them; 0: none
        bool hasNames = true;
        bool tellsSince = false; ///< under the names
        bool isShort = false;    ///< the clients' rounds have a short title
    };
    [[nodiscard]] Rim fittingRim() const;
    void measureRim();
    [[nodiscard]] QString nameOf(const DendrogramGroup& group) const;
    /// Whether it is one client that trains with nobody.
    [[nodiscard]] bool isAlone(const DendrogramGroup& group) const;
    [[nodiscard]] QRectF rimBox(const DendrogramGroup& group) const;
    /// Whether it is known when the clients joined the groups that are drawn.
    [[nodiscard]] bool knowsJoined() const;
    [[nodiscard]] QString sinceText(const DendrogramGroup& group) const;
    [[nodiscard]] QString groupText(const DendrogramGroup& group) const;
    [[nodiscard]] QString leafText(int client) const;
    [[nodiscard]] bool takesPart(int client) const;
    [[nodiscard]] std::vector<bool> mergedClients() const;
    [[nodiscard]] std::vector<int> membersOf(const DendrogramGroup& group) const;
    [[nodiscard]] QRectF fittingArea() const;
    [[nodiscard]] const QRectF& plotArea() const { return m_area; }
    /// Works out the rim and what it leaves: once, not for each place that is asked for.
    void fit();
    [[nodiscard]] double plotTop() const;
    [[nodiscard]] double plotHeight() const;
    [[nodiscard]] double rowHeight() const;
    [[nodiscard]] double yOf(double place) const;
    [[nodiscard]] double xOf(double value) const;
    [[nodiscard]] double valueAt(double x) const;
    [[nodiscard]] Hit hitAt(const QPointF& point) const;
    [[nodiscard]] QString explanation(const Hit& hit) const;
    [[nodiscard]] std::vector<int> membersOf(const Hit& hit) const;
    [[nodiscard]] const DendrogramBracket* bracketOf(const Hit& hit) const;
    [[nodiscard]] Hit hitOfNode(int node) const;
    [[nodiscard]] Hit above(const Hit& hit) const;
    [[nodiscard]] Hit beside(const Hit& hit, KeyStep step) const;
    /// What is drawn as pointed at: by the mouse, or where the keys have led.
    [[nodiscard]] const Hit& lit() const;
    void putCutBack();
    void paintAxis(QPainter& painter, const PlotTheme& theme) const;
    void paintLeafLines(QPainter& painter, const PlotTheme& theme) const;
    void paintLeaves(QPainter& painter, const PlotTheme& theme) const;
    void paintBracket(QPainter& painter, const DendrogramBracket& bracket) const;
    void
    paintBridge(QPainter& painter, const PlotTheme& theme, const DendrogramBracket& bracket) const;
    void paintGain(QPainter& painter, const DendrogramBracket& bracket) const;
    void paintGroups(QPainter& painter, const PlotTheme& theme) const;
    void paintJoined(QPainter& painter, const PlotTheme& theme) const;
    /// Whether a word in this box would stand on the lines of this bracket.
    [[nodiscard]] bool crosses(const DendrogramBracket& bracket, const QRectF& box) const;
    /// Whether it would on those of any merge that was done.
    [[nodiscard]] bool hidesMerge(const QRectF& box) const;
    void paintRefused(QPainter& painter, const PlotTheme& theme) const;
    void paintCut(QPainter& painter, const PlotTheme& theme) const;
    void paintWhatIf(QPainter& painter, const PlotTheme& theme) const;
    void findColours();
    [[nodiscard]] QString cutText() const;

    DendrogramPicture m_picture;
    std::vector<int> m_leaves;
    DendrogramLayout m_layout;
    std::vector<int> m_colourOfBracket; ///< −1: it joins clients of several groups, or of none
    std::vector<DendrogramGroup> m_groups; ///< in the colours shown
    Rim m_rim;
    QRectF m_area;
    double m_nameWidth = 0;                ///< of the widest, in pixels; 0: none is named
    double m_sinceWidth = 0;
    MergeAxis m_axis = MergeAxis::Order;
    std::optional<int> m_steps;
    std::set<int> m_selected;
    std::optional<double> m_cut;
    bool m_cutIsUsers = false; ///< dragged there: kept from round to round
    std::vector<int> m_coloursOfCut;
    Hit m_pointed;
    Hit m_place; ///< where the keys have led
    bool m_draggingCut = false;
};

} // namespace coterie::ui
