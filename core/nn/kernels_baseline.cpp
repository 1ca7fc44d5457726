#define COTERIE_KERNELS_NAMESPACE baseline
#include "core/nn/kernels_body.h"
