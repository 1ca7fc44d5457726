#pragma once

#include "ui/views/plot_picture.h"

#include <QRectF>
#include <QWidget>

class QPainter;

namespace coterie::ui {

struct PlotTheme;

/// A name with the look of its lines.
struct LegendEntry
{
    enum class Sample
    {
        Line,   ///< with a marker on it
        Points, ///< a marker alone
        Area    ///< a piece of a surface: of a group
    };

    QString name;
    QString id = {}; ///< of its lines; empty: their name
    std::size_t colour = 0;
    std::size_t shape = 0;
    std::size_t variant = 0;
    bool dashed = false;
    Sample sample = Sample::Line;

    [[nodiscard]] const QString& hidingKey() const { return id.isEmpty() ? name : id; }
    bool operator==(const LegendEntry&) const = default;
};

/// One for each key of a main or side line, in the order of the lines. `inFull`: by their full
/// names, for those that have one.
[[nodiscard]] std::vector<LegendEntry> legendEntries(const std::vector<PlotLine>& lines,
                                                     bool inFull = false);

/// The entries as they are painted in these boxes: names that are too long are elided so that they
/// stay different.
[[nodiscard]] std::vector<LegendEntry> fittedEntries(std::vector<LegendEntry> entries,
                                                     const std::vector<QRectF>& boxes,
                                                     const QFont& font);

/// What the sample of a line takes before its name.
inline constexpr double kLegendSwatch = 42;

/// A piece of the line and its name, which fits; see fittedEntries(). A hidden one is struck out.
void paintLegendEntry(QPainter& painter,
                      const QRectF& box,
                      const LegendEntry& entry,
                      const PlotTheme& theme,
                      double lineWidth,
                      bool hidden = false);

/// The names of a plot's lines with their colours and markers, in two rows or in more where they
/// leave enough of the parent to the plot; the last entry says how many more there are, and shows
/// them. A click or Space hides a line or shows it again.
class PlotLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit PlotLegend(QWidget* parent = nullptr);

    void setLines(const std::vector<PlotLine>& lines);
    [[nodiscard]] const QSet<QString>& hidden() const { return m_hidden; }
    void toggle(const QString& key);
    /// All rows, or as many as there is room for.
    void showAll(bool all);
    /// The entries as they are painted, elided for the width.
    [[nodiscard]] const std::vector<LegendEntry>& fitted() const { return m_fitted; }
    /// How many entries have no place.
    [[nodiscard]] int left() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {60, sizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

signals:
    void hiddenChanged(const QSet<QString>& keys);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Entry
    {
        LegendEntry look;
        QRectF box = {};

        bool operator==(const Entry&) const = default;
    };

    /// Where the entries go, and the one for the rest.
    struct Places
    {
        int rows = 0;
        QRectF more; ///< null if there is none
    };
    Places layOut(int width, std::vector<Entry>& entries) const;
    void arrange();
    [[nodiscard]] int mostRows() const;
    [[nodiscard]] int stops() const;
    [[nodiscard]] bool isMore(int stop) const { return !m_more.isNull() && stop == stops() - 1; }
    void press(int stop);
    [[nodiscard]] int entryAt(const QPointF& point) const;
    [[nodiscard]] QString tipAt(int stop) const;

    std::vector<Entry> m_entries;
    std::vector<LegendEntry>
        m_fitted; ///< as painted: measuring names costs more than painting them
    QSet<QString> m_hidden;
    bool m_showsAll = false;
    int m_rows = 0; ///< that there was room for
    QRectF m_more;
    int m_focused = 0; ///< a visible entry, or after them the one for the rest
};

} // namespace coterie::ui
