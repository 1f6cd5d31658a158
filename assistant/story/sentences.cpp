/// Title and outcome of an act, and the one sentence a moment.
#include <algorithm>
#include <array>
#include <cctype>

#include "assistant/story/close_calls.hpp"
#include "assistant/story/taken_back.hpp"
#include "assistant/story/throw_words.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {

std::vector<std::string> clauses_taken_back(const Story& story, const Moment& undo) {
  std::vector<std::string> gone;
  std::int64_t stood = undo.seq;
  for (auto i = static_cast<std::size_t>(&undo - story.moments.data()); i > 0 && story.moments[i - 1].seq > undo.back_to; --i) {
    const Moment& earlier = story.moments[i - 1];
    if (earlier.seq > stood) continue;
    if (earlier.back_to >= 0) stood = earlier.back_to;
    if (!earlier.clause.empty() && earlier.deed != Deed::Repair) gone.push_back(earlier.clause);
  }
  std::reverse(gone.begin(), gone.end());
  return gone;
}

namespace {

/// A word that begins so: "in order" is none of "Chieftain orders".
bool has_word(const std::string& line, std::string_view beginning) {
  for (std::size_t at = line.find(beginning); at != std::string::npos; at = line.find(beginning, at + 1))
    if (line.compare(at, 9, "breakfast") == 0)
      continue;
    else if (at == 0 || !std::isalpha(static_cast<unsigned char>(line[at - 1])))
      return true;
  return false;
}

/// Lines of what happened that a reader would miss: the last ones say how it ended. Of an order with throws those that name its units.
std::string last_word(const Moment& moment, const std::vector<std::string>& names) {
  const auto has = [](const std::string& line, std::string_view part) { return line.find(part) != std::string::npos; };
  for (std::size_t i = moment.told.size(); i-- > 0;) {
    const std::string* line = &moment.told[i];
    if (moment.tells_throw(i)) continue;                                                              // the throw says so
    if (moment.deed == Deed::Rally && (has(*line, " rally: ") || has(*line, ": rally, "))) continue;  // so does the order
    if (!names.empty() && std::none_of(names.begin(), names.end(), [&](const std::string& name) { return has(*line, name); }))
      continue;  // what ended with it, not what it did
    for (const std::string_view telling :
         {"disordered", "good order", "in order",   "retreat", "gives ground", "recoil",  "evade", "break",
          "broken",     "hold",       "falls back", "shaken",  "demoralised",  "wounded", "rall",  "disrupted",
          "goes in",    "will not",   "stays",      "wins",    "casualt",      "saved"})
      if (has_word(*line, telling)) return without_rules(*line);
  }
  return {};
}

/// "taken back: Cretan archers move to h3"; of many the first and how many.
std::string taken_back(const Story& story, const Moment& moment) {
  const std::vector<std::string> gone = clauses_taken_back(story, moment);
  if (gone.empty()) return "an answer is taken back";
  const std::string first = "taken back: " + capital(gone.front());
  return gone.size() == 1 ? first : first + ", and " + counted(gone.size() - 1, "command", "commands") + " after it";
}

std::string repair_clause(const Story& story, const Moment& moment) {
  if (moment.back_to == 0) return "everything is taken back";
  if (moment.back_to > 0) return taken_back(story, moment);
  if (moment.action == "rule") return moment.ruled ? "the players rule that it stands" : "the players leave it refused";
  if (moment.action == "amend") return "the umpire sets a value";
  if (moment.action == "take_off") return engine::with_verb(story.name(moment.unit), "is", "are") + " taken for lost";
  if (moment.action == "hold") return "hold";
  if (moment.action == "release") return "play goes on";
  return moment.action;
}

/// "too close to call: range of bows, 17.999 ± 0.002 in, limit 18 in".
std::string too_close_text(const Moment& moment) {
  const std::string measures = close_text(moment);
  return measures.empty() ? "too close to call" : "too close to call: " + measures;
}

/// Who has a part in an order with throws: its unit, its target, who threw and whom it met. Empty where nothing was thrown, or nobody is
/// named: then everything that happened belongs to it.
std::vector<std::string> names_in(const Story& story, const Act& act) {
  std::vector<std::string> names;
  bool thrown = false;
  for (const std::uint32_t at : act.moments)
    for (const engine::Thrown& one : story.moments[at].throws) {
      thrown = true;
      for (const UnitId* unit : {&one.thrower, &one.at})
        if (!unit->empty()) names.push_back(story.name(*unit));
    }
  const Moment& first = story.moments[act.moments.front()];
  if (!thrown || first.unit.empty()) return {};
  for (const UnitId* unit : {&first.unit, &first.target})
    if (!unit->empty()) names.push_back(story.name(*unit));
  return names;
}

/// A fight that came due once the order was carried out, with none of those the order names in it: what it cost is no end of the order.
bool came_due(const Moment& moment) {
  if (moment.clause.empty() || moment.losses.empty() || !moment.throws.empty()) return false;
  const auto named = [&](const UnitId& unit) { return !unit.empty() && (unit == moment.unit || unit == moment.target); };
  return std::none_of(moment.losses.begin(), moment.losses.end(), [&](const auto& lost) { return named(lost.unit) || named(lost.by); });
}

/// "failed; then " where an act cost others something that its own throw did not do: hits that were kept until then.
std::string came_beside(const Story& story, const Act& act, const std::vector<engine::Lost>& losses) {
  const Moment& first = story.moments[act.moments.front()];
  if (first.deed != Deed::Other || first.unit.empty() || !first.target.empty()) return {};
  if (std::any_of(losses.begin(), losses.end(),
                  [&](const engine::Lost& lost) { return lost.unit == first.unit || lost.how != "missile fire"; }))
    return {};
  for (const std::uint32_t at : act.moments)
    for (const engine::Thrown& thrown : story.moments[at].throws)
      if (thrown.thrower == first.unit && !thrown.outcome.empty()) return thrown.outcome + "; then from missiles, ";
  return {};
}

/// What became of units that threw at once, each for itself; empty where not several did.
std::string several_throwers(const Story& story, const Moment& moment) {
  std::vector<const engine::Thrown*> throws;
  for (const engine::Thrown& thrown : moment.throws) throws.push_back(&thrown);
  const bool several = throws.size() > 1 && std::all_of(throws.begin() + 1, throws.end(), [&](const engine::Thrown* one) {
                         return !one->thrower.empty() && one->thrower != throws.front()->thrower && one->purpose == throws.front()->purpose;
                       });
  return several && !throws.front()->thrower.empty() && moment.losses.empty() ? joint_outcome(story, throws) : std::string();
}

/// "2 hits, " of the dice that somebody's dice cancelled.
std::string hits_before(const Story& story, const Act& act, const engine::Thrown& cancelling) {
  std::string hits;
  for (const std::uint32_t at : act.moments)
    for (const engine::Thrown& thrown : story.moments[at].throws) {
      if (&thrown == &cancelling) return hits;
      if (const auto counted = count_in(thrown.outcome); counted && counted->second.starts_with("hit")) hits = thrown.outcome + ", ";
    }
  return hits;
}

/// " by Archers" where the order's own words do not name who took what was lost.
std::string unnamed_dealer(const Story& story, const Moment& first, const std::vector<engine::Lost>& losses) {
  const UnitId& by = losses.front().by;
  const bool named = by == first.unit || by == first.target || first.clause.find(story.name(by)) != std::string::npos;
  return named ? std::string() : dealt_by(story, losses);
}

/// A move that ended a phase, and what is told happened to somebody else: it came with the next phase.
bool ended_behind(const Story& story, const Act& act, const std::string& word) {
  const Moment &first = story.moments[act.moments.front()], &last = story.moments[act.moments.back()];
  const std::size_t next = act.moments.back() + std::size_t{1};
  return first.deed == Deed::Move && next < story.moments.size() && story.moments[next].phase != last.phase &&
         word.find(story.name(first.unit)) == std::string::npos;
}

/// What an act came to.
std::string outcome_of(const Story& story, const Act& act) {
  std::vector<engine::Lost> all;
  bool due = true;
  for (const std::uint32_t at : act.moments) {
    const Moment& moment = story.moments[at];
    all.insert(all.end(), moment.losses.begin(), moment.losses.end());
    due = due && (moment.losses.empty() || came_due(moment));
  }
  const Moment& first = story.moments[act.moments.front()];
  if (const std::vector<std::string> lost = losses_text(story, all); !lost.empty()) {
    const std::string then = came_beside(story, act, all) + (due ? "then " : "");
    if (lost.size() > 3) return then + joined({lost[0], lost[1], counted(lost.size() - 2, "more loss", "more losses")});
    return then + joined(lost) + unnamed_dealer(story, first, all);
  }
  if (first.ruling == "refused") return first.reasons.empty() ? "refused" : "refused: " + reason_words(first.reasons.front());
  if (first.ruling == "too_close") return too_close_text(first);
  if (const std::string alone = alone_outcome(alone_throws(story, act), story); !alone.empty()) return alone;
  if (first.deed == Deed::Charge || first.deed == Deed::Fight)
    if (const std::vector<std::string> decisions = decisions_of(story, act); decisions.size() == 1) return decisions.front();
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at) {
    if (story.moments[*at].throws.empty()) continue;
    if (const std::string joint = several_throwers(story, story.moments[*at]); !joint.empty()) return joint;
    break;  // what came before it is not how it ended
  }
  const std::vector<std::string> names = names_in(story, act);
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at)
    if (const std::string word = last_word(story.moments[*at], names); !word.empty())
      return (closes(first) || ended_behind(story, act, word) ? "then " : "") + word;
  std::size_t throws = 0;
  for (const std::uint32_t at : act.moments) throws += story.moments[at].throws.size();
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at)
    for (auto thrown = story.moments[*at].throws.rbegin(); thrown != story.moments[*at].throws.rend(); ++thrown)
      if (!thrown->outcome.empty()) {
        const std::string said = thrown_words(story, first, *thrown, throws == 1);
        if (said.empty()) continue;
        return said.ends_with("cancelled") ? hits_before(story, act, *thrown) + said : said;
      }
  return {};
}

/// An outcome that begins with the title's own words goes on where they end; what it says a second time goes.
std::string beyond_title(const std::string& title, std::string outcome) {
  if (title.find(" the table") != std::string::npos && outcome.ends_with(" the table") && outcome.find(',') == std::string::npos)
    return {};                          // "leaves the table"
  const auto comma = title.find(", ");  // "Young riders, break test": are broken
  if (comma != std::string::npos)
    for (const std::string_view verb : {" is ", " are "})
      if (outcome.starts_with(title.substr(0, comma) + std::string(verb))) return outcome.substr(comma + verb.size());
  if (title.find(" rally") != std::string::npos || title.find(" rallies") != std::string::npos) {
    if (outcome == "Rallied") return {};
    if (outcome == "Not rallied") return "in vain";
    for (const std::string_view state : {" is disordered", " are disordered"})  // it was worse before
      if (outcome.ends_with(state) && title.starts_with(outcome.substr(0, outcome.size() - state.size()))) return "only disordered now";
  }
  if (const auto named = outcome.find(": "); named != std::string::npos) {
    const std::string who = outcome.substr(0, named), what = outcome.substr(named + 2);
    if (title.ends_with(" " + who)) return what;  // whom the title names last
    if (what.find(" saved") != std::string::npos && std::isdigit(static_cast<unsigned char>(what.front())) != 0)
      return engine::with_verb(who, "takes", "take") + " " + what;
  }
  if (title.empty() || !outcome.starts_with(title)) return outcome;
  outcome.erase(0, title.size());
  const auto at = outcome.find_first_not_of(" ,:;");
  return at == std::string::npos ? std::string() : outcome.substr(at);
}

/// Whether its unit was lost before: the rules have it off the table, and the hand follows.
bool lost_before(const Story& story, const Moment& moment) {
  return std::any_of(story.moments.begin(), story.moments.end(), [&](const Moment& one) {
    return one.seq < moment.seq && !one.undone && std::any_of(one.losses.begin(), one.losses.end(), [&](const engine::Lost& loss) {
             return loss.unit == moment.unit && loss.bases.empty() && loss.what == "the unit" && loss.how != "routed";
           });
  });
}

/// What a hand did with bases: deployed them, put them where the rules have them, moved them.
std::string placed_words(const Story& story, const Moment& moment) {
  if (moment.unit.empty()) return "bases are put in their places";
  const bool allowed = moment.ruling == "allowed" || moment.ruled;
  const auto off = [](const Shift& shift) { return shift.from.on_table && !shift.to.on_table; };
  const auto on = [](const Shift& shift) { return !shift.from.on_table && shift.to.on_table; };
  std::string how = "put in place";
  if (!allowed)
    how = "moved by hand";
  else if (moment.turn == 0)
    how = std::any_of(moment.shifts.begin(), moment.shifts.end(), on) ? "deployed" : "placed anew";
  else if (moment.shifts.empty() ? lost_before(story, moment) : std::all_of(moment.shifts.begin(), moment.shifts.end(), off))
    how = "taken off the table";
  return with_verb(story, moment.unit, "is ", "are ") + how;
}

/// What a throw came to before what it cost others, who had no part in it: "failed; then ".
std::string throw_before_cost(const Moment& moment) {
  if (moment.throws.size() != 1 || moment.losses.empty()) return {};
  const engine::Thrown& thrown = moment.throws.front();
  if (thrown.thrower.empty() || !thrown.at.empty() || thrown.outcome.empty()) return {};
  const bool own = std::any_of(moment.losses.begin(), moment.losses.end(), [&](const auto& lost) { return lost.unit == thrown.thrower; });
  return own ? std::string() : thrown.outcome + "; then ";
}

/// The sentence begins with the name of the only one who threw.
bool text_names_thrower(const Moment& moment) {
  return moment.clause.empty() && !moment.throws.empty() && !moment.throws.front().thrower.empty() &&
         std::all_of(moment.throws.begin(), moment.throws.end(),
                     [&](const engine::Thrown& one) { return one.thrower == moment.throws.front().thrower; });
}

std::string moment_sentence(const Story& story, const Moment& moment) {
  std::string text = moment.deed == Deed::Repair && moment.clause.empty() ? repair_clause(story, moment) : moment.clause;
  if (moment.deed == Deed::Place) text = placed_words(story, moment);
  if (text.empty() && moment.throws.empty()) text = moment.answer;
  if (text.empty() && !moment.throws.empty()) {
    text = throw_title(story, moment.throws.front());
  }
  if (text.empty() && !moment.told.empty()) text = moment.told.back();
  if (text.empty()) text = moment.deed == Deed::Answer ? "an answer" : moment.action;
  std::vector<const engine::Thrown*> throws;
  for (const engine::Thrown& thrown : moment.throws) throws.push_back(&thrown);
  if (!throws.empty()) text += ", " + throws_words(story, throws, 4);
  std::string end;
  for (const std::string& lost : losses_text(story, moment.losses)) end += (end.empty() ? throw_before_cost(moment) : ", ") + lost;
  if (moment.losses.size() == 1 && text_names_thrower(moment))
    if (const std::string name = story.name(moment.throws.front().thrower) + " "; end.starts_with(name)) end.erase(0, name.size());
  if (end.empty() && moment.ruling == "refused")
    end = moment.reasons.empty() ? "refused" : "refused, " + reason_words(moment.reasons.front());
  if (end.empty() && moment.ruling == "too_close") end = too_close_text(moment);
  if (end.empty() && !throws.empty()) end = said_outcome(joint_outcome(story, throws));
  if (!end.empty()) text += (came_due(moment) ? "; then " : ": ") + end;
  if (moment.ruling != "too_close" && is_close(moment)) text += " (" + too_close_text(moment) + ", " + settled_text(story, moment) + ")";
  return capital(text);
}

}  // namespace

void write_sentences_from(Story& story, std::size_t first) {
  for (std::size_t i = first; i < story.moments.size(); ++i) story.moments[i].sentence = moment_sentence(story, story.moments[i]);
}

void write_sentences(Story& story) {
  write_sentences_from(story, 0);
  for (Act& act : story.acts) {
    const Moment& first = story.moments[act.moments.front()];
    act.title = capital(first.deed == Deed::Repair && first.clause.empty() ? repair_clause(story, first)
                        : first.deed == Deed::Place                        ? placed_words(story, first)
                                                                           : first.clause);
    if (act.title.empty()) act.title = alone_title(alone_throws(story, act), story);
    if (act.title.empty()) act.title = first.sentence;
    act.outcome = capital(beyond_title(act.title, capital(outcome_of(story, act))));
    act.cost = std::any_of(act.moments.begin(), act.moments.end(), [&](auto at) { return !story.moments[at].losses.empty(); });
    act.failed = first.ruling == "refused";
    for (const std::uint32_t at : act.moments)
      if (!story.moments[at].throws.empty()) {
        const engine::Thrown& thrown = story.moments[at].throws.front();
        act.failed = act.failed || (thrown.need > 0 && thrown.good == 0);
        break;
      }
  }
}

}  // namespace polemarch::assistant::story
