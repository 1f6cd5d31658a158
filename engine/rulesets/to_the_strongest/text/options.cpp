#include "engine/rulesets/to_the_strongest/text/setup.hpp"

namespace polemarch::to_the_strongest {

void read_options(const Json& j, State& state) {
  if (!j.is_object()) throw engine::FieldError("", "expected an object");
  Json plain = j;
  if (const auto arc = plain.find("arc"); arc != plain.end()) {
    if (*arc != "cone" && *arc != "three_columns") throw engine::FieldError("/arc", "expected \"cone\" or \"three_columns\"");
    plain["three_column_arc"] = *arc == "three_columns";
    plain.erase("arc");
  }
  if (const auto deck = plain.find("deck"); deck != plain.end()) {
    if (*deck != "cards" && *deck != "chits") throw engine::FieldError("/deck", "expected \"cards\" or \"chits\"");
    plain["chits"] = *deck == "chits";
    plain.erase("deck");
  }
  const Json known = Options{};
  for (const auto& [key, value] : plain.items())
    if (!known.contains(key) && key != "rules_off") throw engine::FieldError("/" + key, "is not an option of this ruleset");
  plain.get_to(state.options);
}

std::vector<Box> boxes_inside(const State& state, const std::vector<Point>& outline) {
  std::vector<Box> inside;
  for (int col = 1; col <= state.field.columns; ++col) {
    for (int row = 1; row <= state.field.rows; ++row) {
      const Length x = state.origin.x + (col - 1) * state.box_size + state.box_size / 2,
                   y = state.origin.y + (row - 1) * state.box_size + state.box_size / 2;
      bool in = false;
      for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
        const Point a = outline[i], b = outline[j];
        if ((a.y > y) == (b.y > y)) continue;
        const double cross = a.x.mm() + (b.x - a.x).mm() * (y - a.y).mm() / (b.y - a.y).mm();
        if (x.mm() < cross) in = !in;
      }
      if (in) inside.push_back({col, row});
    }
  }
  return inside;
}

}  // namespace polemarch::to_the_strongest
