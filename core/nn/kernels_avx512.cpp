#define COTERIE_KERNELS_NAMESPACE avx512
#include "core/nn/kernels_body.h"
