#include "models/one_line.hpp"

namespace polemarch {

namespace {

/// How many bytes at `at` are a character that no line shows and a terminal obeys: a control character, a line break, or one that turns the
/// direction of writing. 0: it may be shown. UTF-8.
std::size_t unseen_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u; };
  if (byte(0) < 0x20 || byte(0) == 0x7F) return 1;
  if (byte(0) == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) return 2;  // U+0080 to U+009F
  if (byte(0) == 0xD8 && byte(1) == 0x9C) return 2;                     // U+061C
  if (byte(0) != 0xE2) return 0;
  const bool mark =
      byte(1) == 0x80 && (byte(2) == 0x8E || byte(2) == 0x8F || (byte(2) >= 0xA8 && byte(2) <= 0xAE));  // U+200E, 2028 to 202E
  const bool isolate = byte(1) == 0x81 && byte(2) >= 0xA6 && byte(2) <= 0xA9;                           // U+2066 to U+2069
  return mark || isolate ? 3 : 0;
}

/// `text` with what `say` makes of each of them.
template <class Say>
std::string with_each_unseen(std::string_view text, Say say) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t unseen = unseen_at(text, at);
    if (unseen == 0) {
      out += text[at++];
    } else {
      out += say(text.substr(at, unseen));
      at += unseen;
    }
  }
  return out;
}

std::string spelled(std::string_view letter) {
  if (letter == "\n" || letter == "\t") return std::string(letter);
  const auto byte = [&](std::size_t at) { return static_cast<unsigned>(static_cast<unsigned char>(letter[at])); };
  unsigned code = byte(0);
  if (letter.size() == 2) code = (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
  if (letter.size() == 3) code = (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out = "\\u";
  for (unsigned shift = 16; shift > 0; shift -= 4) out += kDigits[(code >> (shift - 4)) & 0xFu];
  return out;
}

}  // namespace

std::string on_a_line(std::string_view text) {
  return with_each_unseen(text, [](std::string_view) { return "?"; });
}

std::string spelled_out(std::string_view text) { return with_each_unseen(text, spelled); }

std::string shortened(std::string_view text, std::size_t letters) {
  constexpr std::string_view kDots = "...";
  std::size_t seen = 0, kept = text.size();  // letters so far, and where the last three begin
  for (std::size_t at = 0; at < text.size(); ++at) {
    if ((static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) continue;  // inside a letter
    if (seen + kDots.size() == letters) kept = at;
    if (++seen > letters) return std::string(text.substr(0, kept)) + std::string(kDots);
  }
  return std::string(text);
}

}  // namespace polemarch
