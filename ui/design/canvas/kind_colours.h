#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

class QPainter;

namespace coterie::ui {

/// One colour per kind (class or domain). Up to ten are distinct for colour-blind eyes; more are
/// steps of a scale that differ in lightness.
[[nodiscard]] std::vector<QColor> kindColours(std::size_t kinds, bool dark);
/// Black or white, whichever is legible on each colour.
[[nodiscard]] std::vector<QColor> inksOn(const std::vector<QColor>& colours);

/// The legend of classes or domains in as many lines as needed; very many kinds become a scale with
/// named ends.
class KindLegend final : public QWidget
{
    Q_OBJECT

public:
    KindLegend();

    void setKinds(std::vector<QString> names);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return {360, heightForWidth(360)}; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// Paints it at this size, whatever its own size is.
    void paintInto(QPainter& painter, const QSize& size) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] std::vector<QRectF> places(double width) const;

    std::vector<QString> m_names;
    std::vector<QColor> m_colours;
};

} // namespace coterie::ui
