#include "assistant/session/hash.hpp"

#include <sodium.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace polemarch::assistant {
namespace {

std::string hex(const unsigned char* bytes, std::size_t count) {
  std::string out(count * 2 + 1, '\0');
  sodium_bin2hex(out.data(), out.size(), bytes, count);
  out.pop_back();
  return out;
}

void need_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("libsodium does not start on this computer");
}

}  // namespace

std::string hash_hex(std::string_view bytes) { return hash_hex({bytes}); }

std::string hash_hex(std::initializer_list<std::string_view> parts) {
  need_sodium();
  std::array<unsigned char, 32> digest{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, digest.size());
  for (const std::string_view part : parts)
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()), part.size());
  crypto_generichash_final(&state, digest.data(), digest.size());
  return hex(digest.data(), digest.size());
}

std::string keyed_hash_hex(std::string_view key, std::string_view bytes) {
  need_sodium();
  std::array<unsigned char, 32> digest{};
  crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                     reinterpret_cast<const unsigned char*>(key.data()), key.size());
  return hex(digest.data(), digest.size());
}

std::optional<std::string> bytes_of_hex(std::string_view hex) {
  std::string bytes(hex.size() / 2, '\0');
  std::size_t length = 0;
  const char* end = nullptr;
  if (sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), hex.data(), hex.size(), nullptr, &length, &end) != 0 ||
      end != hex.data() + hex.size() || length * 2 != hex.size())
    return std::nullopt;
  return bytes;
}

std::string random_hex(std::size_t count) {
  need_sodium();
  std::vector<unsigned char> bytes(count);
  randombytes_buf(bytes.data(), bytes.size());
  return hex(bytes.data(), bytes.size());
}

}  // namespace polemarch::assistant
