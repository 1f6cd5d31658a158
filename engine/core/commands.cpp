#include "engine/core/commands.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/core/events.hpp"

namespace polemarch::engine {
namespace {

std::string shown(WaitId id) { return "w" + std::to_string(id.number); }

/// Even-odd rule on integers; points on the border count as inside within the caller's tolerance only.
bool inside(const std::vector<Point>& polygon, Point p) {
  bool in = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Point a = polygon[i], b = polygon[j];
    if ((a.y.um > p.y.um) == (b.y.um > p.y.um)) continue;
    // Left of the edge at p's height, without a division: both products are exact.
    const double rise = static_cast<double>(b.y.um - a.y.um);
    const double across = static_cast<double>(b.x.um - a.x.um) * static_cast<double>(p.y.um - a.y.um);
    const double mine = static_cast<double>(p.x.um - a.x.um) * rise;
    if (rise > 0 ? mine < across : mine > across) in = !in;
  }
  return in;
}

/// Squared distances are whole numbers of square micrometres: exact in a double on any table below 60 m, and equal on every machine.
double squared_um(double dx, double dy) { return dx * dx + dy * dy; }
double squared_um(Length length) { return static_cast<double>(length.um) * static_cast<double>(length.um); }

/// From where a base belongs to where it stands, in micrometres.
struct Way {
  double dx = 0, dy = 0;
  double squared() const { return squared_um(dx, dy); }
};

/// From the nearest point of the border.
Way way_from_border(const std::vector<Point>& polygon, Point p) {
  Way best{1e18, 1e18};
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const double dx = static_cast<double>(polygon[i].x.um - polygon[j].x.um), dy = static_cast<double>(polygon[i].y.um - polygon[j].y.um);
    const double px = static_cast<double>(p.x.um - polygon[j].x.um), py = static_cast<double>(p.y.um - polygon[j].y.um);
    const double length2 = squared_um(dx, dy);
    const double u = length2 > 0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0.0;
    const Way way{px - u * dx, py - u * dy};
    if (way.squared() < best.squared()) best = way;
  }
  return best;
}

constexpr Length kPlaceTolerance = 3_mm;  ///< the table's, where a room names none
constexpr double kSure = 2.326;           ///< standard deviations: 99 of 100, one-sided

/// How far the length of this way may be off, in micrometres: the base's own noise along it, and the calibration's.
double sd_along(Way way, const PoseError& error) {
  const double length2 = way.squared();
  if (length2 <= 0) return 0;
  const auto own = [&](std::size_t at) { return static_cast<double>(error.own[at]); };  // xx xy xh yy yh hh
  double variance = (way.dx * way.dx * own(0) + 2 * way.dx * way.dy * own(1) + way.dy * way.dy * own(3)) / length2;
  for (const auto& factor : error.shared) {
    const double along = way.dx * static_cast<double>(factor[0]) + way.dy * static_cast<double>(factor[1]);
    variance += along * along / length2;
  }
  return std::sqrt(std::max(variance, 0.0));
}

/// An allowance: refused only when the base is surely further off than the tolerance. Without error exactly at it is within it.
std::optional<Verdict> refused_place(const std::string& rule, const std::string& text, Way way, const PoseError& error, Length tolerance) {
  if (way.squared() <= squared_um(tolerance)) return std::nullopt;
  const double sd = sd_along(way, error), off = std::sqrt(way.squared());
  if (sd > 0 && off - kSure * sd <= static_cast<double>(tolerance.um)) return std::nullopt;
  Verdict verdict = refuse(rule, text, off / 1000.0, tolerance.mm(), "mm");
  if (sd > 0) verdict.reasons.front().sd = sd / 1000.0;
  return verdict;
}

/// Outside the region, surely and by more than the tolerance?
std::optional<Verdict> refused_region(const std::string& rule, const std::string& text, const std::vector<Point>& region,
                                      const MeasuredPose& at, Length tolerance) {
  if (region.empty() || inside(region, at.pose.centre())) return std::nullopt;
  return refused_place(rule, text, way_from_border(region, at.pose.centre()), at.error, tolerance);
}

}  // namespace

const Wait* wait_for(const std::vector<Wait>& open, Viewer by, const AnswerWait& command, Verdict& problem) {
  if (command.wait) {
    for (const Wait& wait : open)
      if (wait.id == *command.wait) return &wait;
    problem = impossible("no open question " + shown(*command.wait));
    return nullptr;
  }
  const Wait* mine = nullptr;
  int count = 0;
  for (const Wait& wait : open) {
    if (!may_answer(by, wait.who)) continue;
    mine = &wait;
    ++count;
  }
  if (count == 1) return mine;
  problem =
      impossible(count == 0 ? "no question is open for " + std::string(name_of(by)) : "several questions are open: name one in \"wait\"");
  return nullptr;
}

Verdict judge_answer(const Wait& wait, Viewer by, const Answer& answer) {
  if (wait.answer) return impossible(shown(wait.id) + " is answered already", wait.rule);
  if (!may_answer(by, wait.who)) return impossible(shown(wait.id) + " is for " + std::string(name_of(wait.who)) + " to answer", wait.rule);
  if (wait.chance) {
    const ChanceSpec& spec = *wait.chance;
    if (static_cast<int>(answer.values.size()) != spec.count) {
      return impossible(shown(wait.id) + " needs " + std::to_string(spec.count) + " values from " + spec.source + ", got " +
                            std::to_string(answer.values.size()),
                        wait.rule);
    }
    for (const int value : answer.values) {
      if (value < spec.lowest || value > spec.highest) {
        return impossible(std::to_string(value) + " cannot come from " + spec.source + " (" + std::to_string(spec.lowest) + " to " +
                              std::to_string(spec.highest) + ")",
                          wait.rule);
      }
    }
    return allow();
  }
  if (wait.kind == WaitKind::Placement) {
    for (const PlacedBase& placed : answer.poses) {
      if (!wait.bases.empty() && std::find(wait.bases.begin(), wait.bases.end(), placed.base) == wait.bases.end())
        return impossible("base " + placed.base.text + " is not asked for by " + shown(wait.id), wait.rule);
      if (auto refused = refused_region(wait.rule, "base " + placed.base.text + " stands outside the region it must be placed in",
                                        wait.region, placed.at, kPlaceTolerance))
        return *refused;
    }
    if (answer.poses.empty()) return impossible(shown(wait.id) + " needs \"poses\"", wait.rule);
    return allow();
  }
  const int count = static_cast<int>(answer.choices.size());
  if (count < wait.least || count > wait.most) {
    return impossible(shown(wait.id) + " needs " + std::to_string(wait.least) +
                          (wait.most > wait.least ? " to " + std::to_string(wait.most) : "") + " choices, got " + std::to_string(count),
                      wait.rule);
  }
  for (const std::string& choice : answer.choices) {
    const bool known = std::any_of(wait.options.begin(), wait.options.end(), [&](const Option& option) { return option.key == choice; });
    if (!known) return impossible("\"" + choice + "\" is not one of the options of " + shown(wait.id), wait.rule);
    if (std::count(answer.choices.begin(), answer.choices.end(), choice) > 1)
      return impossible("\"" + choice + "\" is chosen twice", wait.rule);
  }
  return allow();
}

Secret<Answer> sealed_answer(const Wait& wait, Answer answer) {
  if (wait.kind != WaitKind::Sealed) return open_value(std::move(answer));
  return {.id = "answer." + shown(wait.id), .owner = wait.who, .range = wait.rule, .revealed = false, .value = std::move(answer)};
}

Verdict judge_place(const OwedPlacement& owed, const PlaceBases& command, Length tolerance) {
  if (!command.unit.empty() && command.unit != owed.unit)
    return impossible("p" + std::to_string(owed.id) + " is owed by " + owed.unit.text + ", not " + command.unit.text, owed.rule);
  for (const PlacedBase& placed : command.poses) {
    const auto at = std::find(owed.bases.begin(), owed.bases.end(), placed.base);
    if (at == owed.bases.end()) return impossible("base " + placed.base.text + " is not owed by p" + std::to_string(owed.id), owed.rule);
    if (auto refused =
            refused_region(owed.rule, "base " + placed.base.text + " stands outside its place", owed.region, placed.at, tolerance))
      return *refused;
    if (!owed.poses.empty()) {
      const Point ghost = owed.poses[static_cast<std::size_t>(at - owed.bases.begin())].centre(), centre = placed.at.pose.centre();
      const Way way{static_cast<double>(centre.x.um - ghost.x.um), static_cast<double>(centre.y.um - ghost.y.um)};
      if (auto refused =
              refused_place(owed.rule, "base " + placed.base.text + " stands away from its place", way, placed.at.error, tolerance))
        return *refused;
    }
  }
  return allow();
}

Placed placed_event(const OwedPlacement& owed, const PlaceBases& command) {
  Placed event{owed.id, owed.unit, command.poses};
  if (event.poses.empty())
    for (std::size_t i = 0; i < owed.poses.size() && i < owed.bases.size(); ++i)
      event.poses.push_back({owed.bases[i], {owed.poses[i], {}}});
  return event;
}

}  // namespace polemarch::engine
