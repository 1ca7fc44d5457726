#include "tests/sections.h"
#include "ui/compare/verify_dialog.h"

#include <QLabel>
#include <QPointer>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <utility>
#include <vector>

namespace tst_verify_dialog {

using namespace coterie::ui;

/// The dialog itself; what it plays is tested with the difference of two runs.
class VerifyDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void closedItWaitsForNothing();
    void oneRunIsNotCounted();
    void ofManyRunsItsHeadNamesThree();
    void theColumnOfRunsIsTheUsersOnceItIsMoved();

private:
    /// Over a store that is not there.
    [[nodiscard]] VerifyDialog* opened(const std::vector<std::int64_t>& runs = {1}) const
    {
        auto* dialog = new VerifyDialog(
            m_folder.filePath(QStringLiteral("runs.sqlite")).toStdString(), runs, {});
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

void VerifyDialogTest::ofManyRunsItsHeadNamesThree()
{
    for (const auto& [runs, named] :
         {std::pair(std::vector<std::int64_t>{1, 2, 3},
                    "0 of 3 runs were found the same to the "
                    "bit, but not: Run 1, Run 2, Run 3."),
          std::pair(std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8},
                    "0 of 8 runs were found the same to the bit, but not: Run 1, Run 2, Run 3 and "
                    "5 more.")}) {
        VerifyDialog* dialog = opened(runs);
        QTRY_VERIFY(!dialog->isBusy());
        QTRY_COMPARE(dialog->findChild<QLabel*>(QStringLiteral("verifySummary"))->text(),
                     QString::fromLatin1(named));
        dialog->reject();
    }
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
