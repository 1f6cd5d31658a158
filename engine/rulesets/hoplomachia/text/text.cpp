/// Makes a battle of the room; the only place where its JSON and core's Battle meet.
#include "engine/core/battle_of.hpp"
#include "engine/rulesets/hoplomachia/bounds.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/show/leads.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/text/json_commands.hpp"
#include "engine/rulesets/hoplomachia/text/json_events.hpp"
#include "engine/rulesets/hoplomachia/text/json_state.hpp"
#include "engine/rulesets/hoplomachia/text/upcast.hpp"

namespace polemarch::hoplomachia {

static_assert(engine::Ruleset<Rules>);

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{
      "hoplomachia",
      "Hoplomachia",
      "The Perfect Captain",
      "2026-11",
      5,
      "Armies come from rosters: the generation lists are not in the book. Card and chart values are samples: type your own."};
  return info;
}

namespace {

/// The signal counter under the salpinx is its side's until it is revealed (HM-SEQ-02), and so is where a unit lies in ambush (HM-GEN-18).
struct SalpinxHidden {
  static constexpr std::string_view kSetup = "/sides/*/units/*/hideout";
  static Viewer audience(const State&, Viewer by, const Command& command) {
    return std::holds_alternative<Signal>(command) || std::holds_alternative<Hide>(command) || std::holds_alternative<WriteSignal>(command)
               ? by
               : Viewer::Both;
  }
  /// A refusal measures from where the unit lies.
  static Viewer refused_audience(const State& state, Viewer /*by*/, const Command& command) { return audience_of(state, command); }
  static Viewer event_audience(const Event&) { return Viewer::Both; }
};

}  // namespace

void to_json(Json& j, const Leg& leg) {
  j = Json::object();
  if (leg.ahead) j["ahead_in"] = leg.ahead->inches();
  if (leg.wheel) j["wheel_deg"] = leg.wheel->deg();
  if (leg.turn) j["turn_deg"] = leg.turn->deg();
  if (leg.right) j["right_in"] = leg.right->inches();
  if (leg.arrange) j["arrange"] = *leg.arrange;
  if (leg.line) j["line"] = true;
}
void from_json(const Json& j, Leg& leg) {
  leg = Leg{};
  if (!j.is_object())
    throw engine::FieldError("",
                             "expected {\"ahead_in\":3}, {\"wheel_deg\":30}, {\"turn_deg\":90}, {\"arrange\":\"OF\"} or {\"line\":true}");
  const auto number = [&](const char* name, double most) -> std::optional<double> {
    const auto at = j.find(name);
    if (at == j.end()) return std::nullopt;
    double value = 0;
    engine::read_at(*at, name, value);
    if (!(value >= -most && value <= most)) throw engine::FieldError("/" + std::string(name), "out of range");
    return value;
  };
  if (const auto in = number("ahead_in", 60)) leg.ahead = inches(*in);
  if (const auto deg = number("wheel_deg", 360)) leg.wheel = Angle::from_deg(*deg);
  if (const auto deg = number("turn_deg", 360)) leg.turn = Angle::from_deg(*deg);
  if (const auto in = number("right_in", 60)) leg.right = inches(*in);
  if (const auto at = j.find("arrange"); at != j.end()) {
    leg.arrange.emplace();
    engine::read_at(*at, "arrange", *leg.arrange);
  }
  if (const auto at = j.find("line"); at != j.end()) {
    engine::read_at(*at, "line", leg.line);
    if (!leg.line) throw engine::FieldError("/line", "expected true");
  }
  const int parts = leg.ahead.has_value() + leg.wheel.has_value() + leg.turn.has_value() + leg.right.has_value() + leg.arrange.has_value() +
                    (leg.line ? 1 : 0);
  if (parts != 1) throw engine::FieldError("", "a part of a move is one of ahead_in, wheel_deg, turn_deg, right_in, arrange, line");
}

void to_json(Json& j, const Enter& enter) { j = {{"unit", enter.unit}, {"x_mm", enter.x}}; }
void from_json(const Json& j, Enter& enter) {
  engine::get_field_or_keep(j, "unit", enter.unit);
  engine::get_field(j, "x_mm", enter.x);
}

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<RulesOfAllLogs, SalpinxHidden, Leads>(setup_json, name);
}

}  // namespace polemarch::hoplomachia
