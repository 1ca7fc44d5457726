#include "tests/sections.h"
#include "ui/views/thumbnail_strip.h"

#include <QImage>
#include <QPainter>
#include <QSet>
#include <QTest>

#include <vector>

namespace tst_thumbnails {

using namespace coterie::ui;

/// Pictures of samples in a line.
class ThumbnailsTest final : public QObject
{
    Q_OBJECT

private slots:
    void aPictureOfEachClassFits_data();
    void aPictureOfEachClassFits();
};

void ThumbnailsTest::aPictureOfEachClassFits_data()
{
    QTest::addColumn<int>("width");
    QTest::newRow("a card in a small window") << 255;
    QTest::newRow("a pixel less than all need") << 10 * kThumbnailSide + 9 * 5 - 1;
    QTest::newRow("a wide card") << 600;
}

void ThumbnailsTest::aPictureOfEachClassFits()
{
    QFETCH(int, width);
    std::vector<QImage> images;
    QSet<QRgb> colours;
    for (int label = 0; label < 10; ++label) {
        images.emplace_back(28, 28, QImage::Format_RGB32);
        images.back().fill(qRgb(20 * label, 255 - 20 * label, 100));
        colours << images.back().pixel(0, 0);
    }
    QImage drawn(width, kThumbnailSide, QImage::Format_RGB32);
    drawn.fill(Qt::white);
    QPainter painter(&drawn);
    paintThumbnails(painter, drawn.rect(), images);
    painter.end();
    QSet<QRgb> seen;
    for (int x = 0; x < width; ++x)
        seen << drawn.pixel(x, 10);
    QVERIFY2(seen.contains(colours), qPrintable(QString::number(seen.size())));
}

COTERIE_WIDGET_SECTION(ThumbnailsTest)

} // namespace tst_thumbnails

#include "tst_thumbnails.moc"
