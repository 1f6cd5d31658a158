#pragma once
/// Hashes for logs and seals (BLAKE2b-256 by libsodium), as lower-case hex.

#include <string>
#include <string_view>

namespace polemarch::assistant {

std::string hash_hex(std::string_view bytes);
/// `count` random bytes as hex, from the operating system.
std::string random_hex(std::size_t count);

}  // namespace polemarch::assistant
