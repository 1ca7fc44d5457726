#define COTERIE_KERNELS_NAMESPACE avx2
#include "core/nn/kernels_body.h"
