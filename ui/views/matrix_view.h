#pragma once

#include "core/base/matrix.h"
#include "ui/views/colour_scale.h"
#include "ui/views/painted_view.h"

#include <QImage>
#include <QRectF>
#include <QString>

#include <optional>

namespace coterie::ui {

inline constexpr double kBesideBar = 6; ///< pixels between the colour bar and its numbers

/// The room that the texts of a matrix need, in pixels.
struct MatrixMeasures
{
    double lineHeight = 0;
    double numberWidth = 0; ///< of a row's or column's number
    double valueWidth = 0;  ///< of a number beside the colour bar
    bool hasBar = true;
    double columnNames = 0; ///< the length of columns' names, read upwards; 0: numbers
};

/// Where the parts of a matrix go. All three titles are left out where the cells need the room.
struct MatrixLayout
{
    QRectF cells;
    QRectF bar;         ///< of the colours; null: none
    QRectF rowTitle;    ///< left of the rows' numbers, read upwards; empty: none
    QRectF columnTitle; ///< below the columns' numbers
    QRectF valueTitle;  ///< right of the colour bar's numbers, read upwards
};

/// `squares`: cells of equal width and height make a square matrix of clients.
[[nodiscard]] MatrixLayout
layOutMatrix(const QSizeF& size, const MatrixMeasures& measures, bool squares);

/// A matrix as a picture of cells, its rows and columns in a given order.
struct MatrixPicture
{
    Matrix matrix;
    std::vector<int> rows;      ///< the row of the matrix at each place
    std::vector<int> columns;   ///< likewise
    std::vector<int> rowBreaks; ///< places before which a new group begins
    std::vector<int> columnBreaks;
    ColourScale::Kind scale = ColourScale::Kind::Sequential;
    QString rowWord;              ///< "client": names the rows, also as their title
    QString columnWord;           ///< "client" or "round"
    QString valueWord;            ///< "weight"
    std::vector<int> columnNames; ///< of columns that are not numbered from 0: rounds
    bool columnsAreClients = true;
    QString part = {}; ///< "the first 1,000 of 20,000"; empty: all clients

    [[nodiscard]] double valueAt(int row, int column) const
    {
        return matrix.at(std::size_t(row), std::size_t(column));
    }
    [[nodiscard]] int nameOfColumn(int column) const
    {
        const auto place = std::size_t(column);
        return place < columnNames.size() ? columnNames[place] : column;
    }
};

/// Draws it as one image: a heatmap of 500 × 500 costs as much as one of 5 × 5. Pointing at a cell
/// shows its exact value; a click selects its clients, and keys walk from cell to cell.
class MatrixView final : public ClientView
{
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    void setPicture(MatrixPicture picture);
    /// Shows a text in place of a picture.
    void setNothing(const QString& text);

    /// A cell by its row and column in the matrix, not on the screen.
    [[nodiscard]] ViewPart partAt(const QPointF& point) const override;
    [[nodiscard]] QString textOf(const ViewPart& part) const override;
    [[nodiscard]] const QImage& image() const { return m_image; }
    [[nodiscard]] const MatrixPicture& picture() const { return m_picture; }
    [[nodiscard]] std::unique_ptr<PaintedView> copied() const override;
    /// Its legend is the bar of the colours.
    [[nodiscard]] FigureParts figureParts() const override;
    [[nodiscard]] QSize sizeHint() const override { return {420, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {140, 110}; }

protected:
    [[nodiscard]] QString emptyText() const override { return m_nothing; }
    void paint(QPainter& painter, const PlotTheme& theme) override;
    void changeEvent(QEvent* event) override;
    void takeStyle() override { drawImage(); }
    [[nodiscard]] ViewPart stepFrom(const ViewPart& part, KeyStep step) const override;
    [[nodiscard]] bool isDrawn(const ViewPart& part) const override
    {
        return bool(gridPlace(part));
    }
    [[nodiscard]] QRectF areaOf(const ViewPart& part) const override;
    [[nodiscard]] std::vector<int> clientsOf(const ViewPart& part) const override;

private:
    void drawImage();
    /// Of the colour bar, with at most so many steps between them.
    [[nodiscard]] std::vector<double> barTicks(int most) const;
    [[nodiscard]] MatrixLayout places() const;
    /// Of the rows' clients with their names; 0: numbers only, as rows are low or clients have
    /// none.
    [[nodiscard]] double rowNamesWidth() const;
    /// Of the columns' clients, read upwards; 0 likewise.
    [[nodiscard]] double columnNamesLength() const;
    /// The part of the cells from the first of some rows or columns on.
    [[nodiscard]] QRectF rowsOf(const QRectF& area, double first, double count) const;
    [[nodiscard]] QRectF columnsOf(const QRectF& area, double first, double count) const;
    /// On the screen.
    [[nodiscard]] std::optional<GridPlace> gridPlace(const ViewPart& part) const;
    void paintBreaks(QPainter& painter, const QRectF& area, const PlotTheme& theme) const;
    void paintSelected(QPainter& painter, const QRectF& area) const;
    void paintRowNumbers(QPainter& painter, const QRectF& area, const PlotTheme& theme) const;
    void paintColumnNumbers(QPainter& painter, const QRectF& area, const PlotTheme& theme) const;
    void paintBar(QPainter& painter, const QRectF& bar, const PlotTheme& theme) const;
    void paintTitles(QPainter& painter, const MatrixLayout& layout, const PlotTheme& theme) const;

    MatrixPicture m_picture;
    ColourScale m_scale;
    QImage m_image;
    QString m_nothing;
};

} // namespace coterie::ui
