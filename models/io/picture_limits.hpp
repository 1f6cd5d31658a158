#pragma once
/// How large a stranger's picture may be: read off its header and checked before anything is decoded. Beside limits.hpp, which holds the
/// same for texts. Pure.

#include <cstddef>
#include <cstdint>

namespace polemarch::io {

constexpr std::size_t kMostPictureBytes = std::size_t{128} << 20;         ///< of a picture file
constexpr std::size_t kMostStreamedPictureBytes = std::size_t{16} << 20;  ///< of one picture of a stream
constexpr std::int64_t kMostPictureSide = 16384;                          ///< px
constexpr std::int64_t kMostPicturePixels = 64'000'000;                   ///< 8000 x 8000; a phone's 50 megapixels are read

}  // namespace polemarch::io
