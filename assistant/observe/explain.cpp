#include "assistant/observe/explain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "engine/core/hidden.hpp"
#include "engine/core/leading.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::observe {

namespace {

using Json = nlohmann::json;

constexpr std::array<const char*, 8> kWinds{"E", "NE", "N", "NW", "W", "SW", "S", "SE"};  // counter-clockwise from +x

Json pose_json(const ObservedBase& base) {
  const MeasuredPose measured = measured_pose(base);
  Json pose{{"base", base.base.text},
            {"x_mm", measured.pose.x.mm()},
            {"y_mm", measured.pose.y.mm()},
            {"heading_deg", measured.pose.heading.deg()},
            {"cov", measured.error.own}};
  if (!measured.error.shared.empty()) pose["shared"] = measured.error.shared;
  return pose;
}

Json poses_of(const std::vector<ObservedBase>& bases) {
  Json poses = Json::array();
  for (const ObservedBase& base : bases) poses.push_back(pose_json(base));
  return poses;
}

/// The unit as one point: mean of its bases, mean direction.
Spot middle_of(const std::vector<ObservedBase>& bases) {
  Spot middle;
  double c = 0, s = 0;
  for (const ObservedBase& base : bases) {
    middle.x += base.x_mm / static_cast<double>(bases.size());
    middle.y += base.y_mm / static_cast<double>(bases.size());
    c += std::cos(base.heading_deg * std::numbers::pi / 180.0);
    s += std::sin(base.heading_deg * std::numbers::pi / 180.0);
  }
  middle.heading = std::atan2(s, c) * 180.0 / std::numbers::pi;
  if (middle.heading < 0) middle.heading += 360.0;
  return middle;
}

/// The wind nearest to a heading, of eight or of four.
std::string wind_near(double heading, int winds) {
  const double step = 360.0 / winds;
  const auto index = static_cast<std::size_t>(std::lround(heading / step)) % static_cast<std::size_t>(winds);
  return kWinds[index * 8 / static_cast<std::size_t>(winds)];
}

/// How well a command's destination fits; nothing when it does not, or has none. `fills` tells that measured poses must be put in.
struct Fit {
  double misfit = 0;
  bool fills = false;
};

struct Matcher {
  const engine::Battle& battle;
  const Table& table;
  const Sighting& seen;
  const WatchSettings& settings;
  std::vector<engine::Place> places = battle.places();

  const engine::Place* place_of(const BaseId& base) const {
    for (const engine::Place& place : places)
      if (place.base == base) return &place;
    return nullptr;
  }

  /// The heading the unit must show: the command's, or the one the rules have.
  bool heading_fits(const engine::Lead& lead, double heading) const {
    std::optional<Angle> wanted = lead.facing;
    if (!wanted)
      if (const engine::Place* place = place_of(seen.bases.front().base); place != nullptr && place->on_table) wanted = place->pose.heading;
    return !wanted || turn_between({0, 0, wanted->deg()}, {0, 0, heading}) <= 35.0;
  }

  std::optional<Fit> fits_box(const engine::Lead& lead, const Spot& middle) const {
    if (!table.grid || !heading_fits(lead, middle.heading)) return std::nullopt;
    const auto stands = box_at(*table.grid, middle.x, middle.y);
    if (!stands || stands->column != lead.box->column || stands->row != lead.box->row) return std::nullopt;
    return Fit{};
  }

  std::optional<Fit> fits_poses(const std::vector<engine::PlacedBase>& poses) const {
    double worst = 0;
    std::size_t matched = 0;
    for (const engine::PlacedBase& pose : poses) {
      for (const ObservedBase& base : seen.bases) {
        if ((pose.base.empty() ? seen.bases.front().base : pose.base) != base.base) continue;
        const Spot wanted = spot_of(pose.at.pose);
        const double off = distance(wanted, spot_of(base));
        if (turn_between(wanted, spot_of(base)) > 4 * settings.nudge_deg + doubt_deg(base)) return std::nullopt;
        if (off > 3 * settings.nudge_mm + doubt_mm(base, wanted)) return std::nullopt;
        worst = std::max(worst, off);
        ++matched;
      }
    }
    if (matched != seen.bases.size()) return std::nullopt;
    return Fit{worst, false};
  }

  std::optional<Fit> fits_target(const UnitId& target, const Spot& middle) const {
    for (const engine::Place& place : places) {
      if (place.unit != target || !place.on_table) continue;
      const bool there = place.region.empty()
                             ? distance(spot_of(place.pose), middle) < (place.footprint.frontage + place.footprint.depth).mm()
                             : inside_region(place.region, middle.x, middle.y, settings.box_rim_mm);
      if (there) return Fit{1, false};
    }
    return std::nullopt;
  }

  /// It turned where it stands; of two facings either side of the heading, the nearer is first.
  std::optional<Fit> fits_turn(const engine::Lead& lead, const Spot& middle) const {
    const ObservedBase& first = seen.bases.front();
    const engine::Place* place = place_of(first.base);
    if (place == nullptr || !heading_fits(lead, middle.heading)) return std::nullopt;
    const Spot stood = spot_of(place->pose);
    const double doubt = doubt_mm(first, stood);
    if (place->region.empty() ? distance(stood, spot_of(first)) > 4 * settings.nudge_mm + doubt
                              : !inside_region(place->region, middle.x, middle.y, settings.box_rim_mm + doubt))
      return std::nullopt;
    return Fit{turn_between({0, 0, lead.facing->deg()}, {0, 0, middle.heading}), false};
  }

  /// `whole`: the command may be given as it stands; else what was measured belongs into it.
  std::optional<Fit> fit(const engine::Lead& lead, bool whole) const {
    if (seen.bases.empty()) return std::nullopt;
    const Spot middle = middle_of(seen.bases);
    if (lead.blank != engine::Blank::None && (!whole || lead.nowhere())) return Fit{0, true};
    if (!lead.poses.empty()) return fits_poses(lead.poses);
    if (lead.box) return fits_box(lead, middle);
    if (!lead.against.empty()) return fits_target(lead.against, middle);
    return lead.facing ? fits_turn(lead, middle) : std::nullopt;
  }
};

/// The measured point and heading with its error beside the box and the facing they are nearest to: a ruleset may name its squares
/// otherwise, and one with eight facings says how likely each is and whom to ask when it is not clear.
void put_pose(Json& command, const Sighting& seen, const Spot& middle) {
  command["x_mm"] = middle.x;
  command["y_mm"] = middle.y;
  command["heading_deg"] = middle.heading;
  if (seen.bases.size() == 1) command["heading_sd_deg"] = std::max(std::sqrt(seen.bases.front().own_cov[8]), 0.1);
}

/// The measured poses, in the field the command has for them.
void fill(Json& command, engine::Blank blank, const Sighting& seen) {
  if (blank == engine::Blank::Point)
    command["to"] = pose_json(seen.bases.front());
  else
    command["poses"] = poses_of(seen.bases);
}

/// What the ruleset says of the facing, for the menu: "..., likelihood of N 84 %".
std::string likelihood_in(const engine::Verdict& verdict) {
  for (const engine::Reason& reason : verdict.reasons)
    if (reason.unit == "%" && reason.value) return ", " + reason.text + " " + std::to_string(std::lround(*reason.value)) + " %";
  return {};
}

/// Offers that describe a path instead of its end: asks the battle whether the same verb leads to the box the unit stands in.
std::optional<Explanation> probe(const engine::Battle& battle, const Table& table, const Sighting& seen, const std::string& verb) {
  if (!table.grid || seen.bases.empty()) return std::nullopt;
  const Spot middle = middle_of(seen.bases);
  const auto box = box_at(*table.grid, middle.x, middle.y);
  if (!box) return std::nullopt;
  std::optional<Explanation> best;
  for (const int winds : {8, 4}) {
    const std::string facing = wind_near(middle.heading, winds);
    Json command{{"by", name_of(seen.side)}, {"do", verb}, {"unit", seen.unit.text}, {"to", say_box(*box)}, {"facing", facing}};
    if (winds == 8) put_pose(command, seen, middle);
    const auto verdict = battle.judge(command.dump());
    if (!verdict || (!verdict->allowed() && !verdict->may_be_overruled())) continue;
    if (best && !verdict->allowed()) continue;
    best = Explanation{command.dump(), verb + " to " + say_box(*box) + " facing " + facing + likelihood_in(*verdict), *verdict, 0};
    if (verdict->allowed()) break;
  }
  return best;
}

int rank_of(const engine::Verdict& verdict) {
  if (verdict.allowed()) return 0;
  return verdict.ruling == engine::Ruling::TooCloseToCall ? 1 : 2;
}

/// The reasons of this refusal are for its speaker alone.
bool is_for_one(const engine::Battle& battle, const std::string& command) {
  const engine::Hides* hides = engine::hides(battle);
  return hides != nullptr && hides->refused_audience(command) != Viewer::Both;
}

}  // namespace

std::string poses_json(const std::vector<ObservedBase>& bases) { return poses_of(bases).dump(); }

std::string place_command(std::string_view by, const Sighting& seen, std::optional<int> owed) {
  Json command{{"by", by}, {"do", "place"}, {"unit", seen.unit.text}, {"poses", poses_of(seen.bases)}};
  if (owed) command["owed"] = "p" + std::to_string(*owed);
  return command.dump();
}

std::vector<Explanation> explain(const engine::Battle& battle, const Table& table, const Sighting& seen, const WatchSettings& settings) {
  std::vector<Explanation> out;
  const engine::Leading* room = engine::leading(battle);
  if (room == nullptr) return out;
  const Matcher matcher{battle, table, seen, settings};
  std::set<std::string> known;
  bool may_be_placed = false;
  std::set<std::string> by_way;     // verbs whose offers say how to go, not where to
  std::vector<std::string> by_box;  // verbs whose offers say into which box
  // The owner first; the rules may also let the other side move it.
  for (const Viewer by : {viewer_of(seen.side), viewer_of(other(seen.side))}) {
    for (const engine::OfferText& offer : battle.offers(by, seen.unit)) {
      Json command = io::parsed(offer.command);
      command["by"] = name_of(by);
      const engine::Lead lead = room->lead(command.dump());
      if (!lead.takes(seen.unit)) continue;
      if (lead.set_down) {  // leads anywhere: tried last
        may_be_placed = true;
        continue;
      }
      if (!lead.by_way.empty()) by_way.insert(lead.by_way);
      const std::string verb = command.value("do", std::string());
      if (lead.box && std::find(by_box.begin(), by_box.end(), verb) == by_box.end()) by_box.push_back(verb);
      const auto fit = matcher.fit(lead, offer.whole);
      if (!fit) continue;
      if (fit->fills) fill(command, lead.blank, seen);
      const std::string text = command.dump();
      if (!known.insert(text).second) continue;
      auto verdict = battle.judge(text);
      if (!verdict || (!verdict->allowed() && !verdict->may_be_overruled())) continue;
      if (!verdict->allowed() && is_for_one(battle, text)) verdict->reasons.clear();  // everybody at the table reads the question
      out.push_back({text, offer.text, *verdict, fit->misfit});
    }
    if (!out.empty()) break;
  }
  for (const std::string& verb : by_way)
    if (auto found = probe(battle, table, seen, verb)) out.push_back(std::move(*found));
  for (const std::string& verb : by_box) {  // too far to be offered: what keeps it from there
    if (!out.empty()) break;
    if (auto found = probe(battle, table, seen, verb); found && !found->verdict.allowed()) out.push_back(std::move(*found));
  }
  if (out.empty() && may_be_placed && !seen.bases.empty()) {
    const std::string command = place_command(name_of(seen.side), seen);
    const auto verdict = battle.judge(command);
    if (verdict && verdict->allowed()) out.push_back({command, "set down", *verdict, 0});
  }
  std::stable_sort(out.begin(), out.end(), [](const Explanation& a, const Explanation& b) {
    return std::pair(rank_of(a.verdict), a.misfit) < std::pair(rank_of(b.verdict), b.misfit);
  });
  return out;
}

}  // namespace polemarch::assistant::observe
