#pragma once
/// The pair of keys that a table publishes with beyond this computer (CURVE, 40 letters each). The secret one stays in a file that only its
/// owner reads; whoever is to listen gets the public one.

#include <optional>
#include <string>

#include "models/result.hpp"

namespace polemarch::assistant {

struct BusKey {
  std::string secret, open;  ///< Z85
};

/// A new pair from the operating system's randomness.
BusKey new_bus_key();
/// Writes `name`.key (mode 0600) and `name`.pub. Never over a file that exists; nothing on success.
std::optional<InputError> write_bus_key(const std::string& name, const BusKey& key);
/// Reads a secret key; refuses one that others may read.
Result<BusKey> read_bus_key(const std::string& path);

}  // namespace polemarch::assistant
