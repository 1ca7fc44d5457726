#pragma once

#include "core/data/sample_pictures.h"

#include <QImage>

#include <cstddef>
#include <vector>

namespace coterie::ui {

/// The picture for the screen. Where it has a mask, everything but class 0 is tinted.
[[nodiscard]] QImage imageOf(const SamplePicture& picture);

inline constexpr std::size_t kThumbnails = 10; ///< of one data set, at most

/// Some pictures of a data set, spread over its classes or domains; of a table one picture.
[[nodiscard]] std::vector<QImage> thumbnailsOf(const Dataset& dataset, std::size_t count);

} // namespace coterie::ui
