#include "assistant/observe/observer.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "assistant/observe/manoeuvre.hpp"
#include "assistant/observe/shift.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::observe {

namespace {

bool waits_for_anything(const engine::Battle& battle) { return !battle.waits(Viewer::Umpire).empty(); }

Spot middle_of_region(const std::vector<Point>& region) {
  Spot middle;
  for (const Point corner : region) {
    middle.x += corner.x.mm() / static_cast<double>(region.size());
    middle.y += corner.y.mm() / static_cast<double>(region.size());
  }
  return middle;
}

/// Inside the polygon asked for, or near the exact pose; outside only where that is sure.
bool fulfils(const engine::OwedPlacement& owed, const ClosedMove& closed, const WatchSettings& settings) {
  for (std::size_t i = 0; i < owed.bases.size(); ++i) {
    const auto base =
        std::find_if(closed.bases.begin(), closed.bases.end(), [&](const ObservedBase& b) { return b.base == owed.bases[i]; });
    if (base == closed.bases.end()) return false;
    const bool posed = i < owed.poses.size();
    const Spot wanted = posed ? spot_of(owed.poses[i]) : Spot{};
    if (posed && turn_between(spot_of(*base), wanted) > settings.box_turn_deg + doubt_deg(*base)) return false;
    if (!owed.region.empty()) {
      const Spot centre = middle_of_region(owed.region);
      if (!inside_region(owed.region, base->x_mm, base->y_mm, settings.box_rim_mm + doubt_mm(*base, centre))) return false;
    } else if (posed && distance(spot_of(*base), wanted) > 2 * settings.nudge_mm + doubt_mm(*base, wanted)) {
      return false;
    }
  }
  return true;
}

}  // namespace

void Observer::propose(Candidate* candidate, std::string command, Report& report, std::optional<std::string> rule_by, std::string reason,
                       std::string source) {
  Proposal proposal{next_proposal_++,   std::move(command), std::move(source),
                    std::move(rule_by), std::move(reason),  candidate == nullptr ? UnitId() : candidate->seen.unit};
  if (candidate != nullptr) {
    candidate->stage = Stage::Given;
    candidate->proposal = proposal.id;
  }
  report.proposals.push_back(std::move(proposal));
}

void Observer::done(int proposal, const engine::Verdict& verdict) {
  for (auto& [unit, candidate] : candidates_)
    if (candidate.proposal == proposal && !verdict.allowed()) {
      candidate.stage = Stage::New;
      candidate.distrusted = true;
    }
}

void Observer::answer(const std::string& query, const std::string& option) {
  // One answer a question: pressed again before the next look, it is the same answer.
  const auto given = std::find_if(answers_.begin(), answers_.end(), [&](const auto& answer) { return answer.first == query; });
  if (given == answers_.end()) answers_.emplace_back(query, option);
}

bool Observer::close_owed(const ClosedMove& closed, const engine::Battle& battle, Report& report) {
  for (const engine::OwedPlacement& owed : battle.owed()) {
    if (owed.unit != closed.unit) continue;
    const std::string by(name_of(owed.who == Viewer::Both ? viewer_of(side_of(battle.places(), closed.unit)) : owed.who));
    if (owed.removed) {
      const bool all_gone = std::all_of(owed.bases.begin(), owed.bases.end(), [&](const BaseId& base) {
        return std::none_of(closed.bases.begin(), closed.bases.end(), [&](const ObservedBase& seen) { return seen.base == base; });
      });
      if (!all_gone) continue;
      propose(nullptr, nlohmann::json{{"by", by}, {"do", "place"}, {"owed", "p" + std::to_string(owed.id)}}.dump(), report);
      return true;
    }
    if (!fulfils(owed, closed, settings_.watch)) continue;
    Sighting seen{closed.unit, Side::A, {}, {}};
    for (const ObservedBase& base : closed.bases)
      if (std::find(owed.bases.begin(), owed.bases.end(), base.base) != owed.bases.end()) seen.bases.push_back(base);
    propose(nullptr, place_command(by, seen, owed.id), report);
    return true;
  }
  for (const engine::Wait& wait : battle.waits(Viewer::Umpire)) {
    if (wait.kind != engine::WaitKind::Placement || wait.bases.empty()) continue;
    const engine::OwedPlacement asked{0, closed.unit, wait.bases, {}, wait.region, false, wait.who, wait.rule};
    if (!fulfils(asked, closed, settings_.watch)) continue;
    nlohmann::json command{{"by", name_of(wait.who == Viewer::Both ? Viewer::Umpire : wait.who)},
                           {"do", "answer"},
                           {"wait", "w" + std::to_string(wait.id.number)}};
    std::vector<ObservedBase> bases;
    for (const ObservedBase& base : closed.bases)
      if (std::find(wait.bases.begin(), wait.bases.end(), base.base) != wait.bases.end()) bases.push_back(base);
    command["poses"] = io::parsed(poses_json(bases));
    propose(nullptr, command.dump(), report);
    return true;
  }
  return false;
}

/// What is owed may stand there already: pushed home before the dice fell.
void Observer::close_standing(const TableState& table, const engine::Battle& battle, const std::vector<UnitId>& being_moved,
                              Report& report) {
  for (const engine::OwedPlacement& owed : battle.owed()) {
    if (std::find(being_moved.begin(), being_moved.end(), owed.unit) != being_moved.end()) continue;
    ClosedMove standing{owed.unit, table.t, {}, {}, false, table.t};
    for (const ObservedBase& base : table.bases)
      if (base.state == Seen::Seen && base.settled && std::find(owed.bases.begin(), owed.bases.end(), base.base) != owed.bases.end())
        standing.bases.push_back(base);
    const bool gone =
        owed.removed && std::all_of(owed.bases.begin(), owed.bases.end(), [&](const BaseId& id) { return watch_.taken_off(id); });
    if (owed.removed ? !gone : !fulfils(owed, standing, settings_.watch)) continue;
    // Asked once a placement, so that a refusal is not repeated with every picture.
    if (!tried_.insert(owed.id).second) continue;
    if (close_owed(standing, battle, report)) return;
  }
}

bool Observer::stands(const Candidate& candidate, const std::vector<engine::Place>& places) const {
  for (const ObservedBase& base : candidate.seen.bases)
    if (const engine::Place* place = place_of(places, base.base); place != nullptr && !watch_.agrees(*place, base)) return false;
  for (const BaseId& base : candidate.seen.removed)
    if (const engine::Place* place = place_of(places, base); place != nullptr && place->on_table) return false;
  return true;
}

/// At rest where the rules have it, every base: the hand of the program put it there, or a player's that is done.
bool Observer::at_home(const UnitId& unit, const TableState& table, const std::vector<engine::Place>& places) const {
  std::map<BaseId, const ObservedBase*> seen;
  for (const ObservedBase& base : table.bases) seen[base.base] = &base;
  return std::all_of(places.begin(), places.end(), [&](const engine::Place& place) {
    if (place.unit != unit) return true;
    const auto base = seen.find(place.base);
    if (base == seen.end()) return !place.on_table;
    const bool rests = base->second->state == Seen::Gone || (base->second->state == Seen::Seen && base->second->settled);
    return rests && watch_.agrees(place, *base->second);
  });
}

void Observer::take_closed(const ClosedMove& closed, const std::vector<engine::Place>& places, const engine::Battle& battle, double t,
                           Report& report) {
  candidates_.erase(closed.unit);
  misplaced_since_.erase(closed.unit);
  if (close_owed(closed, battle, report)) return;
  Candidate candidate;
  candidate.seen = {closed.unit, side_of(places, closed.unit), closed.bases, closed.removed};
  candidate.t = closed.rested_at;
  candidate.quiet_since = t;
  candidate.bumped = t - bumped_at_ < settings_.bump_s;
  candidate.starting = closed.first_look && starting_;
  if (stands(candidate, places)) return;
  // A unit with a placement owed that is not on its ghost yet keeps the ghost; nothing to ask.
  for (const engine::OwedPlacement& owed : battle.owed())
    if (owed.unit == closed.unit) return;
  if (level_ == ui::HelpLevel::Measure) {  // the table is taken as it stands
    if (!candidate.seen.bases.empty()) propose(nullptr, place_command("umpire", candidate.seen), report);
    return;
  }
  candidates_[closed.unit] = std::move(candidate);
}

void Observer::think(Candidate& candidate, const Table& frame, const engine::Battle& battle, double t, Report& report) {
  if (candidate.explained_at != battle.seq()) {
    candidate.fits = explain(battle, frame, candidate.seen, settings_.watch);
    candidate.explained_at = battle.seq();
  }
  if (candidate.stage != Stage::New) return;
  if (!candidate.named && !candidate.bumped && !candidate.starting) {
    candidate.named = true;
    candidate.manoeuvre = manoeuvre_of(candidate.seen, battle.places()).value_or("");
    if (!candidate.manoeuvre.empty())
      report.notices.push_back({manoeuvre_key(candidate.seen.unit), candidate.seen.unit.text + ": " + candidate.manoeuvre});
  }
  const auto allowed = static_cast<std::size_t>(
      std::count_if(candidate.fits.begin(), candidate.fits.end(), [](const Explanation& fit) { return fit.verdict.allowed(); }));
  // Taking up a battle again, what stands elsewhere is shown and not taken for a move.
  const bool resumed = candidate.starting && battle.seq() > 0 && shift_of(candidate.seen, battle.places()) > 0;
  if (resumed) {
    candidate.fits.clear();
    return;
  }
  if (allowed == 1 && level_ == ui::HelpLevel::Advise && !candidate.umpire_asked && !candidate.distrusted) {
    propose(&candidate, candidate.fits.front().command, report);
    return;
  }
  if (allowed > 0 && !candidate.umpire_asked) {
    Query query{
        .id = "move:" + candidate.seen.unit.text, .unit = candidate.seen.unit, .text = "What did " + candidate.seen.unit.text + " do?"};
    if (allowed == 1) query.text = candidate.seen.unit.text + ": " + candidate.fits.front().text + "?";
    if (!candidate.manoeuvre.empty()) query.text += " (" + candidate.manoeuvre + ")";
    int key = 1;
    for (std::size_t i = 0; i < allowed; ++i) query.options.emplace_back(std::to_string(key++), candidate.fits[i].text);
    query.options.emplace_back(query.puts_back = std::to_string(key), "none of these: put it back");
    report.queries.push_back(std::move(query));
    return;
  }
  // Nothing allows it. Cards or dice may still be on their way: the clock runs only while nothing else is open.
  if (waits_for_anything(battle)) candidate.quiet_since = t;
  const bool ripe = level_ == ui::HelpLevel::Umpire || t - candidate.quiet_since >= settings_.warn_after_s;
  if (ripe && !candidate.bumped && !candidate.starting) report.queries.push_back(doubt(candidate, battle));
}

void Observer::show_out_of_place(const TableState& table, const engine::Battle& battle, const std::vector<engine::Place>& places,
                                 const std::vector<UnitId>& being_moved, Report& report) {
  if (level_ == ui::HelpLevel::Measure || !table.registered) return;
  std::set<UnitId> owed_units, off, misplaced;
  for (const engine::OwedPlacement& owed : battle.owed()) owed_units.insert(owed.unit);
  std::map<BaseId, const ObservedBase*> seen;
  for (const ObservedBase& base : table.bases) seen[base.base] = &base;
  const bool waiting = waits_for_anything(battle);
  for (const engine::Place& place : places) {
    const auto found = seen.find(place.base);
    if (found == seen.end() || !place.on_table || watch_.agrees(place, *found->second)) continue;
    misplaced.insert(place.unit);
    const bool owed = owed_units.contains(place.unit);
    const auto asked = candidates_.find(place.unit);
    if (owed) {
      report.ghosts.push_back({place, {}, {}});
      continue;
    }
    if (std::find(being_moved.begin(), being_moved.end(), place.unit) != being_moved.end()) continue;
    if (asked != candidates_.end()) {
      const Candidate& candidate = asked->second;
      if (candidate.stage == Stage::Given && waiting) continue;
      if (candidate.stage == Stage::New && !candidate.bumped && !candidate.starting) {  // its question says what may be done
        report.ghosts.push_back({place, "stood here", {}, true});
        continue;
      }
    } else {
      // Neither moved nor asked about: the rules moved it, or it crept here nudge by nudge.
      if (found->second->state == Seen::Gone) continue;
      const double since = misplaced_since_.try_emplace(place.unit, table.t).first->second;
      const double shift = distance(spot_of(*found->second), spot_of(place.pose));
      if (place.region.empty() && shift <= 4 * settings_.watch.nudge_mm + doubt_mm(*found->second, spot_of(place.pose))) {
        const auto [shown, fresh] = crept_.try_emplace(place.base, place.pose);  // once for each pose the rules give it
        if (fresh || shown->second != place.pose)
          report.notices.push_back({"crept:" + place.base.text, place.base.text + " has crept " + say_mm(shift) + " bit by bit"});
        shown->second = place.pose;
        continue;
      }
      if (table.t - since < settings_.warn_after_s) continue;
    }
    off.insert(place.unit);
    report.ghosts.push_back({place, "put " + place.unit.text + " here", {}});
  }
  for (const UnitId& unit : off) report.lines.push_back({"put " + unit.text + " where the ghost is", Tone::Ghost, {}});
  std::erase_if(misplaced_since_, [&](const auto& entry) { return !misplaced.contains(entry.first); });
}

void Observer::compare_again(Report& report, const TableState& table, const engine::Battle& battle) {
  const std::vector<engine::Place> places = battle.places();
  Report now;
  show_out_of_place(table, battle, places, report.moving, now);
  report.ghosts = std::move(now.ghosts);
  report.lines = std::move(now.lines);
  late_.insert(late_.end(), now.notices.begin(), now.notices.end());
  std::erase_if(report.queries, [&](const Query& query) {
    const auto asked = candidates_.find(query.unit);
    return asked != candidates_.end() && stands(asked->second, places);
  });
}

Report Observer::look(const TableState& table, const Table& frame, const engine::Battle& battle) {
  Report report;
  report.notices = std::exchange(late_, {});
  const std::vector<engine::Place> places = battle.places();
  std::vector<BaseId> removals;
  for (const engine::OwedPlacement& owed : battle.owed())
    if (owed.removed) removals.insert(removals.end(), owed.bases.begin(), owed.bases.end());
  for (const TableNotice& notice : table.notices) {
    if (notice.key == "bumped") bumped_at_ = table.t;
    if (std::exchange(said_[notice.key], true)) continue;
    report.notices.push_back(notice);
  }
  // A notice that is over may be given again when it comes back.
  std::erase_if(said_, [&](const auto& said) {
    return std::none_of(table.notices.begin(), table.notices.end(), [&](const TableNotice& notice) { return notice.key == said.first; });
  });

  const bool now = std::exchange(settle_now_, false);
  WatchReport watched = watch_.look(table, places, removals, now);
  // Many bases shifted in one picture are the camera or the table, not fingers.
  if (watched.nudges.size() <= std::max<std::size_t>(3, table.bases.size() / 3)) report.nudges = watched.nudges;
  for (const UnitId& unit : watched.being_moved) candidates_.erase(unit);  // taken up again: what was thought of it is void
  for (const ClosedMove& closed : watched.closed) take_closed(closed, places, battle, table.t, report);
  if (now)  // the player is done: no need to wait for what he may still say
    for (auto& [unit, candidate] : candidates_) candidate.quiet_since = table.t - settings_.warn_after_s;
  if (!watched.closed.empty() &&
      std::none_of(watched.closed.begin(), watched.closed.end(), [](const ClosedMove& c) { return c.first_look; }))
    starting_ = false;

  if (report.proposals.empty() && table.registered) close_standing(table, battle, watched.being_moved, report);

  for (const auto& [query, option] : std::exchange(answers_, {})) {
    for (auto& [unit, candidate] : candidates_) {
      if (candidate.stage != Stage::New) continue;  // its question is closed
      if (query == "move:" + unit.text) answer_now(candidate, option, report);
      if (query != "shifted") continue;
      if (!candidate.fits.empty() && candidate.fits.front().verdict.allowed()) continue;
      if (!(candidate.bumped || candidate.starting || shift_of(candidate.seen, places) <= settings_.elbow_mm)) continue;
      if (option == "1") {
        candidate.stage = Stage::PutBack;
      } else if (!candidate.seen.bases.empty()) {
        propose(&candidate, place_command("both", candidate.seen), report, "both", "accepted as it stands");
      }
    }
  }
  for (auto at = candidates_.begin(); at != candidates_.end();) at = stands(at->second, places) ? candidates_.erase(at) : std::next(at);
  // In the order they were closed; a command changes the battle, so the rest is thought about at the next look.
  std::vector<Candidate*> order;
  for (auto& [unit, candidate] : candidates_) order.push_back(&candidate);
  std::stable_sort(order.begin(), order.end(), [](const Candidate* a, const Candidate* b) { return a->t < b->t; });
  for (Candidate* candidate : order) {
    if (!report.proposals.empty()) break;
    think(*candidate, frame, battle, table.t, report);
  }
  if (report.proposals.empty()) ask_group(battle, table.t, report);
  for (const UnitId& unit : watched.being_moved)
    if (!at_home(unit, table, places)) report.moving.push_back(unit);
  show_out_of_place(table, battle, places, watched.being_moved, report);
  return report;
}

}  // namespace polemarch::assistant::observe
