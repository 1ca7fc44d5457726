#include "ui/true_minus.h"

namespace coterie::ui {

QString withTrueMinus(QString text)
{
    const auto charAt = [&](qsizetype place) {
        return place < 0 || place >= text.size() ? QChar(u' ') : text.at(place);
    };
    for (qsizetype at = text.indexOf(u'-'); at >= 0; at = text.indexOf(u'-', at + 1)) {
        const QChar next = charAt(at + 1);
        const bool beforeNumber =
            next.isDigit() || next == u'∞' || (next == u'.' && charAt(at + 2).isDigit());
        const QChar before = charAt(at - 1);
        const bool isSign = !before.isLetterOrNumber() && before != u'-' && before != u'_'
                            && before != u')' && before != u']';
        const bool isExponent = before.toLower() == u'e' && charAt(at - 2).isDigit();
        if (beforeNumber && (isSign || isExponent))
            text[at] = u'−';
    }
    return text;
}

QString withPlainMinus(QString text)
{
    for (qsizetype place = 0; place + 1 < text.size(); ++place) {
        const QChar next = text[place + 1];
        const bool isFraction =
            next == u'.' && place + 2 < text.size() && text[place + 2].isDigit();
        if (text[place] == u'−' && (next.isDigit() || next == u'∞' || isFraction))
            text[place] = u'-';
    }
    return text;
}

} // namespace coterie::ui
