#pragma once

#include "core/data/sample_pictures.h"

#include <QImage>

namespace coterie::ui {

/// The picture for the screen. Where it has a mask, everything but class 0 is tinted.
[[nodiscard]] QImage imageOf(const SamplePicture& picture);

} // namespace coterie::ui
