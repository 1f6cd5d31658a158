/// Whose a marker is: one that no base bears is touched on the table and tied to a unit, a leader or a camp; the marker of a unit is
/// changed or taken off. What was said stands in the log (session/ties.hpp).
#include <algorithm>
#include <cmath>
#include <map>

#include "assistant/play/desk.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/session/ties.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::play {

namespace {

constexpr std::size_t kPage = 7;    ///< whose it may be, with "others", "another marker" and "leave it" on the digits
constexpr double kReachMm = 20;     ///< a finger is thicker than a marker
constexpr double kSameSize = 0.08;  ///< share by which a marker may look larger or smaller than those it is like

std::string number_of(const BaseSpec& spec) { return std::to_string(spec.mount.marker.number); }

/// How the marker sits on this base: as those of its unit do, of its side, of the table; in the middle where there are none like it.
MarkerMount mount_on(const engine::Place& base, const MarkerMount& loose, const std::vector<BaseSpec>& bases,
                     const std::vector<engine::Place>& places) {
  const BaseSpec* like = nullptr;
  int best = -1;
  for (const BaseSpec& other : bases) {
    if (other.mount.family != loose.family) continue;
    const bool friendly = std::any_of(places.begin(), places.end(),
                                      [&](const engine::Place& place) { return place.base == other.base && place.side == base.side; });
    const int alike = (other.unit == base.unit ? 4 : 0) + (other.footprint == base.footprint ? 2 : 0) + (friendly ? 1 : 0);
    if (alike > best) best = alike, like = &other;
  }
  MarkerMount mount = loose;
  if (like == nullptr) return mount;
  mount = like->mount;
  mount.marker = loose.marker;
  if (std::abs(loose.size_mm / mount.size_mm - 1) > kSameSize) mount.size_mm = loose.size_mm;
  const double rear = like->footprint.depth.mm() / 2;
  if (mount.offset_x_mm < -rear / 2) mount.offset_x_mm += rear - base.footprint.depth.mm() / 2;  // as far from the rear edge
  return mount;
}

}  // namespace

/// The markers of a look that no base bears stand apart from the bases.
void Desk::take_loose(const std::vector<BaseSpec>& loose) {
  loose_.clear();
  for (const BaseSpec& spec : loose) {
    const auto seen = std::find_if(look_->table.bases.begin(), look_->table.bases.end(),
                                   [&](const ObservedBase& base) { return base.base == spec.base && base.unit.empty(); });
    if (seen == look_->table.bases.end()) continue;
    loose_.push_back({spec, *seen});
    look_->table.bases.erase(seen);
  }
  if (tying_ && !tying_->marker.empty() &&
      std::none_of(loose_.begin(), loose_.end(), [&](const auto& one) { return one.spec.base == tying_->marker; }))
    tying_.reset();
}

/// A touch on a loose marker asks whose it is.
bool Desk::ask_whose_at(Vec2 at) {
  for (const present::LooseMarker& loose : loose_) {
    const Vec2 middle{loose.seen.x_mm, loose.seen.y_mm};
    const bool on = std::hypot(middle.x - at.x, middle.y - at.y) < kReachMm ||
                    ui::contains(present::corners_of(loose.spec.footprint, middle, loose.seen.heading_deg), at);
    if (!on) continue;
    tying_ = Tying{loose.spec.base, {}, 0};
    return true;
  }
  return false;
}

std::optional<ui::QuestionView> Desk::tie_question() const {
  if (!tying_) return std::nullopt;
  ui::QuestionView question;
  question.id = kTieQuestion;
  question.who = "the table";
  question.hint = "Escape leaves it";
  const auto option = [&](const std::string& key, std::string text) {
    question.options.push_back(
        {.key = {}, .text = std::move(text), .allowed = true, .detail = {}, .intent = ChooseOption{kTieQuestion, key}});
  };
  const std::vector<engine::Place> places = session_.battle().places();
  const auto carried = [&](const BaseId& base) {
    return std::find_if(bases_.begin(), bases_.end(), [&](const BaseSpec& spec) { return spec.base == base; });
  };
  std::map<UnitId, int> all;
  for (const engine::Place& place : places) ++all[place.unit];
  if (tying_->marker.empty()) {
    question.text = "Which marker does " + tying_->unit.text + " carry?";
    int number = 0;
    for (const engine::Place& place : places) {
      if (place.unit != tying_->unit) continue;
      ++number;
      const auto spec = carried(place.base);
      const std::string which = all[place.unit] > 1 ? " (base " + std::to_string(number) + ")" : "";
      if (spec != bases_.end()) option("off:" + place.base.text, "take marker " + number_of(*spec) + " off" + which);
      for (const present::LooseMarker& loose : loose_)
        option("swap:" + loose.spec.base.text + ":" + place.base.text,
               "marker " + number_of(loose.spec) + (spec != bases_.end() ? " instead of " + number_of(*spec) : "") + which);
    }
  } else {
    const auto loose = std::find_if(loose_.begin(), loose_.end(), [&](const auto& one) { return one.spec.base == tying_->marker; });
    if (loose == loose_.end()) return std::nullopt;
    question.text = "Whose is marker " + number_of(loose->spec) + "?";
    // The nearest first, as the rules have them; then who is not on the table. Of a unit the first base without a marker.
    std::vector<std::pair<double, const engine::Place*>> may;
    std::map<UnitId, int> number;
    std::map<BaseId, int> which;
    for (const engine::Place& place : places) {
      which[place.base] = ++number[place.unit];
      if (carried(place.base) != bases_.end()) continue;
      if (std::any_of(may.begin(), may.end(), [&](const auto& one) { return one.second->unit == place.unit; })) continue;
      const double far = std::hypot(place.pose.x.mm() - loose->seen.x_mm, place.pose.y.mm() - loose->seen.y_mm);
      may.emplace_back(place.on_table ? far : 1e9, &place);
    }
    std::stable_sort(may.begin(), may.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::size_t pages = std::max<std::size_t>(1, (may.size() + kPage - 1) / kPage), page = tying_->page % pages;
    for (std::size_t i = page * kPage; i < std::min(may.size(), (page + 1) * kPage); ++i) {
      const engine::Place& place = *may[i].second;
      option("base:" + place.base.text,
             "this is " + place.unit.text +
                 (all[place.unit] > 1 ? ", base " + std::to_string(which[place.base]) + " of " + std::to_string(all[place.unit]) : ""));
    }
    if (may.empty()) question.hint = "every unit has its marker; take one off first";
    if (pages > 1) option("more", "others (" + std::to_string(may.size()) + " in all)");
    if (loose_.size() > 1) option("next", "another marker");
  }
  option("leave", "leave it");
  return question;
}

void Desk::choose_tie(const std::string& picked) {
  const std::size_t colon = picked.find(':');
  const std::string what = picked.substr(0, colon), whom = colon == std::string::npos ? "" : picked.substr(colon + 1);
  if (what == "ask") {
    tying_ = Tying{BaseId{whom}, {}, 0};
  } else if (what == "unit") {
    tying_ = Tying{{}, UnitId{whom}, 0};
  } else if (!tying_) {
    return;
  } else if (what == "more") {
    ++tying_->page;
  } else if (what == "next") {
    const auto at = std::find_if(loose_.begin(), loose_.end(), [&](const auto& one) { return one.spec.base == tying_->marker; });
    const std::size_t next = at == loose_.end() ? 0 : (static_cast<std::size_t>(at - loose_.begin()) + 1) % loose_.size();
    tying_ = Tying{loose_[next].spec.base, {}, 0};
  } else if (what == "base") {
    tie_to(tying_->marker, BaseId{whom});
  } else if (what == "swap") {
    tie_to(BaseId{whom.substr(0, whom.find(':'))}, BaseId{whom.substr(whom.find(':') + 1)});
  } else if (what == "off") {
    tie(untie_command(BaseId{whom}));
  } else {
    tying_.reset();
  }
}

void Desk::tie_to(const BaseId& marker, const BaseId& base) {
  const std::vector<engine::Place> places = session_.battle().places();
  const auto loose = std::find_if(loose_.begin(), loose_.end(), [&](const auto& one) { return one.spec.base == marker; });
  const auto place = std::find_if(places.begin(), places.end(), [&](const engine::Place& one) { return one.base == base; });
  if (loose == loose_.end() || place == places.end()) return tying_.reset();
  tie(tie_command({place->base, place->unit, place->footprint, mount_on(*place, loose->spec.mount, bases_, places)}));
}

void Desk::tie(const std::string& command) {
  const auto told = session_.submit(command, "typed", t_);
  if (!told) {  // nothing is tied that the log does not know
    trouble_ = told.error().line;
    return note(trouble_);
  }
  tying_.reset();
  if (!told->verdict.allowed()) return note(told->verdict.reasons.empty() ? "refused" : present::say_reason(told->verdict.reasons.front()));
  if (auto bases = with_ties(bases_, {session_.ties().back()}, "tie")) declared_ = bases_ = std::move(*bases);
  for (const std::string& line : told->lines) {
    note(line, Tone::Text);
    for (auto* log : {&log_, &open_log_}) log->push_back({told->seq, line, Tone::Text, {}});
  }
}

}  // namespace polemarch::assistant::play
