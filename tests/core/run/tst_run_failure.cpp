#include "core/run/failures.h"
#include "tests/sections.h"

#include <QTest>

#include <c10/util/Exception.h>
#include <new>
#include <stdexcept>

namespace tst_run_failure {

using namespace coterie;

namespace {

/// What becomes of a text that LibTorch throws.
std::string told(const std::string& text)
{
    return failureOf("Round 3", [&] { TORCH_CHECK(false, text); }).value_or("");
}

} // namespace

/// What the engine's exceptions are told as.
class TestRunFailure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatSucceedsTellsNothing()
    {
        QVERIFY(!failureOf("Round 3", [] {}));
    }

    void onlyTheFirstLineIsTold()
    {
        QCOMPARE(told("The sizes differ. Look again.\nA trace of pages"),
                 std::string("Round 3 failed in LibTorch: The sizes differ. Look again."));
    }

    void ofALongTextTheFirstSentence()
    {
        const std::string first = "Could not run 'aten::empty_strided' with arguments from the "
                                  "'CUDA' backend.";
        QCOMPARE(told(first + " This could be" + std::string(900, 'x')),
                 "Round 3 failed in LibTorch: " + first);
        // Nor is the end of a name or a number that of a sentence.
        const std::string enforced = "[enforce fail at alloc.cpp:66] . See v. 1.13 for more.";
        QCOMPARE(told(enforced + " Then " + std::string(900, 'x')),
                 "Round 3 failed in LibTorch: " + enforced);
    }

    void aLongSentenceIsCutBetweenLetters()
    {
        std::string text = "x"; // so that the cut falls inside an é
        for (int i = 0; i < 300; ++i)
            text += "é";
        const QString cut = QString::fromStdString(told(text));
        QVERIFY2(cut.endsWith("é…"), qPrintable(cut));
        QVERIFY(!cut.contains(QChar::ReplacementCharacter));
        QVERIFY(cut.size() < 200);
    }

    void memoryIsNamedWhereverTheTextSpeaksOfIt()
    {
        QCOMPARE(
            told("[enforce fail at alloc.cpp:66] . DefaultCPUAllocator: can't allocate memory"),
            std::string("Round 3 needs more memory than is available."));
        QCOMPARE(told("[enforce fail at alloc_cpu.cpp:75] err == 0. DefaultCPUAllocator: can't "
                      "allocate memory: you tried to allocate 34359738368 bytes. Error code 12 "
                      "(Cannot allocate memory)"),
                 std::string("Round 3 needs more memory than is available: 34.4 GB at once"));
        QVERIFY(told("No room. " + std::string(900, 'X') + " out of memory")
                    .starts_with("Round 3 needs more memory than is available: No room."));
        QCOMPARE(failureOf("Round 3", [] { throw std::bad_alloc(); }).value_or(""),
                 std::string("Round 3 needs more memory than is available."));
    }

    void otherExceptionsFail()
    {
        QCOMPARE(failureOf("Round 3", [] { throw std::runtime_error("no luck"); }).value_or(""),
                 std::string("Round 3 failed: no luck"));
    }
};

COTERIE_SECTION(TestRunFailure)

} // namespace tst_run_failure

#include "tst_run_failure.moc"
