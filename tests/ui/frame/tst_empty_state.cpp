#include "tests/sections.h"
#include "ui/frame/empty_state.h"
#include "ui/frame/font_size.h"

#include <QLabel>
#include <QTest>

namespace tst_empty_state {

using namespace coterie::ui;

/// What an empty page shows.
class EmptyStateTest final : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { setFontPoints(0); }
    void itsTextIsWholeInEveryFont();
};

void EmptyStateTest::itsTextIsWholeInEveryFont()
{
    const QString text =
        QStringLiteral("Choose an experiment at the left, create a new one, open a file (Ctrl+O), "
                       "or drop an experiment file on the window.");
    EmptyState state({.icon = QStringLiteral("open"),
                      .title = QStringLiteral("No experiment is open"),
                      .text = text,
                      .button = {},
                      .tip = {},
                      .buttonIcon = {}});
    state.resize(900, 600);
    state.show();
    const QLabel* label = nullptr;
    for (const QLabel* each : state.findChildren<QLabel*>())
        if (each->text() == text)
            label = each;
    QVERIFY(label);
    const auto isWhole = [label] {
        return label->height() == label->heightForWidth(label->width());
    };
    QTRY_VERIFY(isWhole());
    const int before = label->height();
    for (const int points : {kLargestFont, kSmallestFont, 0}) {
        setFontPoints(points);
        QTRY_VERIFY2(isWhole() && (points != kLargestFont || label->height() > before),
                     qPrintable(QString::number(points)));
    }
}

COTERIE_WIDGET_SECTION(EmptyStateTest)

} // namespace tst_empty_state

#include "tst_empty_state.moc"
