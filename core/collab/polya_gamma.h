#pragma once

#include "core/spec/random_stream.h"

namespace coterie {

/// One draw of the Pólya-Gamma distribution PG(1, c): a quarter of an exponentially tilted Jacobi
/// variable, exact by the alternating series of its density (Polson, Scott, Windle 2013). Its
/// mean is tanh(c/2)/(2c), ¼ at c = 0. Not a number where c is none.
[[nodiscard]] double polyaGamma(double c, RandomStream& stream);

} // namespace coterie
