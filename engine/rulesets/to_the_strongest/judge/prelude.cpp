#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

Side side_of(const std::string& named, Viewer by) { return side_named(named).value_or(by == Viewer::B ? Side::B : Side::A); }

/// "a to d": the columns of a zone.
std::string columns_of(const Field& field, Zone zone) {
  int first = 0, last = 0;
  for (int col = 1; col <= field.columns; ++col)
    if (zone_of(field, col) == zone) first = first == 0 ? col : first, last = col;
  const auto letters = [](int col) {
    std::string name = name_of(Box{col, 1});
    name.pop_back();
    return name;
  };
  return letters(first) + " to " + letters(last);
}

Verdict in_phase(const State& state, Phase phase, const char* rule) {
  if (state.phase == phase) return allow();
  return refuse(rule, "this is the time for " + std::string(kPhaseNames[static_cast<std::size_t>(state.phase)]));
}

/// Is such a piece on the side's list and not placed yet? TTS-TCH-02.
Verdict on_the_list(const State& state, Side side, const PlaceTerrain& piece) {
  const auto size_of = [](const auto& p) { return static_cast<int>(p.boxes.empty() ? p.edges.size() : p.boxes.size()); };
  const auto alike = [&](const std::string& kind, int size) {
    const auto ground = ground_named(kind);
    const bool same = ground ? ground == ground_named(piece.kind) : kind == piece.kind;
    return same && cost_of({kind, size, 1}) == cost_of({piece.kind, size_of(piece), 1});  // a stream by its choices, TTS-TCH-06
  };
  int left = 0;
  for (const TerrainChoice& line : state.side(side).terrain_list) left += alike(line.kind, line.boxes) ? line.count : 0;
  for (const PlacedPiece& placed : state.pieces) left -= placed.side == side && alike(placed.kind, size_of(placed)) ? 1 : 0;
  if (left > 0) return allow();
  std::string kind = piece.kind;
  std::replace(kind.begin(), kind.end(), '_', ' ');
  const int size = size_of(piece);
  const std::string of_size =
      piece.boxes.empty() || size < 1 ? " of that size" : " of " + std::to_string(size) + (size == 1 ? " box" : " boxes");
  return refuse("TTS-TCH-02", "no " + kind + of_size + " is left on the list");
}

Verdict judge_place_terrain(const State& state, Viewer by, const PlaceTerrain& piece) {
  if (Verdict now = in_phase(state, Phase::Terrain, "TTS-TPL-04"); !now.allowed()) return now;
  const Side side = side_of(piece.side, by);
  if (!engine::may_answer(by, viewer_of(side))) return impossible("each side places its own pieces");
  if (!state.pieces.empty() && state.pieces.back().side == side &&
      (state.side(other(side)).terrain_list.empty() || pieces_left(state, other(side)) > 0))
    return refuse("TTS-TPL-04", "the sides place piece by piece in turn");
  if (!state.side(side).terrain_list.empty())
    if (Verdict listed = on_the_list(state, side, piece); !listed.allowed()) return listed;
  return judge_piece(state, side, piece);
}

Verdict judge_deal(const State& state) {
  if (Verdict now = in_phase(state, Phase::Terrain, "TTS-TPL-13"); !now.allowed()) return now;
  if (state.pieces.empty()) return allow();  // TTS-TCH-01: terrain by agreement
  for (const Side side : {Side::A, Side::B}) {
    const std::vector<Zone> missing = zones_without_piece(state, side);
    const bool used_up = !state.side(side).terrain_list.empty() && pieces_left(state, side) <= 0;  // nothing is left to place
    const bool nobody_can = !missing.empty() && !can_place_terrain(state, Side::A) && !can_place_terrain(state, Side::B);
    if (!missing.empty() && !used_up && !nobody_can)
      return refuse("TTS-TPL-05",
                    "side " + std::string(name_of(side)) + " has no piece in columns " + columns_of(state.field, missing.front()),
                    static_cast<double>(3 - missing.size()), 3, "zones");
  }
  return allow();
}

}  // namespace

Verdict judge_prelude(const State& state, Viewer by, const Command& command) {
  if (state.phase == Phase::Over) return impossible("the battle is over");
  if (!state.agenda.idle()) return refuse("TTS-SEQ-08", "a question is open");
  return std::visit(engine::Overloaded{
                        [&](const Deploy& deploy) {
                          const Verdict now = in_phase(state, Phase::Deployment, "TTS-DEP-01");
                          return now.allowed() ? judge_deploy(state, by, deploy) : now;
                        },
                        [&](const DeploymentDone&) {
                          const Verdict now = in_phase(state, Phase::Deployment, "TTS-DEP-01");
                          return now.allowed() ? judge_deployment_done(state, by) : now;
                        },
                        [&](const DrawStratagem& draw) { return judge_draw(state, by, draw); },
                        [&](const NoteUnit& note) { return judge_note(state, by, note); },
                        [&](const CutForScouting&) { return in_phase(state, Phase::Scouting, "TTS-DEP-01"); },
                        [&](const ChooseScenario& choice) {
                          if (choice.number < 0 || choice.number > 10) return impossible("scenarios are numbered 1 to 10", "TTS-SCN-01");
                          if (!choice.flank.empty() && choice.flank != "left" && choice.flank != "right")
                            return impossible("\"flank\" is left or right, as A looks", "TTS-SCN-04");
                          if (state.phase == Phase::Battle || !state.pieces.empty())
                            return refuse("TTS-SCN-01", "the scenario comes before terrain");
                          if (state.scenario != 0) return refuse("TTS-SCN-01", "scenario " + std::to_string(state.scenario) + " is set");
                          return allow();
                        },
                        [&](const ChooseTerrain& choice) {
                          const Verdict now = in_phase(state, Phase::Terrain, "TTS-TCH-02");
                          return now.allowed() ? judge_terrain_list(state, choice.pieces) : now;
                        },
                        [&](const PlaceTerrain& piece) { return judge_place_terrain(state, by, piece); },
                        [&](const DealTerrain&) { return judge_deal(state); },
                        [&](const Bid&) {
                          if (state.phase == Phase::Battle) return refuse("TTS-BID-02", "armies are chosen before the battle");
                          for (const Side side : {Side::A, Side::B})
                            if (state.side(side).medals < 2)
                              return refuse("TTS-AMB-149", "the lowest bid would leave side " + std::string(name_of(side)) + " no medal");
                          return allow();
                        },
                        [&](const auto&) { return impossible("not understood"); },
                    },
                    command);
}

}  // namespace polemarch::to_the_strongest
