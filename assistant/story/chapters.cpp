#include "assistant/story/chapters.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "assistant/story/taken_back.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {

namespace {

/// A side has its part of a turn, the other has its own, and then the first again: they alternate.
bool comes_again(const Story& story, std::size_t first, std::size_t end) {
  for (std::size_t i = first + 1; i < end; ++i)
    for (std::size_t before = first; before + 1 < i; ++before)
      if (story.chapters[before].side == story.chapters[i].side) return true;
  return false;
}

/// Puts the moment at index `at` into the last chapter, or begins one.
void place_in_chapter(std::vector<Chapter>& chapters, std::uint32_t at, const Moment& moment) {
  const auto one_sided = [](Viewer who) { return who == Viewer::A || who == Viewer::B; };
  const bool sided = one_sided(moment.side), gone = is_gone(moment);
  bool fresh = chapters.empty();
  if (!fresh && !gone) {
    Chapter& now = chapters.back();
    const bool now_sided = one_sided(now.side);
    fresh = moment.turn != now.turn || (now.turn > 0 && sided && now_sided && moment.side != now.side);
    if (!fresh && now.turn > 0 && sided && !now_sided) now.side = moment.side;
  }
  if (fresh) chapters.push_back({moment.turn, moment.turn == 0 ? Viewer::Both : moment.side, at, at});
  chapters.back().last = at;
}

}  // namespace

void gather_chapters(Story& story) {
  story.chapters.clear();
  for (std::uint32_t i = 0; i < story.moments.size(); ++i) place_in_chapter(story.chapters, i, story.moments[i]);
}

void join_alternating(Story& story) {
  constexpr std::size_t most = 4;
  std::vector<Chapter>& chapters = story.chapters;
  const auto end_of_turn = [&](std::size_t i) {
    std::size_t end = i + 1;
    while (end < chapters.size() && chapters[end].turn == chapters[i].turn) ++end;
    return end;
  };
  std::size_t turns = 0;
  for (std::size_t i = 0; i < chapters.size(); i = end_of_turn(i)) turns += comes_again(story, i, end_of_turn(i)) ? 1 : 0;
  const bool alternates = turns > 1;  // one may be the players' own doing
  std::vector<Chapter> joined;
  for (std::size_t i = 0; i < chapters.size();) {
    const std::size_t end = end_of_turn(i);
    if (end - i > most || (alternates && chapters[i].turn > 0))
      joined.push_back({chapters[i].turn, Viewer::Both, chapters[i].first, chapters[end - 1].last});
    else
      joined.insert(joined.end(), chapters.begin() + static_cast<std::ptrdiff_t>(i), chapters.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  chapters = std::move(joined);
}

namespace {

/// Dice that hang on an order in the log and are not its own, because none of its units has a part in them: those of a later turn or
/// phase, those that follow where a phase was ended, and those of others that a unit's own test brought on. Initiative, omens, checks at a
/// turn's end.
/// `tested`: the order's unit has thrown for itself already.
bool stands_alone(const Moment& moment, const Moment& order, bool tested) {
  if (moment.deed != Deed::Answer || moment.throws.empty() || moment.turn < order.turn) return false;
  const auto has_part = [&](const engine::Thrown& thrown) {
    for (const UnitId* unit : {&thrown.thrower, &thrown.at})
      if (!unit->empty() && (*unit == order.unit || *unit == order.target)) return true;
    return false;
  };
  const bool later = moment.turn > order.turn || moment.phase != order.phase;
  // A test of one unit's own brought what was kept until then: hits, and how others bear them.
  const bool beside = tested && order.deed == Deed::Other && order.target.empty();
  return moment.turn > order.turn ||
         ((later || closes(order) || beside) && std::none_of(moment.throws.begin(), moment.throws.end(), has_part));
}

/// Questions a battle begins with hang on the first answer, and each is an act of its own.
bool is_prelude(const Moment& order) { return order.turn == 0 && order.deed == Deed::Answer; }

/// A question of the prelude is answered, or dice are thrown: several of one side for one thing ("hieres, roll 2") go together.
bool asks_anew(const Moment& moment, const Moment& before) {
  if (moment.throws.empty()) return !moment.answer.empty();
  if (before.throws.empty()) return true;
  const auto thrown_for = [](const engine::Thrown& thrown) { return thrown.purpose.substr(0, thrown.purpose.find(',')); };
  const engine::Thrown &now = moment.throws.front(), &then = before.throws.back();
  return now.who != then.who || thrown_for(now) != thrown_for(then);
}

/// It says who comes next and nothing else: what that unit does is told anyway, so a reader loses nothing with it.
bool only_calls(const Moment& moment) {
  return moment.action == "call" && moment.ruling == "allowed" && !moment.ruled && moment.throws.empty() && moment.losses.empty() &&
         moment.shifts.empty();
}

}  // namespace

void gather_acts(Story& story) {
  using Key = std::tuple<std::int64_t, int, std::string>;  // the order; turn and phase of dice that stand alone
  std::map<Key, std::size_t> acts;
  std::map<std::int64_t, std::uint32_t> orders;  // seq -> moment
  std::set<std::int64_t> tested;                 // orders whose unit has thrown
  Key asked;                                     // the question of the prelude that was answered last
  std::uint32_t chapter = 0;
  for (std::uint32_t i = 0; i < story.moments.size(); ++i) {
    while (chapter + 1 < story.chapters.size() && story.chapters[chapter].last < i) ++chapter;
    const Moment& moment = story.moments[i];
    if (only_calls(moment) && !story.acts.empty() && story.acts.back().chapter == chapter) {
      acts[{moment.seq, 0, {}}] = story.acts.size() - 1;
      story.acts.back().moments.push_back(i);
      continue;
    }
    const auto order = moment.order == moment.seq ? orders.end() : orders.find(moment.order);
    Key key{moment.order, 0, {}};
    if (order == orders.end())
      key = {moment.seq, 0, {}}, orders[moment.seq] = i;
    else if (stands_alone(moment, story.moments[order->second], tested.contains(moment.order)))
      key = {moment.order, moment.turn, moment.phase};
    else if (story.moments[order->second].turn == 0 && moment.turn > 0 && !moment.answer.empty())  // asked as the first turn begins
      key = {moment.order, static_cast<int>(i), "asked"};
    else if (is_prelude(story.moments[order->second]) && moment.turn == 0)
      key = asks_anew(moment, story.moments[story.acts[acts.at(asked)].moments.back()]) ? Key{moment.order, static_cast<int>(i), "asked"}
                                                                                        : asked;
    if (is_prelude(story.moments[orders.at(std::get<0>(key))])) asked = key;
    const UnitId& unit = story.moments[orders.at(std::get<0>(key))].unit;
    for (const engine::Thrown& thrown : moment.throws)
      if (!unit.empty() && thrown.thrower == unit) tested.insert(std::get<0>(key));
    if (const auto known = acts.find(key); known != acts.end()) {
      story.acts[known->second].moments.push_back(i);
      continue;
    }
    acts[key] = story.acts.size();
    story.acts.push_back({chapter, {i}, {}, {}, false, false});
  }
}

}  // namespace polemarch::assistant::story
