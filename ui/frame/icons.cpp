#include "ui/frame/icons.h"

#include <QFile>
#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

void initialiseCoterieResources()
{
    Q_INIT_RESOURCE(resources); // a static library does not register its resources
}

namespace coterie::ui {

namespace {

QString resourcePath(const QString& name)
{
    initialiseCoterieResources();
    return QStringLiteral(":/icons/%1.svg").arg(name);
}

QColor colourFor(QIcon::Mode mode)
{
    const QPalette palette = QGuiApplication::palette();
    if (mode == QIcon::Disabled)
        return palette.color(QPalette::Disabled, QPalette::ButtonText);
    return palette.color(mode == QIcon::Selected ? QPalette::HighlightedText
                                                 : QPalette::ButtonText);
}

class LineIconEngine final : public QIconEngine
{
public:
    explicit LineIconEngine(const QString& name)
        : m_name(name)
    {
        QFile file(resourcePath(name));
        if (file.open(QIODevice::ReadOnly))
            m_svg = file.readAll();
        Q_ASSERT_X(!m_svg.isEmpty(), "icon", qPrintable(name));
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        QByteArray coloured = m_svg;
        coloured.replace("currentColor", colourFor(mode).name().toLatin1());
        QSvgRenderer(coloured).render(painter, rect);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        if (size.isEmpty()) // a window can be one pixel high
            return {};
        const QString key = QStringLiteral("coterie/%1/%2/%3x%4")
                                .arg(m_name, colourFor(mode).name())
                                .arg(size.width())
                                .arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap))
            return pixmap;
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect({}, size), mode, state);
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new LineIconEngine(*this); }

private:
    QString m_name;
    QByteArray m_svg;
};

} // namespace

QIcon icon(const QString& name)
{
    return QIcon(new LineIconEngine(name));
}

QIcon programIcon()
{
    return QIcon(resourcePath(QStringLiteral("coterie")));
}

} // namespace coterie::ui
