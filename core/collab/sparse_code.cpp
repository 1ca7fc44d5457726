#include "core/collab/sparse_code.h"

namespace coterie {

SparseCode sparseCodeNamed(std::string_view word)
{
    if (word == "literal")
        return SparseCode::Literal;
    return word == "bitmap" ? SparseCode::Bitmap : SparseCode::Dense;
}

double codedBits(SparseCode code, double entries, double nonZero, double bitsPerNumber)
{
    switch (code) {
    case SparseCode::Literal:
        return bitsPerNumber * nonZero + (entries - nonZero) + entries;
    case SparseCode::Bitmap:
        return bitsPerNumber * nonZero + entries;
    case SparseCode::Dense:
        break;
    }
    return bitsPerNumber * entries;
}

} // namespace coterie
