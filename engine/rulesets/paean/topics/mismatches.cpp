#include "engine/rulesets/paean/topics/mismatches.hpp"

#include <algorithm>

namespace polemarch::paean {

using engine::Reason;

std::string shape_text(const State& state, const UnitId& unit) {
  const geometry::Body body = body_of(state, unit);
  return std::to_string(body.files()) + " wide, " + std::to_string(body.ranks()) + " deep";
}

std::vector<Slot> slots_of(const State& state, const UnitId& unit) {
  const Formation& formation = formation_at(state, unit);
  std::vector<Slot> slots;
  const geometry::Body body = body_of(state, unit);
  for (std::size_t row = 0; row < body.rows.size(); ++row)
    for (std::size_t file = 0; file < body.rows[row].size(); ++file)
      slots.push_back({formation.bases[body.rows[row][file]], static_cast<int>(row) + 1, static_cast<int>(file) + 1});
  return slots;
}

std::vector<Reason> mismatches(const State& state, const UnitId& unit) {
  std::vector<Reason> found;
  const Formation* formation = find_formation(state, unit);
  if (formation == nullptr || formation->bases.size() < 2) return found;
  const std::vector<geometry::Shape> shapes = shapes_of(state, unit);
  const Length apart = state.tolerance + state.tolerance;  // neighbours may each be off by as much
  const geometry::Fit fit{apart, 10_deg};
  const auto groups = geometry::bodies_among(shapes, fit);
  if (groups.size() > 1) {
    // The largest part is the formation; whoever stands off is named with its gap.
    const auto main = std::max_element(groups.begin(), groups.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    std::vector<geometry::Shape> body;
    for (const std::size_t i : *main) body.push_back(shapes[i]);
    for (const auto& group : groups) {
      if (&group == &*main) continue;
      for (const std::size_t i : group) {
        const geometry::Gap gap = geometry::gap_between(std::span(&shapes[i], 1), body);
        const bool turned = gap.signed_gap.value <= apart;
        found.push_back({turned ? "PA-MOV-02" : "PA-UNF-01",
                         formation->bases[i].text + (turned ? " faces another way than " : " does not stand with ") + unit.text,
                         gap.distance().value.mm(), apart.mm(), "mm",
                         gap.signed_gap.sd.um > 0 ? std::optional(gap.signed_gap.sd.mm()) : std::nullopt});
      }
    }
  }
  return found;
}

}  // namespace polemarch::paean
