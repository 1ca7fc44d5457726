#pragma once

#include <cstddef>
#include <optional>
#include <utility>

class QKeyEvent;

namespace coterie::ui {

class PartitionCanvas;

/// The keys of the canvas that are no actions: they move between clients, select, and resize the
/// current client or change its mix.
class CanvasKeys
{
public:
    explicit CanvasKeys(PartitionCanvas& canvas)
        : m_canvas(canvas)
    {}

    [[nodiscard]] static bool takes(const QKeyEvent& event);
    void press(const QKeyEvent& event);
    /// The border that Left and Right move; none: the bar's end.
    [[nodiscard]] const std::optional<std::size_t>& handle() const { return m_handle; }
    void forgetHandle();
    /// The next edit is a step of its own.
    void endStep() { m_nudged.reset(); }

private:
    void cancel();
    void nudge(int direction, bool far);
    void chooseHandle(int direction);

    PartitionCanvas& m_canvas;
    std::optional<std::size_t> m_handle;
    /// Client and handle of the last edit, if a key made it.
    std::optional<std::pair<int, std::optional<std::size_t>>> m_nudged;
};

} // namespace coterie::ui
