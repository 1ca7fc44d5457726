#include "ui/views/dendrogram_view.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace coterie::ui {

DendrogramView::DendrogramView(QWidget* parent)
    : ClientView(
        parent, "dendrogram", tr("Dendrogram: which clients merged, in which order and why"))
{
    setWhatsThis(tr("Press Up and Down to go from client to client, Right to go to the merge that "
                    "joined it with others, Left to go back. Press Enter to select the clients, "
                    "Space to add or remove them. Click a group's name to select its clients. In a "
                    "tree of distances, Shift+Left and Shift+Right move the cut and Shift+Home "
                    "resets it."));
    connect(this, &PaintedView::ringMoved, this, &DendrogramView::whyChanged);
    showScene();
}

void DendrogramView::setPicture(DendrogramPicture picture)
{
    if (picture == m_scene.picture())
        return;
    m_scene.setPicture(std::move(picture));
    m_pointed = {};
    if (place().kind != Scene::LeafPart)
        setPlace({}); // another round has other merges
    showScene();
}

void DendrogramView::setAxis(MergeAxis axis)
{
    m_scene.setAxis(axis);
    showScene();
}

void DendrogramView::setSteps(std::optional<int> steps)
{
    m_scene.setSteps(steps);
    showScene();
}

void DendrogramView::setColoursOfCut(std::vector<int> colourOfClient)
{
    if (colourOfClient == m_scene.coloursOfCut())
        return;
    m_scene.setColoursOfCut(std::move(colourOfClient));
    showScene();
}

void DendrogramView::showScene()
{
    if (m_pointed.kind == Scene::GroupPart || !m_scene.isDrawn(m_pointed))
        m_pointed = {};
    m_draggingCut = m_draggingCut && m_scene.hasCut();
    layOut();
    emit whyChanged();
}

void DendrogramView::layOut()
{
    m_drawing = drawing();
    update();
}

DendrogramDrawing DendrogramView::drawing() const
{
    return {m_scene, size(), font(), paper() ? &*paper() : nullptr, clientNames()};
}

FigureParts DendrogramView::figureParts() const
{
    FigureParts parts;
    const bool hasAxis = !picture().grouping.merges.empty() || picture().grouping.refused;
    parts.hasLines = hasAxis; // else there are only clients
    if (hasAxis)
        parts.x.name = m_scene.axisTitle();
    if (hasAxis && m_scene.axis() == MergeAxis::Score)
        parts.x.whole = limitsOf(layoutShown().lowest, layoutShown().highest);
    std::vector<int> colours;
    for (const DendrogramGroup& group : m_scene.groups())
        if (!m_scene.isAlone(group))
            colours.push_back(group.colour);
    parts.legend = groupLegend(colours, picture().samples);
    if (!parts.legend.empty())
        parts.legendPlaces = besideDrawing();
    return parts;
}

void DendrogramView::takeStyle()
{
    m_scene.setLimits(paper()->limits[0], paper()->limits[1]);
}

std::unique_ptr<PaintedView> DendrogramView::copied() const
{
    auto copy = std::make_unique<DendrogramView>();
    copy->m_scene = m_scene;
    copy->setSelected(selected());
    copy->setClientNames(clientNames());
    return copy;
}

QString DendrogramView::emptyText() const
{
    if (picture().clients > 0)
        return {};
    return picture().neverGroups
               ? tr("No round of this run has merged clients. The matrix shows who learns from "
                    "whom. (Methods such as HCCT, and the sampling of HiCS-FL, show their merges "
                    "here.)")
               : tr("No clients merged in this round. Look at another round to see merges.");
}

void DendrogramView::paint(QPainter& painter, const PlotTheme& theme)
{
    m_drawing = drawing(); // the cut or the font may be another
    m_drawing.paint(painter,
                    theme,
                    {.selected = selected(),
                     .lit = lit(),
                     .isCutLit = m_draggingCut || m_pointed.kind == Scene::CutPart,
                     .highlight = palette().color(QPalette::Highlight)});
}

/// The keys do not reach groups.
ViewPart DendrogramView::placeFor(const ViewPart& part) const
{
    return part.kind == Scene::GroupPart ? ViewPart{} : part;
}

void DendrogramView::mouseMoveEvent(QMouseEvent* event)
{
    if (m_draggingCut)
        return moveCut(m_drawing.valueAt(event->position().x()));
    const ViewPart part = partAt(event->position());
    if (part == m_pointed)
        return;
    m_pointed = part;
    setCursor(part.kind == Scene::CutPart ? Qt::SplitHCursor
              : part                      ? Qt::PointingHandCursor
                                          : Qt::ArrowCursor);
    update();
    emit whyChanged();
}

void DendrogramView::mousePressEvent(QMouseEvent* event)
{
    m_draggingCut = event->button() == Qt::LeftButton
                    && m_drawing.partAt(event->position()).kind == Scene::CutPart;
    if (!m_draggingCut)
        ClientView::mousePressEvent(event);
}

void DendrogramView::mouseDoubleClickEvent(QMouseEvent* event)
{
    const bool onCut = m_drawing.partAt(event->position()).kind == Scene::CutPart;
    if (event->button() != Qt::LeftButton || !onCut)
        return ClientView::mouseDoubleClickEvent(event);
    m_draggingCut = false;
    resetCut();
}

void DendrogramView::moveCut(double value)
{
    m_scene.moveCut(value);
    update();
    emit cutMoved();
}

void DendrogramView::resetCut()
{
    m_scene.resetCut();
    showScene();
    emit cutMoved();
}

void DendrogramView::leaveEvent(QEvent*)
{
    m_pointed = {};
    update();
    emit whyChanged();
}

void DendrogramView::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (!m_scene.hasCut() || event->modifiers() != Qt::ShiftModifier
        || (key != Qt::Key_Left && key != Qt::Key_Right && key != Qt::Key_Home))
        return ClientView::keyPressEvent(event);
    if (key == Qt::Key_Home)
        return resetCut();
    moveCut(cutBeside(picture().grouping, *m_scene.cut(), key == Qt::Key_Right ? 1 : -1));
}

ViewPart DendrogramView::stepFrom(const ViewPart& part, KeyStep step) const
{
    const std::vector<int>& leaves = layoutShown().leaves;
    if (leaves.empty())
        return {};
    const bool isPlace = part && part.kind != Scene::CutPart;
    if (!isPlace || step == KeyStep::First || step == KeyStep::Last)
        return {Scene::LeafPart, step == KeyStep::Last ? leaves.back() : leaves.front()};
    const ViewPart next = step == KeyStep::Right ? m_scene.above(part)
                          : step == KeyStep::Left
                              ? m_scene.below(part)
                              : m_scene.beside(part, step == KeyStep::Down ? 1 : -1);
    return next ? next : part;
}

} // namespace coterie::ui
