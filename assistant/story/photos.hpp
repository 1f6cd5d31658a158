#pragma once
/// Photographs of the table that `play --keep-pictures` kept beside a log.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace polemarch::assistant {

/// A photograph of the table kept while the battle was played.
struct KeptPhoto {
  std::int64_t seq = 0;
  std::string jpeg;  ///< the file's bytes
};

/// "game.pictures" beside game.battle.
std::string pictures_folder(const std::string& log);
/// The pictures kept of a battle: seq -> file. None that a link leads to: in a folder from elsewhere it may lead to any file of the
/// reader's, and whoever tells the battle would pass it on.
std::map<std::int64_t, std::string> kept_pictures(const std::string& log);

/// Those of a log that are photographs (JPEG), in the order of the battle; none where none were kept.
std::vector<KeptPhoto> kept_photos(const std::string& log);

/// Bytes as text in a page or a message.
std::string base64_of(const std::string& bytes);

}  // namespace polemarch::assistant
