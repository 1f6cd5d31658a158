/// Bytes of a value and back: each type names its fields once, in fields(archive, value), for writing and reading. The order is the file's.
/// Numbers are zigzag varints (Protocol Buffers' encoding), reals eight bytes of the machine's order. For the story kept beside a log
/// alone: made anew by every computer. Pure.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace polemarch::assistant::story {

/// Damaged bytes.
struct Torn {};

class Packer {
 public:
  static constexpr bool kReads = false;
  std::string bytes;

  void number(std::int64_t& value) {
    auto rest = (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
    while (rest >= 0x80) bytes += static_cast<char>((rest & 0x7F) | 0x80), rest >>= 7;
    bytes += static_cast<char>(rest);
  }
  void real(double& value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    char raw[8];
    std::memcpy(raw, &bits, 8);
    bytes.append(raw, 8);
  }
  void text(std::string& value) {
    std::int64_t size = static_cast<std::int64_t>(value.size());
    number(size);
    bytes += value;
  }
};

class Unpacker {
 public:
  static constexpr bool kReads = true;
  explicit Unpacker(std::string_view bytes) : bytes_(bytes) {}
  bool at_end() const { return at_ == bytes_.size(); }

  void number(std::int64_t& value) {
    std::uint64_t all = 0;
    for (int shift = 0;; shift += 7) {
      if (at_ >= bytes_.size() || shift > 63) throw Torn{};
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      all |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
    value = static_cast<std::int64_t>(all >> 1) ^ -static_cast<std::int64_t>(all & 1);
  }
  void real(double& value) {
    if (bytes_.size() - at_ < 8) throw Torn{};
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes_.data() + at_, 8);
    at_ += 8;
    value = std::bit_cast<double>(bits);
  }
  void text(std::string& value) {
    std::int64_t size = 0;
    number(size);
    if (size < 0 || static_cast<std::uint64_t>(size) > bytes_.size() - at_) throw Torn{};
    value.assign(bytes_.substr(at_, static_cast<std::size_t>(size)));
    at_ += static_cast<std::size_t>(size);
  }
  /// A count that the bytes left could hold at all.
  std::size_t room(std::int64_t count) const {
    if (count < 0 || static_cast<std::uint64_t>(count) > bytes_.size() - at_) throw Torn{};
    return static_cast<std::size_t>(count);
  }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

template <class Archive, class... Fields>
void pack(Archive& archive, Fields&... fields);

template <class Archive, class T>
void field(Archive& archive, T& value) {
  if constexpr (std::is_same_v<T, std::string>) {
    archive.text(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    archive.real(value);
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    auto number = static_cast<std::int64_t>(value);
    archive.number(number);
    if constexpr (Archive::kReads) value = static_cast<T>(number);
  } else if constexpr (requires { value.um; }) {
    archive.number(value.um);
  } else if constexpr (requires { value.mdeg; }) {
    archive.number(value.mdeg);
  } else if constexpr (requires {
                         value.has_value();
                         *value;
                       }) {
    std::int64_t there = value.has_value() ? 1 : 0;
    archive.number(there);
    if constexpr (Archive::kReads) {
      value.reset();
      if (there != 0) value.emplace();
    }
    if (value) field(archive, *value);
  } else if constexpr (requires { value.resize(1); }) {
    auto count = static_cast<std::int64_t>(value.size());
    archive.number(count);
    if constexpr (Archive::kReads) value.resize(archive.room(count));
    for (auto& one : value) field(archive, one);
  } else if constexpr (requires { value[0]; }) {
    for (auto& one : value) field(archive, one);
  } else {
    fields(archive, value);
  }
}

template <class Archive, class... Fields>
void pack(Archive& archive, Fields&... values) {
  (field(archive, values), ...);
}

}  // namespace polemarch::assistant::story
