#pragma once

#include <QString>

#include <optional>

namespace coterie::ui {

/// How far a fetch has come.
struct FetchProgress
{
    QString file;        ///< the one that is coming in
    int number = 0;      ///< which of the files it is, from 1
    int files = 0;       ///< how many there are
    qint64 received = 0; ///< bytes of this file, with those of an earlier attempt
    qint64 total = 0;    ///< of this file; 0: not known
    qint64 setReceived = 0;
    qint64 setTotal = 0;                  ///< 0: not known
    std::optional<double> bytesPerSecond; ///< absent until it can be told
    std::optional<double> secondsLeft;    ///< for all files; absent where sizes are unknown
};

/// "512 bytes", "28.9 kB", "170 MB".
[[nodiscard]] QString sizeText(qint64 bytes);
/// "3.2 MB of 9.9 MB", or "3.2 MB" where the whole is not known.
[[nodiscard]] QString amountText(qint64 received, qint64 total);
/// "file 2 of 4, 3.2 MB of 9.9 MB, 1.1 MB/s, 6 s left".
[[nodiscard]] QString progressText(const FetchProgress& progress);

} // namespace coterie::ui
