/// Events of older logs as today's room knows them. An old event left to evolve what a new one says, so the state they met is asked.
#include "engine/rulesets/to_the_strongest/text/upcast.hpp"

#include "engine/rulesets/to_the_strongest/text/json.hpp"
#include "engine/rulesets/to_the_strongest/topics/facts.hpp"

namespace polemarch::to_the_strongest {

namespace {

/// A plan to come out of ambush told the place that the note hides.
void hide_ambush(engine::Json& at) {
  if (!at.is_structured()) return;
  if (at.is_object() && at.contains("order") && at["order"].is_object() && at["order"].value("kind", engine::Json()) == "reveal") {
    at["order"].erase("to");
    at["from"] = "";
  }
  for (engine::Json& inner : at) hide_ambush(inner);
}

}  // namespace

engine::Json RulesOfAllLogs::upcast(engine::Json event, const State& state) {
  const std::string name = event.value("event", "");
  const auto today = [](const auto& as_it_is) { return engine::variant_to_json(Event(as_it_is), "event"); };
  if (name == "card_played") {
    event["event"] = CardTurned::kName;
    event["reshuffled"] = pile_is_out(state.side(event.value("side", "A") == "B" ? Side::B : Side::A).deck, 1);
  } else if (name == "dismounted") {
    const Unit* unit = state.unit({event.value("unit", "")});
    if (unit == nullptr) throw engine::FieldError("/unit", "no such unit");
    UnitDismounted down = dismounted(*unit);
    down.chits = event.value("chits", down.chits);
    return today(down);
  } else if (name == "terrain_laid") {
    return today(ground_laid(state));
  } else if (name == "unit_left" && event.value("how", "") == "ambush") {  // it told what the note hides
    event["how"] = "reserve";
  } else if (name == "order_given" || name == "step_opened") {
    hide_ambush(event);
  } else if (name == "stratagem_played") {
    event["event"] = StratagemUsed::kName;
    event["blundered"] = stratagem_used(state, Side::A, event.value("card", ""), {}).blundered;
  }
  return event;
}

}  // namespace polemarch::to_the_strongest
