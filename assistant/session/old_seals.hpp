#pragma once
/// What a log of format 1 hides: its lines hold salted hashes, and `<name>.secrets` beside it the values. Read, never written.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

class OldSeals {
 public:
  /// The sidecar of the log; empty when there is none. A last line without its newline holds nothing that was acknowledged.
  static Result<std::shared_ptr<const OldSeals>> beside(const std::string& log_path);

  std::optional<std::string> value_behind(const std::string& seal) const;
  /// The seal a value had under the secret's id; nothing for an id without a salt.
  std::optional<std::string> seal_of(const std::string& id, const std::string& value_text) const;

 private:
  std::map<std::string, std::string> salt_of_id_, value_of_seal_;
};

}  // namespace polemarch::assistant
