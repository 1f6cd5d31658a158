#include "assistant/replay/screen.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "assistant/present/throws.hpp"
#include "assistant/replay/moment_scene.hpp"
#include "assistant/story/close_calls.hpp"
#include "assistant/story/lead.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/taken_back.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/verbs.hpp"

namespace polemarch::assistant::replay {

using story::Moment;
using story::Standing;
using story::Story;

namespace {

constexpr std::size_t kAhead = 8;      ///< commands to come that the history shows
constexpr double kBetweenTables = 80;  ///< mm between two moments side by side

struct Control {
  const char* key;
  const char* text;
};
/// The first ones stand in the card of what is now, the others under the table.
std::vector<Control> controls_of(const Reel& reel) {
  return {{"Space", reel.playing() ? "pause" : "play"},
          {"Left", "back"},
          {"Right", "on"},
          {"Tab", "next loss"},
          {"PageUp", "turn back"},
          {"PageDown", "turn"},
          {"p", "phase"},
          {"u", "ruling"},
          {"Down", "slower"},
          {"Up", "faster"},
          {"b", "bookmark"},
          {"n", "next bookmark"},
          {"g", "play on from here"},
          {"c", reel.pinned() ? "one moment" : "two moments"},
          {"v", "picture"},
          {"Home", "start"},
          {"End", "end"}};
}

/// "First cohort could not move to c5": an order to move whose throw failed while nobody moved. Else as it stands.
std::string as_it_went(const Story& story, const story::Act& act, std::string title) {
  const auto of = [&](std::uint32_t at) -> const Moment& { return story.moments[at]; };
  const Moment& order = of(act.moments.front());
  const std::string name = story.name(order.unit);
  const bool failed = std::ranges::any_of(act.moments, [&](auto at) {
    return std::ranges::any_of(
        of(at).throws, [&](const engine::Thrown& thrown) { return thrown.thrower == order.unit && thrown.need > 0 && thrown.good == 0; });
  });
  const bool moved = std::ranges::any_of(act.moments, [&](auto at) { return !of(at).shifts.empty(); });
  if (order.deed != story::Deed::Move || !failed || moved || name.empty() || !title.starts_with(name + " ")) return title;
  title = engine::cannot(title, name.size());
  const std::string can = " cannot ";
  if (const std::size_t at = title.find(can); at != std::string::npos) title.replace(at, can.size(), " could not ");
  return title;
}

/// What a moment belongs to, as far as it has come: the order with its answers and throws, or dice that stand alone. A story that is still
/// read has no acts yet; there the log says which order a moment serves.
story::Act act_so_far(const Story& story, std::size_t at) {
  story::Act part;
  for (const story::Act& act : story.acts) {
    if (std::find(act.moments.begin(), act.moments.end(), at) == act.moments.end()) continue;
    part.title = act.title;
    std::copy_if(act.moments.begin(), act.moments.end(), std::back_inserter(part.moments), [&](auto one) { return one <= at; });
    break;
  }
  const Moment& moment = story.moments[at];
  const auto order_of = [](const Moment& one) { return one.order > 0 ? one.order : one.seq; };
  const std::size_t order = moment.order > 0 && moment.order < moment.seq ? static_cast<std::size_t>(moment.order) - 1 : at;
  if (part.moments.empty())
    for (std::size_t one = order; one <= at; ++one)
      if (order_of(story.moments[one]) == order_of(moment)) part.moments.push_back(static_cast<std::uint32_t>(one));
  std::erase_if(part.moments, [&](auto one) { return one != at && story.moments[one].undone; });
  if (!moment.clause.empty())
    part.title = story::capital(moment.clause);
  else if (part.title.empty())
    part.title = story.moments[order].clause.empty() ? moment.sentence : story::capital(story.moments[order].clause);
  part.title = as_it_went(story, part, std::move(part.title));
  return part;
}

/// The card of what a moment belongs to, with all that was thrown for it so far; nothing is said twice.
ui::ResultView card_of(const Story& story, std::size_t at) {
  const Moment& moment = story.moments[at];
  const story::Act act = act_so_far(story, at);
  ui::ResultView card;
  card.title = act.title;
  if (moment.side == Viewer::A || moment.side == Viewer::B) card.whose = moment.side == Viewer::A ? Side::A : Side::B;
  for (const std::uint32_t one : act.moments)
    for (const engine::Thrown& thrown : story.moments[one].throws) {
      ui::ThrowView shown = present::throw_view(thrown);
      shown.text = (thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower)) + ", " + thrown.purpose;
      card.throws.push_back(std::move(shown));
    }
  for (const engine::Reason& reason : moment.reasons) {
    if (card.rows.size() < 10) card.rows.push_back({story::reason_words(reason), reason.rule, story::measure_text(reason), {}});
  }
  std::vector<std::string> said = story::said_by(story, act);
  for (const std::string& loss : story::losses_text(story, moment.losses)) {
    const auto longer =
        std::find_if(moment.told.begin(), moment.told.end(), [&](const std::string& line) { return line.starts_with(loss); });
    card.follows.push_back(
        {story::capital(longer == moment.told.end() ? loss : story::without_rules(*longer)), {engine::News::Loss, engine::Glyph::Gone}});
    for (std::string& word : story::words_said({card.follows.back().text})) said.push_back(std::move(word));
  }
  if (story::is_close(moment)) card.follows.push_back({story::capital("too close to call: " + story::settled_text(story, moment)), {}});
  for (std::size_t i = 0; i < moment.told.size(); ++i) {
    const std::string& line = moment.told[i];
    const bool says_throw = moment.tells_throw(i) && !moment.throws.empty();
    if (card.follows.size() < 4 && !says_throw && !story::says_again(line, said))
      card.follows.push_back({story::capital(story::without_rules(line)), i < moment.gists.size() ? moment.gists[i] : engine::Gist()});
  }
  return card;
}

/// The sentence of a moment without its many dice, which lie on the card: what came of them finds room.
std::string without_many_dice(const Moment& moment) {
  constexpr std::size_t kFew = 4;
  std::size_t most = 0;
  for (const engine::Thrown& thrown : moment.throws) most = std::max(most, thrown.values.size());
  std::string words = moment.sentence;
  const std::size_t from = words.find(", throws "), list = from + std::string_view(", throws ").size();
  if (most <= kFew || from == std::string::npos) return words;
  const std::size_t end = words.find_first_not_of("0123456789, and", list);
  return words.erase(from, (end == std::string::npos ? words.size() : end) - from);
}

ui::LogLine line_of(const Moment& moment) {
  const Tone tone = moment.ruling == "refused" ? Tone::Blocked : story::is_close(moment) ? Tone::Warn : Tone::Text;
  std::optional<Side> whose;
  if (moment.by == "A" || moment.by == "B") whose = moment.by == "A" ? Side::A : Side::B;
  return {moment.seq, std::to_string(moment.seq) + "  " + without_many_dice(moment), tone, whose};
}

/// What is left of a side after so many commands. Where its first counter knows few steps (divisions that have broken), what all its parts
/// can still lose together says more.
std::optional<int> strength_of(const Story& story, Side side, std::size_t moments) {
  constexpr int kFewSteps = 3;
  const auto whole = story::left_of(story, side, moments);
  const std::size_t first = story.main_index(side);
  const std::vector<std::int16_t>& counted = moments == 0 ? story.counted : story.moments[moments - 1].counted;
  if (!whole || story.counters[first].counts_down || story.counters[first].limit.value_or(0) > kFewSteps) return whole;
  std::optional<int> parts;
  for (std::size_t i = 0; i < story.counters.size() && i < counted.size(); ++i) {
    const engine::Counter& counter = story.counters[i];
    if (i == first || counter.side != side || counter.counts_down || !counter.limit) continue;
    parts = parts.value_or(0) + std::max(0, *counter.limit - counted[i]);
  }
  return parts ? parts : whole;
}

ui::ReplayView strip_of(const Reel& reel) {
  const Story& story = reel.story();
  ui::ReplayView strip;
  strip.at = static_cast<std::int64_t>(reel.at());
  strip.count = static_cast<std::int64_t>(reel.commands());
  strip.read = static_cast<std::int64_t>(reel.end());
  strip.playing = reel.playing();
  strip.turn_word = story::capital(story.turn_word);
  strip.speed = reel.speed();
  if (reel.pinned()) strip.pinned = static_cast<std::int64_t>(*reel.pinned());
  for (std::size_t i = 0; i < story.moments.size(); ++i) {
    const Moment& moment = story.moments[i];
    std::optional<Side> side;
    if (moment.turn > 0 && moment.side == Viewer::A) side = Side::A;
    if (moment.turn > 0 && moment.side == Viewer::B) side = Side::B;
    const auto at = static_cast<std::int64_t>(i);
    if (!strip.stretches.empty() && story::is_gone(moment))  // what was taken back begins no turn
      strip.stretches.back().to = at + 1;
    else if (!strip.stretches.empty() && strip.stretches.back().turn == moment.turn && strip.stretches.back().side == side)
      strip.stretches.back().to = at + 1;
    else
      strip.stretches.push_back({at, at + 1, side, moment.turn});
  }
  for (const Moment& moment : story.moments) {
    if (moment.undone) continue;
    const auto behind = static_cast<std::int64_t>(&moment - story.moments.data()) + 1;
    if (!moment.losses.empty()) {
      const story::Member* member = story.member(moment.losses.front().unit);
      strip.losses.push_back({behind, member == nullptr ? Side::A : member->side});
    }
    if (moment.ruled || story::is_close(moment) || moment.back_to >= 0) strip.rulings.push_back(behind);
  }
  for (const std::int64_t seq : reel.bookmarks()) strip.bookmarks.push_back(seq);
  for (std::size_t side = 0; side < 2; ++side) {
    const Side which = side == 0 ? Side::A : Side::B;
    std::optional<int> last;
    for (std::size_t i = 0; i <= story.moments.size(); ++i) {
      const auto left = strength_of(story, which, i);
      if (!left) break;
      if (left != last) strip.left[side].push_back({static_cast<std::int64_t>(i), *left});
      last = left;
    }
  }
  return strip;
}

}  // namespace

Wish press(Reel& reel, const std::string& key, bool shift) {
  const int by = shift ? -1 : 1;
  if (key.starts_with("@")) {
    std::int64_t at = 0;
    for (const char c : key.substr(1)) at = c >= '0' && c <= '9' && at < 100'000'000 ? at * 10 + (c - '0') : at;
    reel.go(static_cast<std::size_t>(at));
  } else if (key == "Space") {
    reel.play(!reel.playing());
  } else if (key == "Right" || key == "+") {
    reel.play(false);
    reel.jump(Jump::Command, 1);
  } else if (key == "Left" || key == "-" || key == "Backspace") {
    reel.play(false);
    reel.jump(Jump::Command, -1);
  } else if (key == "PageDown" || key == "PageUp") {
    reel.jump(Jump::Turn, key == "PageDown" ? 1 : -1);
  } else if (key == "p") {
    reel.jump(Jump::Phase, by);
  } else if (key == "Tab") {
    reel.jump(Jump::Loss, by);
  } else if (key == "u") {
    reel.jump(Jump::Ruling, by);
  } else if (key == "n") {
    reel.jump(Jump::Bookmark, by);
  } else if (key == "Up" || key == "Down") {
    reel.faster(key == "Up" ? 1 : -1);
  } else if (key == "Home") {
    reel.go(0);
  } else if (key == "End") {
    reel.go(reel.end());
  } else if (key == "c") {
    reel.pin();
  } else if (key == "b") {
    reel.toggle_bookmark();
    return Wish::Bookmarks;
  } else if (key == "g") {
    return Wish::LeaveHere;
  } else if (key == "Escape") {  // one step back, as in play: two moments, then the playing
    reel.pinned() ? reel.pin() : reel.play(false);
  } else if (key == "q") {
    return Wish::Quit;
  }
  return Wish::Nothing;
}

ui::ViewState view_of(const Reel& reel, const ScreenLook& look) {
  const Story& story = reel.story();
  const Moment* moment = reel.moment();
  ui::ViewState view;
  view.title = story.ruleset + ": " + story.title;
  view.side_names = story.sides;
  view.light = look.light;
  view.type_scale = look.type_scale;
  view.quarter_turns = look.quarter_turns;
  view.show_keys = look.show_keys;
  const std::string where = moment == nullptr   ? "the start"
                            : moment->turn == 0 ? "before the first " + story.turn_word
                                                : story::turn_text(story, moment->turn) + ", " + story.side_name(moment->side);
  view.moment = moment == nullptr || moment->turn == 0 ? "Set-up" : story::capital(story::turn_text(story, moment->turn));
  view.phase = std::to_string(reel.at()) + " of " + std::to_string(reel.commands());
  if (moment != nullptr && !moment->phase.empty()) view.phase += ", " + moment->phase;
  if (moment != nullptr && (moment->side == Viewer::A || moment->side == Viewer::B))
    view.to_play = moment->side == Viewer::A ? Side::A : Side::B;
  view.now = "Replay, " + where + ", " + std::to_string(reel.at()) + " of " + std::to_string(reel.commands());
  if (moment != nullptr) {
    view.now += ", " + story::clock_text(moment->t) + ": " + moment->sentence;
    view.call = story::clock_text(moment->t) + ", " + without_many_dice(*moment);
    view.card = card_of(story, reel.at() - 1);
    view.result = moment->sentence;
    if (moment->undone) view.notices.push_back({"this was taken back later", Tone::Warn, {}});
  } else {
    view.now += ": everybody stands as set up";
    view.call = "Everybody stands as set up";
  }
  for (const Control& control : controls_of(reel)) {
    ui::OptionView option;
    option.key = control.key;
    option.text = control.text;
    option.intent = TypeKey{control.key};
    view.menu.push_back(std::move(option));
  }
  if (reel.pinned()) {
    const std::vector<Standing> before = reel.places(*reel.pinned());
    add_moment(view, reel, *reel.pinned(), before, 0);
    const double dx = story.table.width.mm() + kBetweenTables;
    add_moment(view, reel, reel.at(), reel.shown(), dx);
    view.notices.push_back(
        {"left: command " + std::to_string(*reel.pinned()) + ", right: command " + std::to_string(reel.at()), Tone::Text, {}});
  } else {
    add_moment(view, reel, reel.at(), reel.shown(), 0);
  }
  const std::vector<std::int16_t>& counted = moment == nullptr ? story.counted : moment->counted;
  for (std::size_t i = 0; i < story.counters.size() && i < counted.size(); ++i) {
    const engine::Counter& counter = story.counters[i];
    view.counters.push_back({counter.side, counter.name, counted[i], counter.limit, counter.start, counter.counts_down});
  }
  // The commands round this one, newest last.
  const std::size_t from = reel.at() > 12 ? reel.at() - 12 : 0;
  for (std::size_t i = from; i < reel.at(); ++i) view.log.push_back(line_of(story.moments[i]));
  if (reel.at() == reel.commands() && story.ending) {
    view.ended = ui::EndedView{story.ending->winner ? std::string(name_of(*story.ending->winner)) : "draw", story::ending_of(story)};
    view.moment = "The end";
    view.call = view.ended->text;
    view.now = "Replay, the end, " + view.phase + ": " + view.ended->text;
  }
  view.source = "replay of " + story.log;
  view.replay = strip_of(reel);
  for (std::size_t i = reel.at(); i < reel.end() && i < reel.at() + kAhead; ++i) view.replay->ahead.push_back(line_of(story.moments[i]));
  if (reel.end() < reel.commands())
    view.notices.push_back(
        {"reading the log: " + std::to_string(reel.end()) + " of " + std::to_string(reel.commands()) + " commands", Tone::Text, {}});
  return view;
}

}  // namespace polemarch::assistant::replay
