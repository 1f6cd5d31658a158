#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "assistant/observe/observer.hpp"
#include "assistant/observe/shift.hpp"
#include "engine/core/repair.hpp"
#include "engine/core/verbs.hpp"

namespace polemarch::assistant::observe {

namespace {

constexpr const char *kLetStand = "accept it, both agree", *kPutBack = "put it back where the ghost is";

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 1e-6 ? "%.0f" : "%.1f", value);
  return text;
}

/// A reason with what was measured and the limit, where its words have them not: "too far (8 of 6 in)".
std::string with_measure(const engine::Reason& reason) {
  if (!reason.value || !reason.limit || reason.text.find(short_number(*reason.value)) != std::string::npos) return reason.text;
  return reason.text + " (" + short_number(*reason.value) + " of " + short_number(*reason.limit) +
         (reason.unit.empty() ? "" : " " + reason.unit) + ")";
}

/// The players may let it stand where it is: the battle takes the bases there, or would by a ruling.
bool may_stand(const engine::Battle& battle, const Sighting& seen) {
  if (seen.bases.empty()) return false;
  const auto verdict = battle.judge(place_command("both", seen));
  return verdict && (verdict->allowed() || verdict->may_be_overruled());
}

/// Why nothing explains it: whose turn and phase it is, and the first thing that keeps the unit from moving, with its measure and limit.
std::vector<engine::Reason> why_not(const engine::Battle& battle, const Sighting& seen) {
  std::vector<engine::Reason> reasons;
  const engine::Now now = battle.now();
  if (now.who != Viewer::Both && now.who != viewer_of(seen.side)) {
    reasons.push_back(
        {"", "it is " + std::string(name_of(now.who)) + "'s turn" + (now.phase.empty() ? "" : ", " + now.phase), {}, {}, {}, {}});
  } else if (!now.phase.empty()) {
    reasons.push_back({"", "in " + now.phase, {}, {}, {}, {}});
  } else {
    reasons.push_back({"", "in turn " + std::to_string(now.turn), {}, {}, {}, {}});
  }
  for (const engine::OfferText& offer : battle.offers(viewer_of(seen.side), seen.unit))
    if (!offer.verdict.allowed() && !offer.verdict.reasons.empty()) {
      reasons.insert(reasons.end(), offer.verdict.reasons.begin(), offer.verdict.reasons.end());
      return reasons;
    }
  if (const auto verdict = battle.judge(place_command(name_of(seen.side), seen)); verdict && !verdict->allowed())
    reasons.insert(reasons.end(), verdict->reasons.begin(), verdict->reasons.end());
  if (reasons.size() < 2) reasons.push_back({"", "nothing it may do now leads there", {}, {}, {}, {}});
  return reasons;
}

}  // namespace

Query Observer::doubt(const Candidate& candidate, const engine::Battle& battle) const {
  Query query{.id = "move:" + candidate.seen.unit.text, .unit = candidate.seen.unit, .refused = !candidate.umpire_asked};
  const std::string unit = candidate.seen.unit.text;
  if (candidate.umpire_asked) {
    query.text = "Umpire: what is " + unit + "'s move?";
    int key = 1;
    for (const Explanation& fit : candidate.fits) query.options.emplace_back(std::to_string(key++), fit.text);
    if (may_stand(battle, candidate.seen)) query.options.emplace_back(std::to_string(key), "it stands as it is");
    query.options.emplace_back(query.puts_back = std::to_string(key + 1), kPutBack);
    return query;
  }
  if (candidate.seen.bases.empty()) {
    query.text = unit + " left the table, and no rule took it off";
    query.options = {{"1", "we know"}, {query.puts_back = "2", kPutBack}};
    if (const auto lost = battle.judge(engine::take_off_command(Viewer::Both, candidate.seen.unit)); lost && lost->allowed())
      query.options.emplace_back("3", "it is lost, both agree");
    return query;
  }
  if (!candidate.seen.removed.empty()) {
    query.text = unit + " lost a base, and no rule took it off";
  } else if (candidate.fits.empty()) {
    query.text = "No rule explains the place of " + unit;
    query.reasons = why_not(battle, candidate.seen);
    for (std::size_t i = 0; i < query.reasons.size() && i < 2; ++i) query.why += (i == 0 ? "" : ", ") + with_measure(query.reasons[i]);
    for (const engine::Reason& reason : query.reasons)
      if (query.rule.empty()) query.rule = reason.rule;
  } else {
    const Explanation& best = candidate.fits.front();
    query.close = best.verdict.ruling == engine::Ruling::TooCloseToCall;
    const bool named = best.text.find(unit) != std::string::npos;
    // "First cohort (A1): move to c5", "A1 goes 4 in ahead"
    const std::size_t colon = best.text.find(": ");
    const bool by_name = colon != std::string::npos && best.text.substr(0, colon).ends_with("(" + unit + ")");
    const std::size_t subject = by_name ? colon : best.text.starts_with(unit) ? unit.size() : 0;
    if (query.close)
      query.text = (named ? "" : unit + ", ") + best.text + ": too close to call";
    else
      query.text = subject > 0 ? engine::cannot(best.text, subject) : named ? best.text : unit + " cannot " + best.text;
    query.reasons = best.verdict.reasons;
    if (!best.verdict.reasons.empty()) {
      query.why = with_measure(best.verdict.reasons.front());
      query.rule = best.verdict.reasons.front().rule;
    }
  }
  if (!query.why.empty()) query.tried = query.text, query.text += ": " + query.why;
  query.puts_back = "2";
  query.options = {{"1", kLetStand}, {"2", kPutBack}, {"3", "the umpire rules"}};
  if (candidate.fits.empty() && !may_stand(battle, candidate.seen)) query.options = {{"2", kPutBack}};  // no ruling lets it stand
  return query;
}

bool Observer::one_knock(double t) const {
  int shifted = 0;
  double first = 1e18, last = -1e18;
  for (const auto& [unit, candidate] : candidates_) {
    if (candidate.stage != Stage::New || candidate.seen.bases.empty() || t - candidate.quiet_since < settings_.warn_after_s) continue;
    if (!candidate.fits.empty() && candidate.fits.front().verdict.allowed()) continue;
    ++shifted;
    first = std::min(first, candidate.t);
    last = std::max(last, candidate.t);
  }
  return shifted >= 2 && last - first <= settings_.together_s;
}

void Observer::ask_group(const engine::Battle& battle, double t, Report& report) {
  const auto places = battle.places();
  std::string units;
  double worst = 0;
  int count = 0;
  bool bumped = false, starting = false, all_may_stand = true;
  const bool knock = one_knock(t);
  for (auto& [unit, candidate] : candidates_) {
    if (candidate.stage != Stage::New) continue;
    if (!candidate.fits.empty() && candidate.fits.front().verdict.allowed()) continue;
    const double shift = shift_of(candidate.seen, places);
    if (!(candidate.bumped || candidate.starting || (knock && shift <= settings_.elbow_mm))) continue;
    units += (count++ == 0 ? "" : ", ") + unit.text;
    worst = std::max(worst, shift);
    all_may_stand = all_may_stand && (candidate.seen.bases.empty() || may_stand(battle, candidate.seen));
    bumped = bumped || candidate.bumped;
    starting = starting || candidate.starting;
  }
  if (count == 0) return;
  // The single questions about these units are one question.
  std::erase_if(report.queries, [&](const Query& query) {
    const auto found = candidates_.find(query.unit);
    return found != candidates_.end() && query.refused && !found->second.seen.bases.empty() &&
           shift_of(found->second.seen, places) <= settings_.elbow_mm && knock;
  });
  const bool one = count == 1;
  Query query{.id = "shifted", .options = {{"1", one ? "put it back on its ghost" : "put them back on their ghosts"}}, .puts_back = "1"};
  if (all_may_stand) query.options.emplace_back("2", one ? "it stands as it is" : "they stand as they are");
  if (starting) {
    query.text = units + (one ? " does not stand where the battle has it" : " do not stand where the battle has them");
  } else if (bumped) {
    query.text = "The table was knocked: " + units + " shifted, " + say_mm(worst) + (one ? "" : " at most");
  } else {
    query.text = units + (one ? " was shifted, " : " were shifted, ") + say_mm(worst) + (one ? "" : " at most");
  }
  report.queries.insert(report.queries.begin(), std::move(query));
}

void Observer::answer_now(Candidate& candidate, const std::string& option, Report& report) {
  const std::string by(name_of(candidate.seen.side));
  const auto picked = static_cast<std::size_t>(std::max(1, std::atoi(option.c_str())));
  const auto allowed = static_cast<std::size_t>(
      std::count_if(candidate.fits.begin(), candidate.fits.end(), [](const Explanation& fit) { return fit.verdict.allowed(); }));
  if (candidate.umpire_asked) {
    if (picked <= candidate.fits.size())
      return propose(&candidate, candidate.fits[picked - 1].command, report, "umpire", "the umpire ruled", "umpire");
    if (picked == candidate.fits.size() + 1)
      return propose(&candidate, place_command("umpire", candidate.seen), report, "umpire", "it stands", "umpire");
    candidate.stage = Stage::PutBack;
    return;
  }
  if (allowed > 0) {
    if (picked <= allowed) return propose(&candidate, candidate.fits[picked - 1].command, report);
    candidate.stage = Stage::PutBack;
    return;
  }
  if (candidate.seen.bases.empty() && picked == 3)
    return propose(&candidate, engine::take_off_command(Viewer::Both, candidate.seen.unit), report);
  switch (candidate.seen.bases.empty() ? 2 : picked) {
    case 1:
      if (candidate.fits.empty())
        return propose(&candidate, place_command("both", candidate.seen), report, "both", "accepted as it stands");
      return propose(&candidate, candidate.fits.front().command, report, "both", "accepted by both");
    case 2:
      candidate.stage = Stage::PutBack;
      return;
    default:
      candidate.umpire_asked = true;
      return;
  }
}

}  // namespace polemarch::assistant::observe
