#include "assistant/story/balance.hpp"

#include <algorithm>

#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {
namespace {

/// A count of one side at the end.
struct Left {
  int value = 0;
  std::optional<int> start;  ///< of what counts down
  std::optional<int> first;  ///< what the first turn began with
  bool counts_down = true;
  std::string name;  ///< "medals"
};

std::string word_of(int n) { return n < 0 ? "minus " + number_word(-n) : number_word(n); }

/// What a side has when the first turn begins: what comes before it may add to it.
std::optional<int> at_first(const Story& story, Side side) {
  const auto begun = std::find_if(story.moments.begin(), story.moments.end(), [](const Moment& moment) { return moment.turn > 0; });
  return left_of(story, side, static_cast<std::size_t>(begun - story.moments.begin()));
}

std::optional<Left> counter_of(const Story& story, Side side) {
  const engine::Counter* counter = story.main_counter(side);
  if (counter == nullptr) return std::nullopt;
  const std::size_t at = story.main_index(side);
  const std::vector<std::int16_t>& now = story.moments.empty() ? story.counted : story.moments.back().counted;
  return Left{at < now.size() ? now[at] : 0, counter->start, at_first(story, side), counter->counts_down, counter->name};
}

/// "six medals left of ten", "all ten medals left", "no losses"; of the second side without what the first said already: "none of nine".
std::string left_text(const Left& left, bool again) {
  const bool known = left.counts_down && left.start && left.value >= 0 && left.value <= *left.start;
  const std::string thing = again ? "" : " " + counter_name(left.value, left.name);
  if (known && left.value == *left.start) return "all " + word_of(left.value) + thing + (again ? "" : " left");
  const std::string many = again && left.value == 0 ? "none" : word_of(left.value);
  const bool gained = left.counts_down && left.first && left.value > *left.first;  // it has more than it began with
  const bool some = left.counts_down && left.value >= 0 && !again && !gained;
  return many + thing + (some ? " left" : "") + (known ? " of " + number_word(*left.start) : "");
}

/// "; seven break an army": how many of what is counted up.
std::string limit_words(const Story& story) {
  const engine::Counter *a = story.main_counter(Side::A), *b = story.main_counter(Side::B);
  if (a == nullptr || b == nullptr || a->counts_down || !a->limit || a->limit != b->limit) return {};
  return "; " + number_word(*a->limit) + (*a->limit == 1 ? " breaks" : " break") + " an army";
}

std::string units_lost(int lost, int of, bool again) {
  if (lost == 0) return again ? "none" : "no unit";
  return number_word(lost) + (again ? "" : lost == 1 ? " unit" : " units") + " of " + number_word(of);
}

/// "Neither side had ", "Neither side has " in the time of "They had", "The Romans have".
std::string neither_side(const std::string& who_had) {
  return std::string("Neither side ") + (who_had.ends_with(" had") ? "had " : "has ");
}

}  // namespace

bool counts_units(const Story& story) {
  constexpr int kFew = 3;
  const auto a = left_of(story, Side::A, 0), b = left_of(story, Side::B, 0);
  return a && b && *a < kFew && *b < kFew;
}

std::vector<int> left_over_time(const Story& story, Side side) {
  std::vector<int> left;
  if (!left_of(story, Side::A, 0) || !left_of(story, Side::B, 0)) return left;
  if (!counts_units(story)) {
    left.push_back(left_of(story, side, 0).value_or(0));
    for (const Chapter& chapter : story.chapters) left.push_back(left_of(story, side, chapter.last + 1).value_or(0));
    return left;
  }
  const auto deeds = deeds_of(story);
  for (std::size_t c = 0; c <= story.chapters.size(); ++c) {
    int standing = 0;
    for (const Member& member : story.members)
      if (const auto did = deeds.find(member.unit); member.side == side && member.fights && did != deeds.end())
        standing += did->second.lost_in < 0 || did->second.lost_in >= static_cast<int>(c) ? 1 : 0;
    left.push_back(standing);
  }
  return left;
}

std::vector<std::string> scores_of(const Story& story) {
  const std::vector<int> a = left_over_time(story, Side::A), b = left_over_time(story, Side::B);
  std::vector<std::string> scores;
  for (std::size_t c = 1; c < a.size() && c < b.size(); ++c)
    scores.push_back(story.sides[0] + " " + std::to_string(a[c]) + " : " + std::to_string(b[c]) + " " + story.sides[1]);
  return scores;
}

std::string balance_text(const Story& story, Side first, const std::string& who_had) {
  const Side second = first == Side::A ? Side::B : Side::A;
  const std::string other = with_article(story.sides[second == Side::A ? 0 : 1]);
  if (counts_units(story)) {
    const std::vector<int> mine = left_over_time(story, first), theirs = left_over_time(story, second);
    if (mine.front() == mine.back() && theirs.front() == theirs.back()) return neither_side(who_had) + "lost a unit";
    return who_had + " lost " + units_lost(mine.front() - mine.back(), mine.front(), false) + ", " + other + " " +
           units_lost(theirs.front() - theirs.back(), theirs.front(), true);
  }
  const auto mine = counter_of(story, first), theirs = counter_of(story, second);
  if (!mine || !theirs) return {};
  if (!mine->counts_down && mine->name == theirs->name && mine->value == 0 && theirs->value == 0)
    return neither_side(who_had) + "any " + mine->name + limit_words(story);
  return who_had + " " + left_text(*mine, false) + ", " + other + " " +
         left_text(*theirs, mine->counts_down && mine->name == theirs->name) + limit_words(story);
}

}  // namespace polemarch::assistant::story
