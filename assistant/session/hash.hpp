#pragma once
/// Hashes for logs and seals (BLAKE2b-256 by libsodium), as lower-case hex.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace polemarch::assistant {

std::string hash_hex(std::string_view bytes);
/// Of these one behind the other.
std::string hash_hex(std::initializer_list<std::string_view> parts);
/// The same under a key of up to 64 bytes.
std::string keyed_hash_hex(std::string_view key, std::string_view bytes);
/// Bytes of lower- or upper-case hex; nothing when it is not hex.
std::optional<std::string> bytes_of_hex(std::string_view hex);
/// `count` random bytes as hex, from the operating system.
std::string random_hex(std::size_t count);

}  // namespace polemarch::assistant
