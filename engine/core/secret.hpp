#pragma once
/// Values that one side may not see. Known to the engine, or sealed (it exists; its range), or revealed. Pure.
/// As JSON a secret is {"secret": id, "owner": "A", "range": "...", "revealed": false, "value": ...}; "value" is left out while unknown
/// and is left out of every view that may not see it (engine/core/json_types.hpp, hide_secrets).

#include <compare>
#include <optional>
#include <string>
#include <utility>

#include "models/ids.hpp"

namespace polemarch::engine {

template <class T>
struct Secret {
  std::string id;               ///< stable name within the battle, e.g. "A3.rank"
  Viewer owner = Viewer::Both;  ///< who may see it before it is revealed
  std::string range;            ///< what it can be, in words or as a rule id
  bool revealed = false;
  std::optional<T> value;  ///< empty: it exists on the table, the engine was not told
  auto operator<=>(const Secret&) const = default;

  bool known() const { return value.has_value(); }
  /// True when `viewer` may use the value.
  bool open_to(Viewer viewer) const { return revealed || viewer == Viewer::Umpire || viewer == owner; }
};

template <class T>
Secret<T> open_value(T value) {
  return {.id = {}, .owner = Viewer::Both, .range = {}, .revealed = true, .value = std::move(value)};
}

}  // namespace polemarch::engine
