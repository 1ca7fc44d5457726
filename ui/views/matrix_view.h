#pragma once

#include "core/report/matrix.h"
#include "ui/views/colour_scale.h"

#include <QImage>
#include <QString>
#include <QWidget>

#include <optional>
#include <set>

namespace coterie::ui {

struct PlotTheme;

/// A matrix as a picture of cells, its rows and columns in a given order.
struct MatrixPicture
{
    Matrix matrix;
    std::vector<int> rows;      ///< which row of the matrix stands at each place
    std::vector<int> columns;   ///< likewise
    std::vector<int> rowBreaks; ///< places before which a new group begins
    std::vector<int> columnBreaks;
    ColourScale::Kind scale = ColourScale::Kind::Sequential;
    QString rowWord;              ///< "client"
    QString columnWord;           ///< "client" or "round"
    QString valueWord;            ///< "weight"
    std::vector<int> columnNames; ///< for columns that are not numbered from 0: rounds
    bool columnsAreClients = true;
};

/// Draws it as one image: a heatmap of 500 × 500 costs as much as one of 5 × 5. Pointing at a cell
/// says its exact value; a click picks its clients.
class MatrixView final : public QWidget
{
    Q_OBJECT

public:
    explicit MatrixView(QWidget* parent = nullptr);

    void setPicture(MatrixPicture picture);
    /// Nothing to show: says why instead.
    void setNothing(const QString& sentence);
    void setSelected(std::set<int> clients);

    struct Cell
    {
        int row = 0; ///< of the matrix, not of the screen
        int column = 0;
        bool operator==(const Cell&) const = default;
    };
    [[nodiscard]] std::optional<Cell> cellAt(const QPointF& point) const;
    [[nodiscard]] QString explanation(const Cell& cell) const;
    [[nodiscard]] const QImage& image() const { return m_image; }
    [[nodiscard]] const MatrixPicture& picture() const { return m_picture; }
    [[nodiscard]] QSize sizeHint() const override { return {420, 360}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {140, 110}; }

signals:
    void clientsChosen(const std::set<int>& clients);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    void drawImage();
    [[nodiscard]] QRectF cellArea() const;
    void paintBreaks(QPainter& painter, const QRectF& area, const PlotTheme& theme) const;
    void paintSelected(QPainter& painter, const QRectF& area) const;
    void paintNumbers(QPainter& painter, const QRectF& area, const PlotTheme& theme) const;
    void paintLegend(QPainter& painter, const QRectF& area, const PlotTheme& theme) const;

    MatrixPicture m_picture;
    ColourScale m_scale;
    QImage m_image;
    QString m_nothing;
    std::set<int> m_selected;
};

} // namespace coterie::ui
