#pragma once
/// What is drawn and said about what is selected. Pure.

#include <string>
#include <utility>

#include "engine/core/telling.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// Collects shapes and lines about one unit.
struct Advising {
  const State& state;
  const engine::Selection& selection;
  Viewer viewer = Viewer::Both;
  engine::Advice advice = {};

  const UnitId& unit() const { return selection.unit; }
  void shape(engine::Shape shape, engine::Meaning meaning, std::string label, std::string rule) {
    advice.shapes.push_back({std::move(shape), meaning, std::move(label), std::move(rule), selection.unit.text});
  }
  void say(engine::Meaning meaning, engine::Reason reason) { advice.lines.push_back({meaning, std::move(reason)}); }
  void say(engine::Meaning meaning, std::string rule, std::string text, std::optional<double> value = {}, std::string unit = {}) {
    say(meaning, {std::move(rule), std::move(text), value, {}, std::move(unit), {}});
  }
  /// What a number is made of: the base number plain, what follows with the sign that the book prints.
  void say_rows(engine::Meaning meaning, const std::vector<engine::ThrowRow>& rows) {
    for (const engine::ThrowRow& row : rows)
      say(meaning, row.rule, &row == rows.data() ? row.text + " " + std::to_string(row.value) : row.text, row.value);
  }
};

/// Shooting, charges, contact reactions and close combat (show/advise_fight.cpp).
void advise_fights(Advising& a);

}  // namespace polemarch::paean
