#include "ui/core_sentences.h"

#include "ui/numbers.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <array>

namespace coterie::ui {

namespace {

/// What stands in a blank.
enum class SentencePart
{
    AsItIs, ///< a name or a number
    Sentence,
    Values, ///< "3 missing values of column 2"
    Column,
    Rows,
    Words, ///< "a, b and 9 more"
    Roles  ///< ", column 0 the client." or "."
};

/// Core's sentence with its blanks, which is also the text that is translated.
struct SentenceShape
{
    SentencePart part;
    const char* text;
    std::array<SentencePart, 3> blanks = {};
};

constexpr std::array kSentenceShapes{
    // Why grouping ended.
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "Everybody is in one group.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "Updates that are not finite cannot be compared.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "As many groups are left as were asked for.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "No further merge would bring a gain.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "No partition was due in this round.")},
    SentenceShape{SentencePart::Sentence, QT_TRANSLATE_NOOP("coterie", "The groups were given.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "The command chose the groups.")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "Each client is in the clusters with the smallest losses.")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "Each client chose the model with the smallest loss.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP(
                      "coterie", "Clients that find the global model appealing train together.")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie",
                          "The %1 is not used: LibTorch cannot start it, its driver may be too "
                          "old.")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie",
                          "The %1 is not used: this program was built with a LibTorch without "
                          "CUDA (see docs/gpu.md).")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "1 row with missing values left out")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "%1 rows with missing values left out")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "%1 became %2 features, one for each of its categories: %3"),
        {SentencePart::Column, SentencePart::AsItIs, SentencePart::Words}},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "%1 filled in with the mean of %2: %3"),
                  {SentencePart::Values, SentencePart::Rows, SentencePart::AsItIs}},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "%1 filled in with the median of %2: %3"),
                  {SentencePart::Values, SentencePart::Rows, SentencePart::AsItIs}},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "%1 filled in with the most frequent value of %2: %3"),
        {SentencePart::Values, SentencePart::Rows, SentencePart::AsItIs}},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "%1 filled in with the most frequent of %2: %3"),
                  {SentencePart::Values, SentencePart::Rows, SentencePart::AsItIs}},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "pictures turned upright, as their EXIF data say: %1")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "pictures resized to %1 (stretch): %2")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "pictures resized to %1 (crop): %2")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "bytes before the first speaker left out: %1")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie",
                                    "clients with fewer than %1 characters left out: %2, so that "
                                    "%3 are left")},
    // Why a run failed, of which the engine's words stay.
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "Round %1 failed in LibTorch: %2")},
    SentenceShape{SentencePart::Sentence, QT_TRANSLATE_NOOP("coterie", "Round %1 failed: %2")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "Round %1 needs more memory than is available: %2")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "Round %1 needs more memory than is available.")},
    // What a file or folder of one's own is taken for.
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "The published files of %1.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "A folder of pictures, a folder for each class.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "An archive of pictures, a folder for each class.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "Pictures and labels in MNIST's format (IDX).")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "NumPy arrays: samples in one file, labels in another.")},
    SentenceShape{SentencePart::Sentence, QT_TRANSLATE_NOOP("coterie", "A NumPy archive of %1.")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "A NumPy archive: %1 are the samples, %2 the labels.")},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie", "%1 pictures in CIFAR's binary version, %2 classes.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "A table of %1 columns; the last is the class%2"),
                  {SentencePart::AsItIs, SentencePart::Roles}},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP(
                      "coterie", "A table of %1 columns; the last is the number to be predicted%2"),
                  {SentencePart::AsItIs, SentencePart::Roles}},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "A table of %1 columns; column %2 is the class%3"),
                  {SentencePart::AsItIs, SentencePart::AsItIs, SentencePart::Roles}},
    SentenceShape{
        SentencePart::Sentence,
        QT_TRANSLATE_NOOP("coterie",
                          "A table of %1 columns; column %2 is the number to be predicted%3"),
        {SentencePart::AsItIs, SentencePart::AsItIs, SentencePart::Roles}},
    SentenceShape{SentencePart::Roles,
                  QT_TRANSLATE_NOOP("coterie", ", column %1 the client, column %2 the split.")},
    SentenceShape{SentencePart::Roles,
                  QT_TRANSLATE_NOOP("coterie", ", column %1 the split, column %2 the client.")},
    SentenceShape{SentencePart::Roles, QT_TRANSLATE_NOOP("coterie", ", column %1 the client.")},
    SentenceShape{SentencePart::Roles, QT_TRANSLATE_NOOP("coterie", ", column %1 the split.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP(
                      "coterie", "A federation in LEAF's files (JSON): every user is a client.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "A folder with a file for each client.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie", "A text: the next character is predicted.")},
    SentenceShape{SentencePart::Sentence,
                  QT_TRANSLATE_NOOP("coterie",
                                    "A text: the next character is predicted; lines NAME: say who "
                                    "speaks.")},
    SentenceShape{SentencePart::Values,
                  QT_TRANSLATE_NOOP("coterie", "1 missing value of %1"),
                  {SentencePart::Column}},
    SentenceShape{SentencePart::Values,
                  QT_TRANSLATE_NOOP("coterie", "%1 missing values of %2"),
                  {SentencePart::AsItIs, SentencePart::Column}},
    SentenceShape{SentencePart::Column, QT_TRANSLATE_NOOP("coterie", "column %1 (\"%2\")")},
    SentenceShape{SentencePart::Column, QT_TRANSLATE_NOOP("coterie", "column %1")},
    SentenceShape{SentencePart::Rows, QT_TRANSLATE_NOOP("coterie", "the training rows")},
    SentenceShape{SentencePart::Rows,
                  QT_TRANSLATE_NOOP("coterie",
                                    "all rows, as the table does not say which ones are for test")},
    SentenceShape{SentencePart::Rows,
                  QT_TRANSLATE_NOOP("coterie", "all rows, as the table has none for test")},
    SentenceShape{SentencePart::Words, QT_TRANSLATE_NOOP("coterie", "%1 and %2 more")}};

/// "a %1 b" becomes an expression with a group for each blank, which are in order. Of words, the
/// last "and" is core's.
QRegularExpression expressionOf(const QString& shape, SentencePart part)
{
    const QString blank =
        part == SentencePart::Words ? QStringLiteral("(.+)") : QStringLiteral("(.+?)");
    const QStringList pieces = shape.split(u'%');
    QString pattern = QRegularExpression::escape(pieces.front());
    for (qsizetype piece = 1; piece < pieces.size(); ++piece)
        pattern += blank + QRegularExpression::escape(pieces[piece].mid(1)); // without its digit
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern),
                              QRegularExpression::DotMatchesEverythingOption);
}

QString worded(SentencePart part, const QString& english)
{
    for (const SentenceShape& shape : kSentenceShapes) {
        if (shape.part != part)
            continue;
        const QString source = QString::fromUtf8(shape.text);
        if (source == english) // of many, no expression is needed
            return QCoreApplication::translate("coterie", shape.text);
        if (!source.contains(u'%'))
            continue;
        const QRegularExpressionMatch match = expressionOf(source, part).match(english);
        if (!match.hasMatch())
            continue;
        const QString translated = QCoreApplication::translate("coterie", shape.text);
        if (translated == source)
            return english;
        const QStringList pieces = translated.split(u'%'); // the blanks may stand elsewhere
        QString text = pieces.front();
        for (qsizetype piece = 1; piece < pieces.size(); ++piece) {
            const int blank = pieces[piece].front().digitValue();
            text += worded(shape.blanks[std::size_t(blank - 1)], match.captured(blank))
                    + pieces[piece].mid(1);
        }
        return text;
    }
    return localNumber(english);
}

} // namespace

QString sentenceFromCore(std::string_view sentence)
{
    return worded(SentencePart::Sentence, toQString(sentence));
}

QString reasonFromCore(std::string_view reason)
{
    // Not the name of a file, which may begin like this.
    static const QRegularExpression kPlaced(
        QRegularExpression::anchoredPattern(
            QStringLiteral("(?:/arms/\\d+)?/((?:model|local|algorithm|sampler|clients"
                           "|data/(?:dataset|partition|test|validation|preprocess))"
                           "(?:/\\w+)*): (.+)")),
        QRegularExpression::DotMatchesEverythingOption);
    const QRegularExpressionMatch placed = kPlaced.match(toQString(reason));
    return placed.hasMatch() ? say("%1: %2").arg(settingName(placed.captured(1).toStdString()),
                                                 placed.captured(2))
                             : sentenceFromCore(reason);
}

} // namespace coterie::ui
