#pragma once
/// Hidden values stand in the log itself, encrypted with their owner's key: {"sealed": base64, "for": "A"}. FORMAT.md says how to the
/// byte. Any JSON value may be sealed; its size tells nothing, for the text is padded to one length a place.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assistant/session/keys.hpp"
#include "engine/core/hidden.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

class OldSeals;

/// What is sealed: texts are padded to this many bytes, or to 4, 16, 64 ... times as many.
enum class SealSize : std::size_t {
  Value = 256,   ///< the value of one secret
  Whole = 1024,  ///< a whole command, event or list of reasons
};

class Seals {
 public:
  /// With keys of its own, for a battle that is not logged.
  Seals() : Seals(Keys::random()) {}
  explicit Seals(Keys keys) : keys_(std::move(keys)) {}
  /// Without keys: nothing can be opened.
  static Seals without_keys();
  /// As without_keys(), but opens what the sidecar of a log of format 1 holds.
  void add_old(std::shared_ptr<const OldSeals> old) { old_ = std::move(old); }

  bool has_keys() const { return keys_.has_value(); }
  const std::optional<Keys>& keys() const { return keys_; }

  /// The sealed form of a value. `owner`: A, B or Umpire (neither side's); Both is left open. Needs keys.
  engine::Json sealed(Viewer owner, const engine::Json& value, SealSize size) const;
  /// `json` with the values of unrevealed secrets sealed for their owners. Needs keys.
  engine::Json secrets_sealed(engine::Json json) const;
  /// Everything opened that the keys open. A secret's value that stays closed is left out; any other stays as it is. `missing` tells
  /// whether any did.
  engine::Json opened(engine::Json json, bool& missing) const;

  /// What stands for a secret in the text that the state's hash behind a command is made of: nobody without the keys can make it, nor tell
  /// that the value is one it had behind another command. Needs keys.
  std::string commitment(const std::string& id, const std::string& value_text, std::int64_t seq) const;
  static constexpr std::int64_t kThroughout = -1;  ///< the same behind every command, as in logs of earlier versions

 private:
  std::optional<engine::Json> open_one(const engine::Json& sealed) const;

  std::optional<Keys> keys_;
  std::shared_ptr<const OldSeals> old_;
};

}  // namespace polemarch::assistant
