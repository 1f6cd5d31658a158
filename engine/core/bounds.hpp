#pragma once
/// Bounds of the whole numbers in a state: what the umpire sets by hand stays in them, so that no slip of the pen makes a battle that
/// cannot go on. Pure.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace polemarch::engine {

/// The numbers of one kind. A room lists what differs from the common bounds in `bounds_of(state)`; the first that fits counts.
struct Bound {
  std::string_view path;  ///< "units/*/hits"; `*` is any one name, `**` at the end all that is below
  std::int64_t least = 0, most = 0;
};
/// What holds where a room lists nothing; a number that is below nought already may stay so.
inline constexpr Bound kCommonBound{"**", 0, 1000};

/// What an amendment would set out of its bounds, in one line with its pointer and the limit; nothing where all numbers it changes are in
/// them. Open questions and owed placements of the agenda may be taken away and are not changed; where nothing stood before, as in a
/// set-up, its numbers have their bounds too.
std::optional<std::string> out_of_bounds(const nlohmann::json& before, const nlohmann::json& after, std::span<const Bound> bounds);

}  // namespace polemarch::engine
