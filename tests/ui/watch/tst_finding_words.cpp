#include "tests/sections.h"
#include "ui/language.h"
#include "ui/watch/finding_words.h"
#include "ui/words.h"

#include <QFile>
#include <QTest>

#include <utility>

namespace tst_finding_words {

using namespace coterie;
using namespace coterie::ui;

/// What the numbers of a run say, in the window's language.
class FindingWordsTest final : public QObject
{
    Q_OBJECT

private slots:
    void inEnglishTheyStay();
    void theyAreGermanButForNames_data();
    void theyAreGermanButForNames();
    void coreStillSaysThem();
};

void FindingWordsTest::inEnglishTheyStay()
{
    const char* sentence = "The groups are not the true ones: in round 4 the adjusted Rand index "
                           "is -0.02 (1: the same, 0: as by chance).";
    QCOMPARE(findingText(sentence), withTrueMinus(QString::fromUtf8(sentence)));
    speak(QStringLiteral("de")); // from here on
}

void FindingWordsTest::theyAreGermanButForNames_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    const auto row = [](const char* name, const char* english, const char* german) {
        QTest::newRow(name) << QString::fromUtf8(english) << QString::fromUtf8(german);
    };
    row("as alone",
        "Every client errs exactly as much as alone (run 2).",
        "Jeder Client irrt genauso oft wie allein (Lauf 2).");
    row("against alone",
        "3 of 8 clients err less than alone (run 2), 1 errs more; client 3 gains most, 12.5 "
        "points, client 4 (Bern) loses most, 1.0 points.",
        "3 von 8 Clients irren seltener als allein (Lauf 2), 1 irrt öfter; Client 3 gewinnt am "
        "meisten, 12,5 Prozentpunkte, Client 4 (Bern) verliert am meisten, 1,0 Prozentpunkte.");
    row("nobody gains",
        "None of 3 tested clients errs less than alone (run 2), 3 err more; client 1 loses most, "
        "2.5 points.",
        "Keiner von 3 getesteten Clients irrt seltener als allein (Lauf 2), 3 irren öfter; Client "
        "1 verliert am meisten, 2,5 Prozentpunkte.");
    row("nobody loses",
        "2 of 3 clients err less than alone (run 2), none errs more; client 1 gains most, 2.5 "
        "points.",
        "2 von 3 Clients irren seltener als allein (Lauf 2), keiner irrt öfter; Client 1 gewinnt "
        "am meisten, 2,5 Prozentpunkte.");
    row("settled",
        "The groups settled in round 3: 2 groups, the same in the 8 rounds from then on.",
        "Die Gruppen stehen seit Runde 3 fest: 2 Gruppen, dieselben in den 8 Runden von da an.");
    row("one group",
        "The groups never changed: all clients are one group from round 1 on.",
        "Die Gruppen haben sich nie geändert: alle Clients in einer Gruppe ab Runde 1.");
    row("not true",
        "The groups are not the true ones: in round 4 the adjusted Rand index is -0.02 (1: the "
        "same, 0: as by chance).",
        "Die Gruppen sind nicht die wahren: In Runde 4 ist der angepasste Rand-Index −0,02 (1: "
        "dieselben, 0: wie durch Zufall).");
    row("outsiders",
        "No other client takes anything from clients 1 (bread and butter) and 5 in the last round "
        "(9).",
        "Kein anderer Client übernimmt in der letzten Runde (9) etwas von Clients 1 (bread and "
        "butter) und "
        "5.");
    row("many outsiders",
        "No other client takes anything from clients 1, 2, 3, 4, 5 and 12 others in the last round "
        "(9).",
        "Kein anderer Client übernimmt in der letzten Runde (9) etwas von Clients 1, 2, 3, 4, 5 "
        "und 12 "
        "weiteren.");
    row("left behind",
        "Client 3 is left behind: it errs 41.2 %, the mean is 12.0 %; it has the fewest training "
        "samples, 40.",
        "Client 3 bleibt zurück: Er irrt in 41,2 % der Fälle, das Mittel ist 12,0 %; er hat die "
        "wenigsten Trainingsbeispiele, 40.");
    row("left behind of some",
        "Client 3 is left behind: it errs 41.2 %, the mean of 5 tested clients is 12.0 %.",
        "Client 3 bleibt zurück: Er irrt in 41,2 % der Fälle, das Mittel von 5 getesteten Clients "
        "ist 12,0 %.");
    row("never drawn",
        "Clients 1, 4 and 7 never took part in 12 rounds.",
        "Clients 1, 4 und 7 nahmen in 12 Runden nie teil.");
    row("still learning",
        "It was still learning when it ended: the mean test error fell by 1.4 points after round "
        "9. More rounds may change the order of arms.",
        "Der Lauf lernte am Ende noch: Der mittlere Testfehler fiel nach Runde 9 um 1,4 "
        "Prozentpunkte. Mehr Runden können die Reihenfolge der Varianten ändern.");
    row("by chance",
        "Over 6 seeds the mean test error of HCCT (α = 80) is 1.5 points below that of FedAvg, "
        "more than chance would give (p = 0.031 for 3 arms).",
        "Über 6 Startzahlen liegt der mittlere Testfehler von HCCT (α = 80) um 1,5 Prozentpunkte "
        "unter dem von FedAvg, mehr, als Zufall ergäbe (p = 0,031 für 3 Varianten).");
    row("too few seeds",
        "Over 1 seed the mean test error of A is 0.2 points above that of B; to tell this from "
        "chance, at least 6 seeds are needed.",
        "Über 1 Startzahl liegt der mittlere Testfehler von A um 0,2 Prozentpunkte über dem von B; "
        "um das von Zufall zu unterscheiden, braucht es mindestens 6 Startzahlen.");
    row("no number",
        "Training broke in round 2: a loss of client 3 is infinite or no number.",
        "Das Training brach in Runde 2 zusammen: Ein Verlust von Client 3 ist unendlich oder keine "
        "Zahl.");
    row("diverged",
        "Training diverged: the mean test loss was infinite in round 3, of the untrained models "
        "2.31; the mean test error ends at 90.0 %, before training it was 88.5 %.",
        "Das Training divergierte: Der mittlere Testverlust war unendlich in Runde 3, der der "
        "untrainierten Modelle 2,31; der mittlere Testfehler ist am Ende 90,0 %, vor dem Training "
        "war er 88,5 %.");
    row("overfits",
        "The mean test loss was lowest in round 4 (0.512) and ends 31 % higher, while the training "
        "loss went on falling: the models memorise their own samples.",
        "Der mittlere Testverlust war am niedrigsten in Runde 4 (0,512) und endet 31 % höher, "
        "während der Trainingsverlust weiter fiel: Die Modelle merken sich ihre eigenen "
        "Beispiele.");
    row("one that is not known", "Something new: 3.5", "Something new: 3.5");
    row("none", "", "");
}

void FindingWordsTest::theyAreGermanButForNames()
{
    QFETCH(QString, english);
    QFETCH(QString, german);
    QCOMPARE(findingText(english.toStdString()), german);
}

/// They are written in parts; a new wording there needs one here.
void FindingWordsTest::coreStillSaysThem()
{
    const auto textOf = [](const char* file) {
        QFile source(QStringLiteral(COTERIE_SOURCE_DIR "/core/summary/") + QLatin1String(file));
        return source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
    };
    const QString rules = textOf("finding_rules.cpp");
    for (const char* part :
         {"\" errs exactly as much as alone\"",
          "\" less than alone\"",
          "\" gains most, \"",
          "\" loses most, \"",
          "\"The groups never changed: \"",
          "\"The groups settled in round \"",
          "\"The groups never settled: they changed in \"",
          "\"The groups changed \"",
          "\"The groups are not the true ones: in round \"",
          "\"The groups are the true ones from round \"",
          "\"The groups are the true ones in round \"",
          "\"No other client takes anything from \"",
          "\" is left behind: it errs \"",
          "\"; it has the fewest training samples, \"",
          "\" never took part in \"",
          "\"It was still learning when it ended: the mean test error fell by \"",
          "\"; to tell this from chance, at least \"",
          "\", more than chance would give (\"",
          "\", no more than chance can give\""})
        QVERIFY2(rules.contains(QLatin1String(part)), part);
    const QString losses = textOf("loss_rules.cpp");
    for (const char* part :
         {"\"Training diverged: the mean \"",
          "\"; the mean test error ends at \"",
          "\", while the training loss went on falling: the models memorise",
          "\", and the training loss rose too: training diverges\"",
          "\"Training broke in round \"",
          "\"It learned nothing: the mean test error never fell below that of \"",
          "\"The mean test loss was lowest in round \""})
        QVERIFY2(losses.contains(QLatin1String(part)), part);
    const QString words = textOf("finding_words.cpp");
    for (const char* part : {"\" points\"", "\" others\"", "\" tested clients\"", "\" and \""})
        QVERIFY2(words.contains(QLatin1String(part)), part);
}

COTERIE_SECTION(FindingWordsTest)

} // namespace tst_finding_words

#include "tst_finding_words.moc"
