#include "assistant/observe/explain.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>

#include "engine/core/hidden.hpp"

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

/// North is +y, away from side A; four or eight winds.
std::optional<double> heading_named(const Json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  std::string wind = value.get<std::string>();
  for (char& c : wind) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  for (std::size_t i = 0; i < kWinds.size(); ++i)
    if (wind == kWinds[i]) return 45.0 * static_cast<double>(i);
  for (std::size_t i = 0; i < kWinds.size(); i += 2)
    if (!wind.empty() && wind[0] == kWinds[i][0] && wind.size() > 2) return 45.0 * static_cast<double>(i);  // "north"
  return std::nullopt;
}

/// The wind nearest to a heading, of eight or of four.
std::string wind_near(double heading, int winds) {
  const double step = 360.0 / winds;
  const auto index = static_cast<std::size_t>(std::lround(heading / step)) % static_cast<std::size_t>(winds);
  return kWinds[index * 8 / static_cast<std::size_t>(winds)];
}

const Json* field(const Json& command, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const auto found = command.find(name);
    if (found != command.end() && !found->is_null()) return &*found;
  }
  return nullptr;
}

bool asks_for_poses(const std::vector<std::string>& needed) {
  return std::any_of(needed.begin(), needed.end(), [](const std::string& need) {
    return need.find("pose") != std::string::npos || need.find("place") != std::string::npos || need == "to";
  });
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
  bool heading_fits(const Json& command, double heading) const {
    std::optional<double> wanted;
    if (const Json* facing = field(command, {"facing", "face", "heading_deg"})) wanted = heading_named(*facing);
    if (!wanted && !seen.bases.empty())
      if (const engine::Place* place = place_of(seen.bases.front().base); place != nullptr && place->on_table)
        wanted = place->pose.heading.deg();
    return !wanted || turn_between({0, 0, *wanted}, {0, 0, heading}) <= 35.0;
  }

  std::optional<Fit> fits_box(const Json& command, const BoxName& box, const Spot& middle) const {
    if (!table.grid || !heading_fits(command, middle.heading)) return std::nullopt;
    const auto stands = box_at(*table.grid, middle.x, middle.y);
    if (!stands || stands->column != box.column || stands->row != box.row) return std::nullopt;
    return Fit{};
  }

  std::optional<Fit> fits_poses(const Json& poses) const {
    double worst = 0;
    std::size_t matched = 0;
    for (const Json& pose : poses) {
      for (const ObservedBase& base : seen.bases) {
        if (pose.value("base", seen.bases.front().base.text) != base.base.text) continue;
        const Spot wanted{pose.value("x_mm", 0.0), pose.value("y_mm", 0.0), pose.value("heading_deg", base.heading_deg)};
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

  std::optional<Fit> fits_target(const std::string& target, const Spot& middle) const {
    for (const engine::Place& place : places) {
      if (place.unit.text != target || !place.on_table) continue;
      const bool there = place.region.empty()
                             ? distance(spot_of(place.pose), middle) < (place.footprint.frontage + place.footprint.depth).mm()
                             : inside_region(place.region, middle.x, middle.y, settings.box_rim_mm);
      if (there) return Fit{1, false};
    }
    return std::nullopt;
  }

  std::optional<Fit> fit(const Json& command, const std::vector<std::string>& needed) const {
    if (seen.bases.empty()) return std::nullopt;
    const Spot middle = middle_of(seen.bases);
    const Json* poses = field(command, {"poses"});
    if (poses != nullptr && poses->is_array() && !poses->empty()) return fits_poses(*poses);
    if (const Json* pose = field(command, {"pose"}); pose != nullptr && pose->is_object()) return fits_poses(Json::array({*pose}));
    if (asks_for_poses(needed) || poses != nullptr) return Fit{0, true};
    if (const Json* to = field(command, {"to", "box", "square", "dest"})) {
      if (to->is_string())
        if (const auto box = box_named(to->get<std::string>())) return fits_box(command, *box, middle);
      if (to->is_object() && to->contains("x_mm")) return fits_poses(Json::array({*to}));
      return std::nullopt;
    }
    // A charge names whom: the unit was pushed into the enemy's box, or against him.
    if (const Json* target = field(command, {"target"});
        target != nullptr && target->is_string() && command.value("do", "").find("shoot") == std::string::npos)
      return fits_target(target->get<std::string>(), middle);
    // A turn in place says only where it faces.
    if (field(command, {"facing", "face"}) != nullptr) {
      const engine::Place* place = place_of(seen.bases.front().base);
      if (place == nullptr || !heading_fits(command, middle.heading)) return std::nullopt;
      const double turn = turned_by(command, middle.heading);
      const ObservedBase& first = seen.bases.front();
      const Spot stood = spot_of(place->pose);
      const double doubt = doubt_mm(first, stood);
      if (place->region.empty() ? distance(stood, spot_of(first)) > 4 * settings.nudge_mm + doubt
                                : !inside_region(place->region, middle.x, middle.y, settings.box_rim_mm + doubt))
        return std::nullopt;
      return Fit{turn, false};  // of two facings either side of the heading, the nearer first
    }
    return std::nullopt;
  }
  /// Degrees between the command's facing and the heading seen.
  static double turned_by(const Json& command, double heading) {
    const Json* facing = field(command, {"facing", "face"});
    const auto wanted = facing == nullptr ? std::nullopt : heading_named(*facing);
    return wanted ? turn_between({0, 0, *wanted}, {0, 0, heading}) : 0;
  }
};

bool speaks_of(const Json& command, const UnitId& unit) {
  if (const Json* one = field(command, {"unit", "general", "leader"});
      one != nullptr && one->is_string() && one->get<std::string>() == unit.text)
    return true;
  if (const Json* many = field(command, {"units"}); many != nullptr && many->is_array())
    return std::any_of(many->begin(), many->end(),
                       [&](const Json& name) { return name.is_string() && name.get<std::string>() == unit.text; });
  return false;
}

/// The measured point and heading with its error beside the box and the facing they are nearest to: a ruleset may name its squares
/// otherwise, and one with eight facings says how likely each is and whom to ask when it is not clear.
void put_pose(Json& command, const Sighting& seen, const Spot& middle) {
  command["x_mm"] = middle.x;
  command["y_mm"] = middle.y;
  command["heading_deg"] = middle.heading;
  if (seen.bases.size() == 1) command["heading_sd_deg"] = std::max(std::sqrt(seen.bases.front().own_cov[8]), 0.1);
}

/// The measured poses, under the name the offer asks for: `poses` of the bases, or `to` for one who goes to a point.
void fill_poses(Json& command, const std::vector<std::string>& needed, const Sighting& seen) {
  const bool to_a_point = std::find(needed.begin(), needed.end(), "to") != needed.end();
  if (to_a_point)
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
    best = Explanation{command.dump(), verb + " to " + say_box(*box) + " facing " + facing + likelihood_in(*verdict), *verdict, {}, 0};
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
  const Matcher matcher{battle, table, seen, settings};
  std::vector<Explanation> out;
  std::set<std::string> known;
  bool may_be_placed = false;
  std::set<std::string> by_path;  // verbs whose offers say how to go, not where to
  // The owner first; the rules may also let the other side move it.
  for (const Viewer by : {viewer_of(seen.side), viewer_of(other(seen.side))}) {
    for (const engine::OfferText& offer : battle.offers(by, seen.unit)) {
      Json command = Json::parse(offer.command, nullptr, false);
      if (command.is_discarded() || !command.is_object() || !speaks_of(command, seen.unit)) continue;
      if (command.value("do", "") == "place") {  // leads anywhere: tried last
        may_be_placed = true;
        continue;
      }
      if (field(command, {"path"}) != nullptr && field(command, {"to"}) == nullptr) by_path.insert(command.value("do", ""));
      if (field(command, {"leader"}) != nullptr && field(command, {"unit", "units"}) == nullptr) {  // who goes anywhere: the square seen
        by_path.insert("move");
        continue;
      }
      const auto fit = matcher.fit(command, offer.still_needed);
      if (!fit) continue;
      std::vector<std::string> needed = offer.still_needed;
      if (fit->fills) {
        fill_poses(command, needed, seen);
        std::erase_if(needed, [](const std::string& need) { return asks_for_poses({need}); });
      }
      command["by"] = name_of(by);
      const std::string text = command.dump();
      if (!known.insert(text).second) continue;
      auto verdict = battle.judge(text);
      if (!verdict || (!verdict->allowed() && !verdict->may_be_overruled())) continue;
      if (!verdict->allowed() && is_for_one(battle, text)) verdict->reasons.clear();  // everybody at the table reads the question
      out.push_back({text, offer.text, *verdict, needed, fit->misfit});
    }
    if (!out.empty()) break;
  }
  for (const std::string& verb : by_path)
    if (auto found = probe(battle, table, seen, verb)) out.push_back(std::move(*found));
  if (out.empty() && may_be_placed && !seen.bases.empty()) {
    const std::string command = place_command(name_of(seen.side), seen);
    const auto verdict = battle.judge(command);
    if (verdict && verdict->allowed()) out.push_back({command, "set down", *verdict, {}, 0});
  }
  std::stable_sort(out.begin(), out.end(), [](const Explanation& a, const Explanation& b) {
    return std::pair(rank_of(a.verdict), a.misfit) < std::pair(rank_of(b.verdict), b.misfit);
  });
  return out;
}

}  // namespace polemarch::assistant::observe
