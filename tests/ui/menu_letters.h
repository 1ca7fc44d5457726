#pragma once

#include <QAction>
#include <QHash>
#include <QMenu>
#include <QStringList>
#include <QWidget>

namespace coterie::ui::test {

/// The letter after the "&" of a text; null without one.
inline QChar keyLetter(QString text)
{
    text.remove(QStringLiteral("&&"));
    const qsizetype mark = text.indexOf(u'&');
    return mark >= 0 && mark + 1 < text.size() ? text[mark + 1].toLower() : QChar();
}

/// Entries of a menu, or of one in it, that have no letter under Alt or the same one as another,
/// which would have to be walked through.
inline QStringList letterFaults(const QWidget& menu)
{
    QHash<QChar, QString> entries;
    QStringList faults;
    for (const QAction* action : menu.actions()) {
        if (action->isSeparator())
            continue;
        const QChar letter = keyLetter(action->text());
        if (letter.isNull())
            faults << QStringLiteral("“%1” has no letter").arg(action->text());
        else if (entries.contains(letter))
            faults << QStringLiteral("“%1” and “%2”").arg(action->text(), entries.value(letter));
        entries.insert(letter, action->text());
        if (action->menu() && !action->menu()->isEmpty())
            faults << letterFaults(*action->menu());
    }
    return faults;
}

} // namespace coterie::ui::test
