#pragma once

class QAbstractScrollArea;

namespace coterie::ui {

/// The context menu of a list: its actions with their tooltips, which say why one is off.
void offerActions(QAbstractScrollArea& list);

} // namespace coterie::ui
