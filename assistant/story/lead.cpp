#include "assistant/story/lead.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "assistant/story/balance.hpp"
#include "assistant/story/leaving.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/taken_back.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {
namespace {

std::string the(const std::string& name, bool first = false) { return first ? capital(with_article(name)) : with_article(name); }

/// A detachment's is that of the unit it was part of.
const Member* member_of(const Story& story, const UnitId& unit) {
  const Member* member = story.member(unit);
  return member != nullptr ? member : story.member({unit.text.substr(0, unit.text.find_first_of(".-"))});
}

std::size_t side_index(Side side) { return side == Side::A ? 0 : 1; }

/// "won the ford of the Dubra"; a battle called after its armies was just won.
std::string won_words(const Story& story) {
  return "won" + (story.title.starts_with("The ") ? " the " + story.title.substr(4) : std::string());
}

std::string ended_sentence(const Story& story) {
  const int turns = turns_of(story);
  const std::string when = turns > 0 ? " in " + turn_text(story, turns) : "";
  const Side first = story.ending && story.ending->winner ? *story.ending->winner : Side::A;
  const bool won = story.ending && story.ending->winner;
  const bool many = engine::is_plural(story.sides[0]);
  std::string balance = balance_text(story, first,
                                     won ? engine::is_plural(story.sides[side_index(first)]) ? "They had" : "It had"
                                         : the(story.sides[0], true) + (story.ending ? " had"
                                                                        : many       ? " have"
                                                                                     : " has"));
  if (!balance.empty()) balance = " " + balance + ".";
  if (!story.ending)
    return (story.turn_now == 0 ? "The battle has not begun."
                                : "The battle stands in " + turn_text(story, story.turn_now) + " and is not over.") +
           balance;
  if (!won) return "The battle was drawn" + when + ": " + story.ending->text + "." + balance;
  return the(story.armies[side_index(first)], true) + " " + won_words(story) + when + ": " + story.ending->text + "." + balance;
}

/// The chapter that cost one side most.
struct HardBlow {
  std::size_t chapter = 0;
  int drop = 0;
  Side side = Side::A;
};
HardBlow hardest(const Story& story) {
  HardBlow worst;
  for (std::size_t c = 0; c < story.chapters.size(); ++c)
    for (const Side side : {Side::A, Side::B}) {
      const auto before = left_of(story, side, story.chapters[c].first), after = left_of(story, side, story.chapters[c].last + 1);
      const auto at_first = left_of(story, side, 0);
      const bool coarse = !at_first || *at_first < 3;  // what is counted falls once or twice a battle: units are counted
      int drop = before && after && !coarse ? *before - *after : 0;
      if (!before || coarse)
        for (std::uint32_t i = story.chapters[c].first; i <= story.chapters[c].last; ++i)
          for (const engine::Lost& lost : story.moments[i].losses) {
            const Member* member = member_of(story, lost.unit);
            drop += member != nullptr && member->side == side && !story.moments[i].undone ? 1 : 0;
          }
      if (drop > worst.drop) worst = {c, drop, side};
    }
  return worst;
}

std::string blow_sentence(const Story& story) {
  const HardBlow worst = hardest(story);
  if (worst.drop < 2) return {};
  const Chapter& chapter = story.chapters[worst.chapter];
  std::vector<engine::Lost> lost_here;
  for (std::uint32_t i = chapter.first; i <= chapter.last; ++i)
    for (const engine::Lost& lost : story.moments[i].losses) {
      const Member* member = member_of(story, lost.unit);
      if (member != nullptr && member->side == worst.side && !story.moments[i].undone) lost_here.push_back(lost);
    }
  std::string fell = losses_together(story, lost_here, 3);
  std::string text = "The hardest blow fell in " + turn_text(story, chapter.turn) + (fell.empty() ? "" : ", when " + fell);
  const engine::Counter* counter = story.main_counter(worst.side);
  if (counter != nullptr && counter->counts_down && left_of(story, worst.side, 0).value_or(0) >= 3)
    text += ": it cost " + the(story.sides[side_index(worst.side)]) + " " + number_word(worst.drop) + " " +
            counter_name(worst.drop, counter->name);
  return text + ".";
}

std::string reversal_sentence(const Story& story) {
  int sign = 0;
  std::size_t turned = 0;
  bool both_close = false, alone = false;  // alone: one loss breaks an army from the start
  std::size_t close_from = 0;
  for (std::size_t c = 0; c < story.chapters.size(); ++c) {
    const auto a = left_of(story, Side::A, story.chapters[c].last + 1), b = left_of(story, Side::B, story.chapters[c].last + 1);
    if (!a || !b) return {};
    const auto start_a = left_of(story, Side::A, 0), start_b = left_of(story, Side::B, 0);
    alone = alone || *start_a < 2 || *start_b < 2;
    const int lead = (*a - *start_a) - (*b - *start_b);
    const int now = lead > 0 ? 1 : lead < 0 ? -1 : 0;
    if (now != 0) {
      if (sign != 0 && now != sign) turned = c;
      sign = now;
    }
    if (*a == 1 && *b == 1 && !both_close && !alone) both_close = true, close_from = c;
  }
  std::string text;
  if (turned > 0) {
    const std::string when = turn_text(story, story.chapters[turned].turn);
    const bool late = turned + 2 >= story.chapters.size();  // nothing is told "from then on" of a battle that is over
    text = late ? "Until " + when + " " + the(sign > 0 ? story.sides[1] : story.sides[0]) + " had lost less."
                : "In " + when + " the lead changed, and " + the(sign > 0 ? story.sides[0] : story.sides[1]) + " kept it.";
  }
  if (both_close && close_from + 2 < story.chapters.size()) {
    const std::size_t more = story.chapters.size() - 1 - close_from;
    text += (text.empty() ? "" : " ") + std::string("After ") + turn_text(story, story.chapters[close_from].turn) +
            " both armies stood one loss from defeat, for " + number_word(static_cast<int>(more)) + " more " + player_turn(story) + "s.";
  }
  return text;
}

/// What units that came back gave their side again, of what counts down: what is left is more than what was lost leaves.
std::string returned_sentence(const Story& story) {
  const engine::Counter *a = story.main_counter(Side::A), *b = story.main_counter(Side::B);
  if (a == nullptr || b == nullptr || !a->counts_down || a->name != b->name) return {};
  const std::vector<Return> returns = returns_of(story);
  std::vector<std::string> brought;
  for (const Side side : {Side::A, Side::B})
    if (const int n = brought_back(story, side, returns); n > 0)
      brought.push_back(the(story.sides[side_index(side)]) + " " + number_word(n) +
                        (brought.empty() ? " " + counter_name(n, a->name) : ""));
  return brought.empty() ? std::string() : "Units that came back on to the table brought " + joined(brought) + " again.";
}

/// What it cost, of an order that did not deal the blow itself, and who dealt it.
std::string only_cost(const Story& story, const Act& act) {
  std::vector<engine::Lost> all;
  for (const std::uint32_t at : act.moments) all.insert(all.end(), story.moments[at].losses.begin(), story.moments[at].losses.end());
  return losses_together(story, all, 3) + dealt_by(story, all);
}

/// Not leaders alone: where those are no losses that the rules count, "the last loss" would not be theirs.
bool cost_a_unit(const Story& story, const Act& act) {
  return std::any_of(act.moments.begin(), act.moments.end(), [&](const std::uint32_t at) {
    return std::any_of(story.moments[at].losses.begin(), story.moments[at].losses.end(), [&](const engine::Lost& lost) {
      const Member* member = member_of(story, lost.unit);
      return member == nullptr || member->fights;
    });
  });
}

std::string last_sentence(const Story& story) {
  if (!story.ending) return {};
  for (auto act = story.acts.rbegin(); act != story.acts.rend(); ++act) {
    const Moment& first = story.moments[act->moments.front()];
    if (!act->cost || first.undone) continue;
    const int turn = story.chapters[act->chapter].turn;
    const HardBlow worst = hardest(story);
    const bool told = worst.drop >= 2 && worst.chapter == act->chapter;  // as the hardest blow
    if (turn < turns_of(story) && told) return {};
    if (turn < turns_of(story))
      return (cost_a_unit(story, *act) ? "The last loss was in " + turn_text(story, turn) + ": " : "In " + turn_text(story, turn) + ", ") +
             only_cost(story, *act) + ".";
    const bool blow = first.deed == Deed::Charge || first.deed == Deed::Fight || first.deed == Deed::Shoot;
    if (first.unit.empty() || !blow || first.target.empty()) return told ? "" : "At the last, " + only_cost(story, *act) + ".";
    std::string text = "At the last, " + act->title;
    const engine::Thrown* deciding = nullptr;
    for (const std::uint32_t at : act->moments) {
      for (const engine::Thrown& thrown : story.moments[at].throws) deciding = &thrown;
      if (!story.moments[at].losses.empty()) break;
    }
    if (deciding != nullptr && deciding->need > 0 && !deciding->thrower.empty()) {
      std::vector<std::string> values;
      for (const int value : deciding->values) values.push_back(std::to_string(value));
      const std::string needs = with_verb(story, deciding->thrower, "needs", "need");
      const bool one = needs.ends_with("needs"), cards = deciding->source != "dice";
      text += ": " + needs + " " + need_text(*deciding) + " and " +
              (cards ? one ? "turns " : "turn "
               : one ? "throws "
                     : "throw ") +
              joined(values);
    }
    if (!act->outcome.empty()) text += "; " + std::string(1, act->outcome[0]) + act->outcome.substr(1);
    return text + ".";
  }
  return {};
}

}  // namespace

std::string ending_of(const Story& story) {
  if (!story.ending) return {};
  if (!story.ending->winner) return "The battle is drawn: " + story.ending->text;
  return capital(engine::with_verb(with_article(story.side_name(*story.ending->winner)), "has", "have")) + " won: " + story.ending->text;
}

int turns_of(const Story& story) {
  int turns = 0;
  for (const Moment& moment : story.moments)
    if (!is_gone(moment)) turns = std::max(turns, moment.turn);
  return turns;
}

std::string date_of(const Story& story) {
  if (story.created.size() < 10) return {};
  constexpr std::array<const char*, 12> months{"January", "February", "March",     "April",   "May",      "June",
                                               "July",    "August",   "September", "October", "November", "December"};
  const int month = std::atoi(story.created.substr(5, 2).c_str()), day = std::atoi(story.created.substr(8, 2).c_str());
  if (month < 1 || month > 12 || day < 1 || day > 31) return {};
  return std::to_string(day) + " " + months[static_cast<std::size_t>(month - 1)] + " " + story.created.substr(0, 4);
}

std::string lead_of(const Story& story) {
  std::string text = ended_sentence(story);
  for (const std::string& sentence : {blow_sentence(story), returned_sentence(story), reversal_sentence(story), last_sentence(story)})
    if (!sentence.empty()) text += " " + sentence;
  return text;
}

}  // namespace polemarch::assistant::story
