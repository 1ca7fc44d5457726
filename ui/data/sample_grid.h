#pragma once

#include "core/data/dataset.h"
#include "core/data/sample_pictures.h"
#include "ui/latest_job.h"

#include <QAbstractScrollArea>
#include <QHash>
#include <QImage>
#include <QPoint>
#include <QRect>

namespace coterie::ui {

/// Positions of the samples in a grid, row by row.
struct SampleGridLayout
{
    int width = 0; ///< of the view
    int count = 0; ///< samples
    QSize cell{1, 1};
    int gap = 0;
    int margin = 0;

    [[nodiscard]] int columns() const;
    [[nodiscard]] int rows() const;
    [[nodiscard]] int height() const;
    /// In the coordinates of the whole grid.
    [[nodiscard]] QRect cellOf(int place) const;
    /// The sample at this point, or −1.
    [[nodiscard]] int placeAt(const QPoint& point) const;

    struct Range
    {
        int first = 0;
        int last = -1; ///< included; less than first if empty

        bool operator==(const Range&) const = default;
    };
    /// The samples between two heights, partly visible ones included.
    [[nodiscard]] Range between(int top, int bottom) const;
};

/// A grid of any number of samples with their labels. Only visible samples and their surroundings
/// become pictures, off the GUI thread.
class SampleGrid final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit SampleGrid(QWidget* parent = nullptr);

    /// `indices` are of the data set's training samples, or of its official test samples.
    void setSamples(std::shared_ptr<const Dataset> dataset,
                    bool test,
                    std::vector<std::int32_t> indices);
    void setDepth(double share); ///< which slice of scans to show
    [[nodiscard]] const std::vector<std::int32_t>& indices() const { return m_indices; }
    [[nodiscard]] int chosen() const { return m_chosen; } ///< an index into indices(), or −1
    void choose(int place);
    /// "sample 12, class 7, domain SVHN"
    [[nodiscard]] QString words(int place) const;
    [[nodiscard]] bool isComplete() const; ///< every visible picture is there

signals:
    void sampleChosen(int place);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    [[nodiscard]] QSize sizeHint() const override { return {520, 420}; }

private:
    [[nodiscard]] const Samples& samples() const;
    [[nodiscard]] SampleGridLayout layoutNow() const;
    [[nodiscard]] SampleGridLayout::Range inSight(int screensAround) const;
    [[nodiscard]] int pictureHeight() const;
    void fitScrollBar();
    void askForPictures();

    std::shared_ptr<const Dataset> m_dataset;
    bool m_test = false;
    std::vector<std::int32_t> m_indices;
    bool m_severalDomains = false; ///< among the samples shown
    PictureOptions m_options;
    QHash<int, QImage> m_images; ///< by place
    SampleGridLayout::Range m_asked;
    int m_chosen = -1;
    LatestJob m_painting;
};

} // namespace coterie::ui
