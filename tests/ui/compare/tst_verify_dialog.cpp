#include "tests/sections.h"
#include "ui/compare/verify_dialog.h"

#include <QLabel>
#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

namespace tst_verify_dialog {

using namespace coterie::ui;

/// The dialog itself; what it plays is tested with the difference of two runs.
class VerifyDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void closedItWaitsForNothing();
    void oneRunIsNotCounted();
    void theColumnOfRunsIsTheUsersOnceItIsMoved();

private:
    /// Over a store that is not there.
    [[nodiscard]] VerifyDialog* opened() const
    {
        auto* dialog = new VerifyDialog(
            m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString(), {1}, {});
        dialog->show();
        return dialog;
    }

    QTemporaryDir m_folder;
};

void VerifyDialogTest::closedItWaitsForNothing()
{
    const QPointer<VerifyDialog> dialog = opened();
    QVERIFY(dialog->isBusy());
    QVERIFY(dialog->close());
    QVERIFY(!dialog->isVisible());
    // Deleted now, it would wait for its thread.
    QCoreApplication::sendPostedEvents(dialog, QEvent::DeferredDelete);
    QVERIFY(dialog);
    QTRY_VERIFY(!dialog);

    const QPointer<VerifyDialog> ended = opened();
    QTRY_VERIFY(!ended->isBusy());
    ended->reject();
    QTRY_VERIFY(!ended);
}

void VerifyDialogTest::oneRunIsNotCounted()
{
    VerifyDialog* dialog = opened();
    QTRY_VERIFY(!dialog->isBusy());
    QCOMPARE(dialog->findChild<QLabel*>(QStringLiteral("verifySummary"))->text(),
             QStringLiteral("The run was not found the same to the bit."));
    dialog->reject();
}

void VerifyDialogTest::theColumnOfRunsIsTheUsersOnceItIsMoved()
{
    VerifyDialog* dialog = opened();
    auto* view = dialog->findChild<QTableView*>();
    const int fitted = view->columnWidth(0);
    QFont larger = dialog->font();
    larger.setPointSizeF(2 * larger.pointSizeF());
    dialog->setFont(larger);
    QTRY_VERIFY(view->columnWidth(0) > fitted);
    const int chosen = view->columnWidth(0) + 60;
    view->setColumnWidth(0, chosen);
    dialog->resize(dialog->width() + 40, dialog->height());
    QCOMPARE(view->columnWidth(0), chosen);
    QTRY_VERIFY(!dialog->isBusy()); // with another verdict in the table
    QCOMPARE(view->columnWidth(0), chosen);
    dialog->reject();
}

COTERIE_WIDGET_SECTION(VerifyDialogTest)

} // namespace tst_verify_dialog

#include "tst_verify_dialog.moc"
