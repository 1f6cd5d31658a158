#pragma once
/// Photographs of the table that `play --keep-pictures` kept beside a log.

#include <cstdint>
#include <string>
#include <vector>

namespace polemarch::assistant {

/// A photograph of the table kept while the battle was played.
struct KeptPhoto {
  std::int64_t seq = 0;
  std::string jpeg;  ///< the file's bytes
};

/// Those of a log, in the order of the battle; none where none were kept.
std::vector<KeptPhoto> kept_photos(const std::string& log);

/// Bytes as text in a page or a message.
std::string base64_of(const std::string& bytes);

}  // namespace polemarch::assistant
