#pragma once
/// Hidden values in a log are salted and sealed; the values and salts live in `<name>.secrets` beside it until they are revealed.
/// Without that file the battle still replays, the values unknown.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

class Seals {
 public:
  /// In memory only (no log is kept).
  Seals() = default;
  /// Reads what the file holds; new seals are appended to it.
  static Result<Seals> open(const std::string& path);

  /// The seal of a value under the secret's id: the same id and value give the same seal. Remembers and, with a file, writes it.
  std::string seal(const std::string& id, const std::string& value_text);
  /// The value text behind a seal, if the file holds it.
  std::optional<std::string> value_behind(const std::string& seal) const;
  /// Puts the values back in place of {"seal":...}; a value that is not held is left out (unknown). `missing` tells whether any was.
  std::string unsealed(const std::string& json_text, bool& missing) const;
  /// The JSON text with unrevealed secrets sealed.
  std::string sealed(const std::string& json_text);

 private:
  std::string path_;
  std::map<std::string, std::string> salt_of_id_;
  std::map<std::string, std::string> value_of_seal_;
};

}  // namespace polemarch::assistant
