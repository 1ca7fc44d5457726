#include "ui/design/text_splice.h"

#include <algorithm>

namespace coterie::ui {

namespace {

const QString kTwoEnds = QStringLiteral("\r\n");

/// Where a place of the plain text lies in the original.
qsizetype originalPlace(const QString& original, qsizetype plain)
{
    qsizetype place = 0;
    for (qsizetype passed = 0; passed < plain; ++passed)
        place += QStringView(original).mid(place).startsWith(kTwoEnds) ? 2 : 1;
    return place;
}

} // namespace

TextSplice TextSplice::between(const QString& before, const QString& after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    const auto same = std::mismatch(before.begin(), before.begin() + shorter, after.begin());
    const qsizetype head = same.first - before.begin();
    qsizetype tail = 0;
    while (tail < shorter - head
           && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {.position = head,
            .removed = before.mid(head, before.size() - head - tail),
            .inserted = after.mid(head, after.size() - head - tail)};
}

QString TextSplice::applied(const QString& before) const
{
    QString after = before;
    return after.replace(position, removed.size(), inserted);
}

QString TextSplice::reverted(const QString& after) const
{
    QString before = after;
    return before.replace(position, inserted.size(), removed);
}

QString withPlainLineEnds(const QString& text)
{
    QString plain = text;
    return plain.replace(kTwoEnds, QStringLiteral("\n"));
}

QString typedInto(const QString& original, const QString& typed)
{
    if (!original.contains(kTwoEnds))
        return typed;
    const TextSplice splice = TextSplice::between(withPlainLineEnds(original), typed);
    const qsizetype start = originalPlace(original, splice.position);
    const qsizetype end = originalPlace(original, splice.position + splice.removed.size());
    QString inserted = splice.inserted;
    inserted.replace(u'\n', kTwoEnds);
    return original.left(start) + inserted + original.mid(end);
}

} // namespace coterie::ui
