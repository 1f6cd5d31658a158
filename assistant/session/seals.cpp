#include "assistant/session/seals.hpp"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <vector>

#include "assistant/session/hash.hpp"
#include "assistant/session/old_seals.hpp"
#include "models/io/json.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

constexpr std::size_t kNonce = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kTag = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr int kBase64 = sodium_base64_VARIANT_ORIGINAL;

const unsigned char* bytes(const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); }

/// Room for what lists and maps hold, by how many there are: whether the place of a stand has three digits or nine tells nothing.
std::size_t room_for(const Json& value) {
  constexpr std::size_t kThing = 32, kWord = 32;
  std::size_t room = 0;
  if (value.is_structured())
    for (const Json& inner : value) room += (inner.is_structured() ? kThing : kWord) + room_for(inner);
  return room;
}

/// Blanks behind the text: JSON reads the same.
std::string padded(std::string text, SealSize size, std::size_t room) {
  std::size_t length = static_cast<std::size_t>(size);
  while (length < std::max(text.size(), room)) length *= 4;
  text.resize(length, ' ');
  return text;
}

bool is_unrevealed_secret(const Json& j) {
  return j.is_object() && j.contains("secret") && j.contains("owner") && j["owner"].is_string() &&
         j.value("revealed", Json(false)) == false;
}

}  // namespace

Seals Seals::without_keys() {
  Seals seals;
  seals.keys_.reset();
  return seals;
}

Json Seals::sealed(Viewer owner, const Json& value, SealSize size) const {
  if (owner == Viewer::Both) return value;
  assert(keys_);
  const std::string key = *bytes_of_hex(keys_->hex.at(std::string(name_of(owner))));
  const std::string text = padded(engine::canonical(value), size, room_for(value));
  const std::string nonce = *bytes_of_hex(random_hex(kNonce));
  std::vector<unsigned char> box(nonce.begin(), nonce.end());
  box.resize(kNonce + text.size() + kTag);
  unsigned long long written = 0;
  crypto_aead_xchacha20poly1305_ietf_encrypt(box.data() + kNonce, &written, bytes(text), text.size(), nullptr, 0, nullptr, bytes(nonce),
                                             bytes(key));
  std::string base64(sodium_base64_encoded_len(box.size(), kBase64), '\0');
  sodium_bin2base64(base64.data(), base64.size(), box.data(), box.size(), kBase64);
  base64.resize(base64.find('\0'));
  return {{"sealed", base64}, {"for", std::string(name_of(owner))}};
}

Json Seals::secrets_sealed(Json json) const {
  if (is_unrevealed_secret(json)) {
    const Json value = json.value("value", Json());  // null: its owner keeps it to himself, and even that is his
    const auto owner = viewer_named(json["owner"].get<std::string>());
    if (!engine::is_sealed(value)) json["value"] = sealed(owner.value_or(Viewer::Umpire), value, SealSize::Value);
    return json;
  }
  if (json.is_structured())
    for (auto& inner : json) inner = secrets_sealed(std::move(inner));
  return json;
}

std::optional<Json> Seals::open_one(const Json& sealed) const {
  if (!keys_ || !sealed["sealed"].is_string() || !sealed.contains("for") || !sealed["for"].is_string()) return std::nullopt;
  const auto key = keys_->hex.find(sealed["for"].get<std::string>());
  if (key == keys_->hex.end()) return std::nullopt;
  const std::string& base64 = sealed["sealed"].get_ref<const std::string&>();
  std::vector<unsigned char> box(base64.size());
  std::size_t length = 0;
  if (sodium_base642bin(box.data(), box.size(), base64.data(), base64.size(), nullptr, &length, nullptr, kBase64) != 0 ||
      length < kNonce + kTag)
    return std::nullopt;
  std::string text(length - kNonce - kTag, '\0');
  unsigned long long written = 0;
  if (crypto_aead_xchacha20poly1305_ietf_decrypt(reinterpret_cast<unsigned char*>(text.data()), &written, nullptr, box.data() + kNonce,
                                                 length - kNonce, nullptr, 0, box.data(), bytes(*bytes_of_hex(key->second))) != 0)
    return std::nullopt;
  const auto value = io::parse_json(text, "sealed");
  return value ? std::optional(*value) : std::nullopt;
}

Json Seals::opened(Json json, bool& missing) const {
  if (engine::is_sealed(json)) {
    if (auto value = open_one(json)) return opened(std::move(*value), missing);  // an event inside a sealed one
    missing = true;
    return json;
  }
  if (json.is_object() && json.contains("secret") && json.contains("value") && json["value"].is_object()) {
    Json& value = json["value"];
    if (value.contains("seal") && value["seal"].is_string()) {  // format 1
      const auto text = old_ ? old_->value_behind(value["seal"].get<std::string>()) : std::nullopt;
      if (text) {
        value = io::parsed(*text);
      } else {
        json.erase("value");
        missing = true;
      }
      return json;
    }
    if (engine::is_sealed(value)) {
      value = opened(std::move(value), missing);
      if (engine::is_sealed(value) || value.is_null()) json.erase("value");
      return json;
    }
  }
  if (json.is_structured())
    for (auto& inner : json) inner = opened(std::move(inner), missing);
  return json;
}

std::string Seals::commitment(const std::string& id, const std::string& value_text, std::int64_t seq) const {
  assert(keys_);
  std::string all;
  for (const Viewer owner : kKeyOwners) all += *bytes_of_hex(keys_->hex.at(std::string(name_of(owner))));
  const std::string behind = seq == kThroughout ? std::string() : std::to_string(seq) + "\n";
  return keyed_hash_hex(*bytes_of_hex(hash_hex("polemarch state" + all)), behind + id + "\n" + value_text);
}

}  // namespace polemarch::assistant
