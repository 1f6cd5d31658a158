#include "assistant/story/lead.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {
namespace {

std::string the(const std::string& name, bool first = false) { return first ? capital(with_article(name)) : with_article(name); }

std::size_t side_index(Side side) { return side == Side::A ? 0 : 1; }

/// "medals" and "divisions broken", of one: "medal", "division broken".
std::string named_for(int n, std::string name) {
  if (n != 1) return name;
  const auto first = name.find(' ');
  if (name.ends_with("sses"))
    name.resize(name.size() - 2);
  else if (name.ends_with("s") && !name.ends_with("ss"))
    name.pop_back();
  else if (first != std::string::npos && first > 2 && name[first - 1] == 's')
    name.erase(first - 1, 1);
  return name;
}

std::string word_of(int n) { return n < 0 ? "minus " + number_word(-n) : number_word(n); }

/// "one medal left of ten", "two losses of the seven that break an army".
std::string balance(const Story& story, Side side) {
  const engine::Counter* counter = story.main_counter(side);
  if (counter == nullptr) return {};
  const std::size_t at = story.main_index(side);
  const std::vector<std::int16_t>& now = story.moments.empty() ? story.counted : story.moments.back().counted;
  const int value = at < now.size() ? now[at] : 0;
  const std::string count = word_of(value) + " " + named_for(value, counter->name);
  if (counter->counts_down) {
    const bool of = counter->start && value >= 0 && value <= *counter->start;
    return count + (value < 0 ? "" : " left") + (of ? " of " + number_word(*counter->start) : "");
  }
  if (!counter->limit) return count;
  return count + (*counter->limit == 1 ? ", and one breaks an army" : ", of the " + number_word(*counter->limit) + " that break an army");
}

/// "won the ford of the Dubra"; a battle called after its armies was just won.
std::string won_words(const Story& story) {
  return "won" + (story.title.starts_with("The ") ? " the " + story.title.substr(4) : std::string());
}

std::string ended_sentence(const Story& story) {
  const int turns = turns_of(story);
  const std::string when = turns > 0 ? " in " + turn_text(story, turns) : "";
  if (!story.ending) {
    const std::string where =
        turns == 0 ? "The battle has not begun." : "The battle stands in " + turn_text(story, turns) + " and is not over.";
    const std::string a = balance(story, Side::A), b = balance(story, Side::B);
    return a.empty() || b.empty() ? where
                                  : where + " " + the(story.sides[0], true) + ": " + a + "; " + the(story.sides[1]) + ": " + b + ".";
  }
  if (!story.ending->winner) return "The battle was drawn" + when + ": " + story.ending->text + ".";
  const Side winner = *story.ending->winner, loser = winner == Side::A ? Side::B : Side::A;
  std::string text = the(story.armies[side_index(winner)], true) + " " + won_words(story) + when + ": " + story.ending->text;
  const std::string mine = balance(story, winner), theirs = balance(story, loser);
  if (!mine.empty() && !theirs.empty()) text += ". They had " + mine + "; " + the(story.sides[side_index(loser)]) + " had " + theirs;
  return text + ".";
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
      int drop = before && after ? *before - *after : 0;
      if (!before)
        for (std::uint32_t i = story.chapters[c].first; i <= story.chapters[c].last; ++i)
          for (const engine::Lost& lost : story.moments[i].losses) {
            const Member* member = story.member(lost.unit);
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
      const Member* member = story.member(lost.unit);
      if (member != nullptr && member->side == worst.side && !story.moments[i].undone) lost_here.push_back(lost);
    }
  std::vector<std::string> fell = losses_text(story, lost_here, Tense::Past);
  std::string text = "The hardest blow fell in " + turn_text(story, chapter.turn);
  if (!fell.empty()) {
    if (fell.size() > 3) fell.resize(3), fell.emplace_back("others with them");
    text += ": " + joined(fell);
  }
  const engine::Counter* counter = story.main_counter(worst.side);
  if (counter != nullptr && counter->counts_down)
    text += (fell.empty() ? ": " : ", ") + number_word(worst.drop) + " " + named_for(worst.drop, counter->name) + " of " +
            the(story.sides[side_index(worst.side)]) + " in one " + story.turn_word;
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
    text = "In " + turn_text(story, story.chapters[turned].turn) + " the lead changed: from then on " +
           the(sign > 0 ? story.sides[0] : story.sides[1]) + " had lost less.";
  }
  if (both_close && close_from + 2 < story.chapters.size()) {
    const std::size_t more = story.chapters.size() - 1 - close_from;
    text += (text.empty() ? "" : " ") + std::string("After ") + turn_text(story, story.chapters[close_from].turn) +
            " both armies stood one loss from defeat, for " + number_word(static_cast<int>(more)) + " more " + player_turn(story) + "s.";
  }
  return text;
}

std::string last_sentence(const Story& story) {
  if (!story.ending) return {};
  for (auto act = story.acts.rbegin(); act != story.acts.rend(); ++act) {
    if (!act->cost || story.moments[act->moments.front()].undone) continue;
    if (story.moments[act->moments.front()].unit.empty()) {  // an end of a phase, an answer: only what it cost
      std::vector<engine::Lost> all;
      for (const std::uint32_t at : act->moments) all.insert(all.end(), story.moments[at].losses.begin(), story.moments[at].losses.end());
      return "At the last, " + joined(losses_text(story, all, Tense::Past)) + ".";
    }
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

int turns_of(const Story& story) {
  int turns = 0;
  for (const Moment& moment : story.moments) turns = std::max(turns, moment.turn);
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
  for (const std::string& sentence : {blow_sentence(story), reversal_sentence(story), last_sentence(story)})
    if (!sentence.empty()) text += " " + sentence;
  return text;
}

}  // namespace polemarch::assistant::story
