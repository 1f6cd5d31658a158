#pragma once
/// The three names of a thing on the table, kept apart by type: marker (a printed number), base (a stand), unit (what the rules
/// order about). Base and unit ids match [A-Za-z0-9_.-]{1,32}. Pure.

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace polemarch {

template <class Tag>
struct Id {
  std::string text;
  auto operator<=>(const Id&) const = default;
  bool empty() const { return text.empty(); }
};
using UnitId = Id<struct UnitTag>;
using BaseId = Id<struct BaseTag>;

/// The number a printed marker carries within its family.
struct MarkerId {
  int number = -1;
  auto operator<=>(const MarkerId&) const = default;
};

/// True when `text` may name a base or a unit.
constexpr bool is_valid_id(std::string_view text) {
  if (text.empty() || text.size() > 32) return false;
  for (const char c : text) {
    const bool ok = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
    if (!ok) return false;
  }
  return true;
}

/// The two sides of a battle. A sits at y = 0 and looks along +y.
enum class Side { A, B };
constexpr Side other(Side side) { return side == Side::A ? Side::B : Side::A; }
constexpr std::string_view name_of(Side side) { return side == Side::A ? "A" : "B"; }
inline std::optional<Side> side_named(std::string_view text) {
  if (text == "A") return Side::A;
  if (text == "B") return Side::B;
  return std::nullopt;
}

/// Who looks or speaks: one side, both at one screen, or the umpire who sees all.
enum class Viewer { A, B, Both, Umpire };
constexpr std::string_view name_of(Viewer viewer) {
  switch (viewer) {
    case Viewer::A:
      return "A";
    case Viewer::B:
      return "B";
    case Viewer::Both:
      return "both";
    case Viewer::Umpire:
      return "umpire";
  }
  return "?";
}
inline std::optional<Viewer> viewer_named(std::string_view text) {
  if (text == "A") return Viewer::A;
  if (text == "B") return Viewer::B;
  if (text == "both") return Viewer::Both;
  if (text == "umpire") return Viewer::Umpire;
  return std::nullopt;
}
constexpr Viewer viewer_of(Side side) { return side == Side::A ? Viewer::A : Viewer::B; }

}  // namespace polemarch
