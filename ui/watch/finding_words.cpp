#include "ui/watch/finding_words.h"

#include "ui/numbers.h"
#include "ui/words.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <array>
#include <cstddef>
#include <map>
#include <vector>

namespace coterie::ui {

namespace {

/// What stands in a blank of a sentence.
enum class Piece
{
    Plain,   ///< a name or a number
    Whole,   ///< the sentence itself
    Tested,  ///< "3 of 4 tested clients"
    Most,    ///< who gains and who loses most, or nothing
    Groups,  ///< "2 groups"
    Clients, ///< "clients 1, 4 and 7"
    Last,    ///< the number at the end of such a list, maybe with a name
    Chance,  ///< "= 0.031", "< 0.001"
    Rounds,  ///< "12 rounds"
    Seeds,   ///< "3 seeds"
    Loss,    ///< "2.31", "infinite"
    Errors,  ///< how the error ends, or nothing
    Samples, ///< that it has the fewest samples, or nothing
    Training ///< what the training loss did, or nothing
};

/// A text of core's with its blanks, which is also the text that is translated.
struct FindingShape
{
    Piece piece;
    const char* text;
    std::array<Piece, 5> blanks = {};
};

constexpr auto P = Piece::Plain;

constexpr std::array kFindingShapes{
    // Against clients that train alone.
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "Every client errs exactly as much as alone (run %1).")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Every tested client errs exactly as much as alone (run %1).")},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "%1 errs less than alone (run %2), none errs more%3."),
        {Piece::Tested, P, Piece::Most}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1 err less than alone (run %2), none errs more%3."),
                 {Piece::Tested, P, Piece::Most}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1 errs less than alone (run %2), %3 errs more%4."),
                 {Piece::Tested, P, P, Piece::Most}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1 errs less than alone (run %2), %3 err more%4."),
                 {Piece::Tested, P, P, Piece::Most}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1 err less than alone (run %2), %3 errs more%4."),
                 {Piece::Tested, P, P, Piece::Most}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1 err less than alone (run %2), %3 err more%4."),
                 {Piece::Tested, P, P, Piece::Most}},
    FindingShape{Piece::Tested, QT_TRANSLATE_NOOP("coterie", "None of %1 tested clients")},
    FindingShape{Piece::Tested, QT_TRANSLATE_NOOP("coterie", "None of %1 clients")},
    FindingShape{Piece::Tested, QT_TRANSLATE_NOOP("coterie", "%1 of %2 tested clients")},
    FindingShape{Piece::Tested, QT_TRANSLATE_NOOP("coterie", "%1 of %2 clients")},
    FindingShape{Piece::Tested, QT_TRANSLATE_NOOP("coterie", "%1 tested clients")},
    FindingShape{Piece::Most,
                 QT_TRANSLATE_NOOP("coterie",
                                   "; client %1 gains most, %2 points, client %3 loses most, %4 "
                                   "points")},
    FindingShape{Piece::Most, QT_TRANSLATE_NOOP("coterie", "; client %1 gains most, %2 points")},
    FindingShape{Piece::Most, QT_TRANSLATE_NOOP("coterie", "; client %1 loses most, %2 points")},
    // Groups.
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "The groups never changed: %1 from round %2 on."),
                 {Piece::Groups}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "The groups settled in round %1: %2, the same in the %3 rounds "
                                   "from then on."),
                 {P, Piece::Groups}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "The groups never settled: they changed in %1 of %2 rounds, "
                                   "last in round %3.")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "The groups changed once, in round %1: %2 since."),
                 {P, Piece::Groups}},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "The groups changed %1 times, last in round %2: %3 since."),
        {P, P, Piece::Groups}},
    FindingShape{Piece::Groups, QT_TRANSLATE_NOOP("coterie", "all clients are one group")},
    FindingShape{Piece::Groups, QT_TRANSLATE_NOOP("coterie", "%1 groups")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "The groups are not the true ones: in round %1 the adjusted "
                                   "Rand index is %2 (1: the same, 0: as by chance).")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "The groups are the true ones from round %1, the first with "
                                   "groups, on.")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "The groups are the true ones in round %1, the last with "
                                   "groups.")},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "The groups are the true ones from round %1 to the end.")},
    // Single clients.
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP(
                     "coterie", "No other client takes anything from %1 in the last round (%2)."),
                 {Piece::Clients}},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "Client %1 is left behind: it errs %2 %, the mean is %3 %%4."),
        {P, P, P, Piece::Samples}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Client %1 is left behind: it errs %2 %, the mean of %3 is "
                                   "%4 %%5."),
                 {P, P, Piece::Tested, P, Piece::Samples}},
    FindingShape{Piece::Samples,
                 QT_TRANSLATE_NOOP("coterie", "; it has the fewest training samples, %1")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "Client %1 never took part in %2."),
                 {P, Piece::Rounds}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "Clients %1 never took part in %2."),
                 {Piece::Clients, Piece::Rounds}},
    FindingShape{Piece::Clients, QT_TRANSLATE_NOOP("coterie", "client %1")},
    FindingShape{Piece::Clients, QT_TRANSLATE_NOOP("coterie", "clients %1"), {Piece::Clients}},
    FindingShape{
        Piece::Clients, QT_TRANSLATE_NOOP("coterie", "%1 and %2 others"), {P, Piece::Last}},
    FindingShape{Piece::Clients, QT_TRANSLATE_NOOP("coterie", "%1 and %2"), {P, Piece::Last}},
    FindingShape{Piece::Rounds, QT_TRANSLATE_NOOP("coterie", "1 round")},
    FindingShape{Piece::Rounds, QT_TRANSLATE_NOOP("coterie", "%1 rounds")},
    // Learning.
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "It was still learning when it ended: the mean test error fell "
                                   "by %1 points after round %2. More rounds may change the order "
                                   "of arms.")},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie",
                          "It learned nothing: the mean test error never fell below that of the "
                          "untrained models, %1 %.")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Training broke in round %1: a loss is infinite or no number.")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Training broke in round %1: a loss of %2 is infinite or no "
                                   "number."),
                 {P, Piece::Clients}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Training diverged: the mean test loss was %1 in round %2, at "
                                   "first %3%4."),
                 {Piece::Loss, P, Piece::Loss, Piece::Errors}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Training diverged: the mean test loss was %1 in round %2, of "
                                   "the untrained models %3%4."),
                 {Piece::Loss, P, Piece::Loss, Piece::Errors}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Training diverged: the mean training loss was %1 in round %2, "
                                   "at first %3%4."),
                 {Piece::Loss, P, Piece::Loss, Piece::Errors}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Training diverged: the mean training loss was %1 in round %2, "
                                   "the untrained models' test loss %3%4."),
                 {Piece::Loss, P, Piece::Loss, Piece::Errors}},
    FindingShape{Piece::Loss, QT_TRANSLATE_NOOP("coterie", "infinite")},
    FindingShape{Piece::Loss, QT_TRANSLATE_NOOP("coterie", "no number")},
    FindingShape{Piece::Errors,
                 QT_TRANSLATE_NOOP("coterie",
                                   "; the mean test error ends at %1 %, before training it was "
                                   "%2 %")},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "The mean test loss was lowest in round %1 (%2) and ends %3 % "
                                   "higher%4."),
                 {P, P, P, Piece::Training}},
    FindingShape{Piece::Training,
                 QT_TRANSLATE_NOOP("coterie",
                                   ", while the training loss went on falling: the models "
                                   "memorise their own samples")},
    FindingShape{
        Piece::Training,
        QT_TRANSLATE_NOOP("coterie", ", and the training loss rose too: training diverges")},
    // Arms over seeds. What the names of arms end with comes first.
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "The mean test error of %1 is exactly that of %2 in %3."),
        {P, P, Piece::Seeds}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie",
                                   "%1; to tell this from chance, at least %2 seeds are needed, "
                                   "because the best of %3 other arms was picked."),
                 {Piece::Seeds}},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "%1; to tell this from chance, at least %2 seeds are needed."),
        {Piece::Seeds}},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "%1, more than chance would give (p %2 for %3 arms)."),
        {Piece::Seeds, Piece::Chance}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1, more than chance would give (p %2)."),
                 {Piece::Seeds, Piece::Chance}},
    FindingShape{
        Piece::Whole,
        QT_TRANSLATE_NOOP("coterie", "%1, no more than chance can give (p %2 for %3 arms)."),
        {Piece::Seeds, Piece::Chance}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1, no more than chance can give (p %2)."),
                 {Piece::Seeds, Piece::Chance}},
    FindingShape{Piece::Whole,
                 QT_TRANSLATE_NOOP("coterie", "%1, no more than chance can give."),
                 {Piece::Seeds}},
    FindingShape{Piece::Seeds,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Over %1 the mean test error of %2 is %3 points below that of "
                                   "%4"),
                 {Piece::Seeds}},
    FindingShape{Piece::Seeds,
                 QT_TRANSLATE_NOOP("coterie",
                                   "Over %1 the mean test error of %2 is %3 points above that of "
                                   "%4"),
                 {Piece::Seeds}},
    FindingShape{Piece::Seeds, QT_TRANSLATE_NOOP("coterie", "1 seed")},
    FindingShape{Piece::Seeds, QT_TRANSLATE_NOOP("coterie", "%1 seeds")},
};

/// May stand for nothing at all.
bool canBeEmpty(Piece piece)
{
    return piece == Piece::Most || piece == Piece::Errors || piece == Piece::Samples
           || piece == Piece::Training;
}

/// The texts between the blanks, and which blank follows each but the last.
struct CutText
{
    QStringList between;
    std::vector<std::size_t> blanks;
};

/// "%1" to "%9"; a percent sign stands for itself.
CutText cut(const QString& text)
{
    static const QRegularExpression kBlank(QStringLiteral("%([1-9])"));
    CutText cut;
    qsizetype end = 0;
    for (auto each = kBlank.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch blank = each.next();
        cut.between << text.mid(end, blank.capturedStart() - end);
        cut.blanks.push_back(std::size_t(blank.captured(1).toInt() - 1));
        end = blank.capturedEnd();
    }
    cut.between << text.mid(end);
    return cut;
}

/// Only the first letters tell what begins with "; " or ", " from a name.
QString patternOf(Piece piece)
{
    if (piece == Piece::Last) // a name before it may have an "and" too
        return QStringLiteral("(\\d+(?: \\(.*\\))?)");
    if (!canBeEmpty(piece))
        return QStringLiteral("(.+?)");
    QStringList shapes;
    for (const FindingShape& shape : kFindingShapes)
        if (shape.piece == piece)
            shapes << QRegularExpression::escape(
                cut(QString::fromUtf8(shape.text)).between.front());
    return QStringLiteral("((?:(?:%1).*)?)").arg(shapes.join(u'|'));
}

/// Each in the order of its blanks, which core's texts keep.
QRegularExpression madeFor(const FindingShape& shape)
{
    const CutText pieces = cut(QString::fromUtf8(shape.text));
    QString pattern = QRegularExpression::escape(pieces.between.front());
    for (std::size_t blank = 0; blank < pieces.blanks.size(); ++blank)
        pattern += patternOf(shape.blanks[blank])
                   + QRegularExpression::escape(pieces.between[qsizetype(blank) + 1]);
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption);
}

const QRegularExpression& expressionFor(const FindingShape& shape)
{
    static std::map<const FindingShape*, QRegularExpression> made;
    const auto known = made.find(&shape);
    return known != made.end() ? known->second : made.emplace(&shape, madeFor(shape)).first->second;
}

QString told(Piece piece, const QString& english)
{
    if (english.isEmpty() && canBeEmpty(piece))
        return english;
    for (const FindingShape& shape : kFindingShapes) {
        if (shape.piece != piece)
            continue;
        const QRegularExpressionMatch match = expressionFor(shape).match(english);
        if (!match.hasMatch())
            continue;
        const QString translated = QCoreApplication::translate("coterie", shape.text);
        if (translated == QString::fromUtf8(shape.text))
            return english;
        const CutText pieces = cut(translated); // the blanks may stand elsewhere
        QString text = pieces.between.front();
        for (std::size_t place = 0; place < pieces.blanks.size(); ++place) {
            const std::size_t blank = pieces.blanks[place];
            text += told(shape.blanks[blank], match.captured(int(blank) + 1))
                    + pieces.between[qsizetype(place) + 1];
        }
        return text;
    }
    return piece == Piece::Chance ? localNumbers(english) : localNumber(english);
}

} // namespace

QString findingText(std::string_view sentence)
{
    return told(Piece::Whole, withTrueMinus(toQString(sentence)));
}

} // namespace coterie::ui
