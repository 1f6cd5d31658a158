/// What may be said before the first turn, phase by phase, and what a menu
/// calls it.
#include <algorithm>
#include <map>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/suggested_deployment.hpp"

namespace polemarch::to_the_strongest {
namespace {

std::string plain(std::string text) {
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string named(const State& state, const UnitId& id) {
  if (const Unit* unit = state.unit(id); unit != nullptr && unit->name != id.text) return unit->name + " (" + id.text + ")";
  if (const General* general = state.general(id); general != nullptr && general->name != id.text)
    return general->name + " (" + id.text + ")";
  return id.text;
}

constexpr std::array<const char*, 11> kScenarios{"a scenario by card",       "scenario 1, plain",        "scenario 2, hill country",
                                                 "scenario 3, coast",        "scenario 4, meeting",      "scenario 5, in the mist",
                                                 "scenario 6, hold the gap", "scenario 7, flank march",  "scenario 8, ambush",
                                                 "scenario 9, delayed",      "scenario 10, against time"};

void add_draws(const State& state, Side side, std::vector<Command>& out) {
  const std::string name(name_of(side));
  out.push_back(DrawStratagem{.side = name});
  out.push_back(DrawStratagem{.side = name, .unseen = true});
  const bool brilliant = std::any_of(state.generals.begin(), state.generals.end(),
                                     [&](const auto& entry) { return entry.second.side == side && entry.second.brilliant; });
  if (!brilliant) return;  // TTS-GEN-36
  for (const StratagemRow& row : kStratagems)
    if (row.card != "joker") out.push_back(DrawStratagem{.side = name, .card = std::string(row.card)});
}

/// Whole commands of the side to deploy; with stakes planted too, where some
/// are carried.
void add_deployments(const State& state, Viewer viewer, std::vector<Command>& out) {
  const auto next = state.scenario == 5 ? std::nullopt : next_to_deploy(state);
  for (const auto& [id, command] : state.commands) {
    if (!engine::may_answer(viewer, viewer_of(command.side)) || (next && *next != command.side)) continue;
    auto deploy = suggested_deployment(state, command);
    if (!deploy) continue;
    for (const Posting& posting : deploy->postings) {
      const Unit* unit = state.unit(posting.unit);
      if (unit != nullptr && unit->stakes == Stakes::Carried) deploy->stakes.push_back(posting.unit);
    }
    if (!deploy->stakes.empty()) {
      Deploy bare = *deploy;
      bare.stakes.clear();
      out.push_back(std::move(bare));
    }
    out.push_back(std::move(*deploy));
  }
}

/// " with A1, A2": the friends in the box where a general is put down.
std::string beside_whom(const State& state, const UnitId& id, Box box) {
  const General* general = state.general(id);
  std::string text;
  if (general == nullptr) return text;
  for (const auto& [uid, unit] : state.units)
    if (on_table(unit) && unit.box == box && unit.side == general->side) text += (text.empty() ? " with " : ", ") + uid.text;
  return text;
}

/// " in c7 to f8": the corners of what its units stand in; " in c7" alone.
std::string between_words(const State& state, const Deploy& deploy) {
  std::optional<Box> low, high;
  for (const Posting& posting : deploy.postings) {
    if (state.unit(posting.unit) == nullptr) continue;
    const Box box = posting.box;
    low = low ? Box{std::min(low->col, box.col), std::min(low->row, box.row)} : box;
    high = high ? Box{std::max(high->col, box.col), std::max(high->row, box.row)} : box;
  }
  if (!low) return {};
  return " in " + name_of(*low) + (*low == *high ? std::string() : " to " + name_of(*high));
}

}  // namespace

std::string deploys_in(const Unit* mate, Box box, bool in_front) {
  return " deploys in " + name_of(box) + (mate == nullptr ? std::string() : (in_front ? " in front of " : " behind ") + mate->id.text);
}

namespace {

std::string words(const State& state, const PlayStratagem& play) {
  const StratagemRow* row = stratagem_named(play.card);
  std::string text = "play " + play.card + (row == nullptr ? "" : ", " + std::string(row->name));
  for (const UnitId& id : play.units) text += (id == play.units.front() ? ": " : ", ") + named(state, id);
  if (!play.general.empty()) text += " with " + named(state, play.general);
  if (!play.command.empty()) text += " on " + command_name(state, play.command);
  if (play.box.somewhere()) text += " in " + name_of(play.box);
  return text;
}

std::string words(const State& state, const NoteUnit& note) {
  std::string what;
  if (note.card == "reserve") {
    what = "keep " + command_name(state, note.unit) + " back";
  } else if (note.card == "give_up") {
    what = "stays at home";
  } else {
    const StratagemRow* row = stratagem_named(note.card);
    what = "note " + note.card + (row == nullptr ? "" : ", " + std::string(row->name));
  }
  if (note.box.somewhere()) what += " in " + name_of(note.box);
  if (!note.flank.empty()) what += note.flank == "centre" ? " behind the centre" : " on the " + note.flank;
  if (note.zone != 0) what += " behind zone " + std::to_string(note.zone);
  return note.card == "reserve" ? what : named(state, note.unit) + ": " + what;
}

std::string words(const PlaceTerrain& piece) {
  std::string text = piece.kind == "broken" ? std::string("place broken ground") : "place a " + plain(piece.kind);
  if (!piece.edges.empty()) return text + " " + piece.edges.front() + " to " + piece.edges.back();
  if (piece.boxes.empty()) return text + " where we say";
  text += " in " + name_of(piece.boxes.front());
  if (piece.boxes.size() > 1) text += (piece.boxes.size() == 2 ? " and " : " to ") + name_of(piece.boxes.back());
  return text;
}

std::string words(const ChooseTerrain& choice) {
  std::string text = "choose terrain:";
  for (const TerrainChoice& line : choice.pieces) {
    const bool sibilant = line.kind.ends_with("sh");
    const std::string kind = line.kind == "broken" ? "broken ground" : plain(line.kind) + (line.count == 1 ? "" : sibilant ? "es" : "s");
    text += (&line == &choice.pieces.front() ? " " : ", ") + std::to_string(line.count) + " " + kind;
  }
  return text;
}

std::string words(const State& state, const Mark& told) {
  std::string text = !told.unit.empty()      ? named(state, told.unit) + ": told"
                     : !told.general.empty() ? named(state, told.general) + ": told"
                     : told.side             ? "side " + std::string(name_of(*told.side)) + ": told"
                                             : "told";
  const auto count = [&](const char* what, const std::optional<int>& value) {
    if (value) text += " " + std::string(what) + " " + std::to_string(*value);
  };
  count("disorder", told.disorder);
  count("chits", told.ammo);
  count("card", told.activation);
  count("shock missiles", told.shock);
  count("medals", told.medals);
  count("reserve", told.reserve);
  if (told.hero) text += *told.hero ? " has a hero" : " has no hero";
  if (told.lost == true) text += " lost";
  if (told.light_wound == true) text += " lightly wounded";
  if (told.ability_used == true) text += " ability used";
  if (told.box.somewhere()) text += " in " + name_of(told.box);
  if (told.facing) text += " facing " + std::string(name_of(*told.facing));
  return text;
}

}  // namespace

std::vector<Command> prelude_offers(const State& state, Viewer viewer) {
  std::vector<Command> out;
  const auto mine = [&](Side side) { return engine::may_answer(viewer, viewer_of(side)); };
  switch (state.phase) {
    case Phase::Terrain:
      out.push_back(DealTerrain{});
      for (Command& command : terrain_offers(state, viewer)) out.push_back(std::move(command));
      if (state.pieces.empty() && state.side(Side::A).extra_medals == 0 && state.side(Side::B).extra_medals == 0) out.push_back(Bid{});
      break;
    case Phase::Stratagems:
      for (const Side side : {Side::A, Side::B})
        if (mine(side) && !all_have_drawn(state, side)) add_draws(state, side, out);
      break;
    case Phase::Scouting:
      out.push_back(CutForScouting{});
      break;
    case Phase::Deployment:
      add_deployments(state, viewer, out);
      for (const auto& [id, command] : state.commands)
        if (mine(command.side))
          for (NoteUnit& note : notes_open(state, command)) out.push_back(std::move(note));
      for (const auto& [id, unit] : state.units)  // a set-up card is pointed at before its unit is (TTS-STR-20)
        if (mine(unit.side))
          for (NoteUnit& note : notes_open(state, unit))
            if (note.card != "give_up") out.push_back(std::move(note));
      out.push_back(DeploymentDone{});
      break;
    default:
      break;
  }
  return out;
}

std::vector<std::pair<Command, engine::Need>> unfinished_offers(const State& state, Viewer viewer) {
  std::vector<std::pair<Command, engine::Need>> out;
  if (!state.agenda.idle()) return out;
  if (state.phase == Phase::Terrain) add_unfinished_terrain(state, viewer, out);
  if (state.phase == Phase::Deployment) {
    std::vector<Command> deployments;
    add_deployments(state, viewer, deployments);
    for (Command& command : deployments)
      if (auto* deploy = std::get_if<Deploy>(&command); deploy != nullptr && deploy->stakes.empty()) {
        deploy->fortifications = {""};
        out.emplace_back(std::move(command), engine::fill_in(engine::NeedKind::Names, "fortifications",
                                                             "Which edges are fortified? Such as c1/c2 d1/d2, the protected box first"));
      }
  }
  return out;
}

std::vector<engine::PlaceBases> postings_open(const State& state, const Unit& unit) {
  std::vector<engine::PlaceBases> out;
  if (state.phase != Phase::Deployment || !state.agenda.idle() || unit.bases.empty()) return out;
  const Board board(state);
  const bool stands = on_table(unit);
  for (int col = 1; col <= state.field.columns; ++col)
    for (int row = 1; row <= state.field.rows; ++row) {
      const Box box{col, row};
      Unit there = unit;
      there.box = box;
      there.facing = outward(unit.side);
      if (!putting_down(board, viewer_of(unit.side), unit.id, box, there.facing).allowed()) continue;
      const auto post = [&](int along) {
        if (stands && box == unit.box && along == unit.along && there.facing == unit.facing) return;  // there it is
        there.along = along;
        engine::PlaceBases place{.unit = unit.id};
        for (std::size_t i = 0; i < unit.bases.size(); ++i) place.poses.push_back({unit.bases[i], {.pose = slot_pose(state, there, i)}});
        out.push_back(std::move(place));
      };
      const Unit* mate = mate_in(state, unit, box);
      post(mate == nullptr ? 0 : -sign_of(mate->facing));
      if (mate != nullptr) post(sign_of(mate->facing));
    }
  return out;
}

std::vector<engine::PlaceBases> postings_open(const State& state, const General& general) {
  std::vector<engine::PlaceBases> with_units, alone;
  if (state.phase != Phase::Deployment || !state.agenda.idle() || general.bases.empty()) return alone;
  const Board board(state);
  for (int col = 1; col <= state.field.columns; ++col)
    for (int row = 1; row <= state.field.rows; ++row) {
      const Box box{col, row};
      if (box == general.box || !putting_down(board, viewer_of(general.side), general.id, box, outward(general.side)).allowed()) continue;
      const Point centre = centre_of(state, box);
      auto& list = board.has_friend_of(general.side, box) ? with_units : alone;
      list.push_back({.owed = {},
                      .unit = general.id,
                      .poses = {{general.bases.front(), {.pose = {centre.x, centre.y, heading_of(outward(general.side))}}}}});
    }
  with_units.insert(with_units.end(), alone.begin(), alone.end());
  return with_units;
}

std::vector<engine::PlaceBases> postings_open(const State& state, const UnitId& id, const Camp& camp) {
  std::vector<engine::PlaceBases> out;
  if (state.phase != Phase::Deployment || !state.agenda.idle()) return out;
  const Board board(state);
  std::vector<Box> boxes = boxes_for_camp(state, camp);
  std::sort(boxes.begin(), boxes.end());
  for (const Box box : boxes) {
    if (box == camp.box || !putting_down(board, viewer_of(camp.owner), id, box, outward(camp.owner)).allowed()) continue;
    Camp there = camp;
    there.box = box;
    out.push_back({.owed = {}, .unit = id, .poses = {{BaseId{id.text + ".1"}, {.pose = camp_pose(state, there)}}}});
  }
  return out;
}

std::string say_prelude(const State& state, const Command& command) {
  return std::visit(
      engine::Overloaded{
          [&](const engine::PlaceBases& place) {
            const auto near = place.poses.empty() ? std::vector<BoxChance>{} : boxes_near(state, place.poses.front().at);
            if (near.empty()) return named(state, place.unit) + ": place";
            const Box box = near.front().box;
            const Unit* unit = state.unit(place.unit);
            if (unit == nullptr) return named(state, place.unit) + ": stand in " + name_of(box) + beside_whom(state, place.unit, box);
            const Unit* mate = mate_in(state, *unit, box);
            return place.unit.text + deploys_in(mate, box, mate != nullptr && stands_before(state, *mate, place.poses.front().at.pose));
          },
          [&](const Pass& pass) {
            if (pass.command.empty()) return std::string("pass");
            const std::string general = general_of_command(state, pass.command);
            return "pass with " + (general.empty() ? command_name(state, pass.command) : general);
          },
          [](const EndBattle& end) {
            return end.winner ? std::string(name_of(other(*end.winner))) + " gives up" : std::string("stop the battle as a draw");
          },
          [&](const Deploy& deploy) {
            std::string text = "deploy " + command_name(state, deploy.command);
            text += between_words(state, deploy);
            if (!deploy.fortifications.empty())  // an edge without a name is one that is still to be named
              text += deploy.fortifications.front().empty() ? ", with fortifications" : ", fortified";
            return text + (deploy.stakes.empty() ? "" : ", stakes planted");
          },
          [&](const PlayStratagem& play) { return words(state, play); },
          [&](const NoteUnit& note) { return words(state, note); },
          [](const DrawStratagem& draw) {
            if (draw.unseen) return std::string("keep a stratagem card on paper");
            return draw.card.empty() ? std::string("draw a stratagem card") : "take " + draw.card + " as stratagem";
          },
          [](const CutForScouting&) { return std::string("cut for scouting"); },
          [](const ChooseScenario& choice) {
            return choice.number >= 0 && choice.number <= 10 ? std::string(kScenarios.at(static_cast<std::size_t>(choice.number)))
                                                             : "scenario " + std::to_string(choice.number);
          },
          [](const PlaceTerrain& piece) { return words(piece); },
          [](const ChooseTerrain& choice) { return words(choice); },
          [&](const DealTerrain&) { return std::string(state.pieces.empty() ? "terrain is agreed: go on" : "deal the terrain cards"); },
          [](const Bid&) { return std::string("bid for the choice of army"); },
          [&](const Mark& told) { return words(state, told); },
          [](const auto& other) { return plain(std::decay_t<decltype(other)>::kName); },
      },
      command);
}

}  // namespace polemarch::to_the_strongest
