#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <vector>

class QPainter;

namespace coterie::ui {

/// One colour for each kind of sample (class or domain) of a data set: for up to ten, colours that
/// stay apart for colour-blind eyes; for more, steps of a scale whose lightness alone tells
/// neighbours apart.
[[nodiscard]] std::vector<QColor> kindColours(std::size_t kinds, bool dark);
/// Black or white, whichever can be read on the colour.
[[nodiscard]] QColor inkOn(const QColor& colour);

/// Which colour stands for which class or domain, in as many lines as it takes; very many kinds are
/// a scale with its two ends named.
class KindLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit KindLegend(QWidget* parent = nullptr);

    void setKinds(std::vector<QString> names);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    /// As it would look at this size, whatever its own is.
    void paintInto(QPainter& painter, const QSize& size) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// Where each entry stands in so much room.
    [[nodiscard]] std::vector<QRectF> places(double width) const;

    std::vector<QString> m_names;
    std::vector<QColor> m_colours;
};

} // namespace coterie::ui
