#include "assistant/replay/screen.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>

#include "assistant/present/table_scene.hpp"
#include "assistant/present/throws.hpp"
#include "assistant/story/close_calls.hpp"
#include "assistant/story/stats.hpp"
#include "assistant/story/words.hpp"
#include "engine/registry/registry.hpp"

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
          {"c", reel.pinned() ? "one moment" : "two moments"},
          {"v", "picture"},
          {"g", "play on from here"},
          {"Home", "start"},
          {"End", "end"}};
}

std::vector<Vec2> box_round(const std::vector<std::vector<Vec2>>& bases, double heading) {
  // Corners along the unit's own axes: front-left, front-right, rear-right, rear-left.
  const double h = heading * 3.14159265358979323846 / 180.0, c = std::cos(h), s = std::sin(h);
  double ahead = -1e9, behind = 1e9, left = -1e9, right = 1e9;
  for (const std::vector<Vec2>& corners : bases)
    for (const Vec2 p : corners) {
      const double u = p.x * c + p.y * s, v = -p.x * s + p.y * c;
      ahead = std::max(ahead, u), behind = std::min(behind, u), left = std::max(left, v), right = std::min(right, v);
    }
  const auto at = [&](double u, double v) { return Vec2{u * c - v * s, u * s + v * c}; };
  return {at(ahead, left), at(ahead, right), at(behind, right), at(behind, left)};
}

/// A tent; crossed where it is lost.
void add_camp(Scene& scene, const story::Camp& camp, bool lost) {
  const double r = 38;
  const auto line = [&](std::vector<Vec2> points, bool closed, Tone tone, double width) {
    for (Vec2& p : points) p = {camp.x + r * p.x, camp.y + r * p.y};
    scene.items.push_back({.shape = Polygon{std::move(points), closed, false},
                           .tone = tone,
                           .pattern = Pattern::Solid,
                           .width_mm = width,
                           .label = {},
                           .meaning = "camp",
                           .rule = {},
                           .about = camp.camp.text});
  };
  const Tone side = camp.side == Side::A ? Tone::SideA : Tone::SideB;
  line({{-1, -0.7}, {0, 0.8}, {1, -0.7}}, true, side, 6);
  line({{-0.3, -0.7}, {0, 0.1}, {0.3, -0.7}}, false, side, 4);
  if (!lost) return;
  line({{-1.2, -1.2}, {1.2, 1.2}}, false, Tone::Warn, 9);
  line({{-1.2, 1.2}, {1.2, -1.2}}, false, Tone::Warn, 9);
}

/// Bases, units with their outlines, and what the last command did, `dx` to the right.
void add_moment(ui::ViewState& view, const Reel& reel, std::size_t at, const std::vector<Standing>& places, double dx) {
  const Story& story = reel.story();
  Scene scene;
  present::add_table(scene, story.table, engine::measures_of(story.ruleset_key).length);
  const auto moved = [&](Vec2 p) { return Vec2{p.x + dx, p.y}; };
  const Moment* moment = at == 0 ? nullptr : &story.moments[at - 1];
  for (const story::Camp& camp : story.camps) {
    const bool lost = moment != nullptr && camp.lost != 0 && camp.lost <= moment->seq;
    if (lost || !story.stands(camp.camp, places)) add_camp(scene, camp, lost);  // its base is drawn with the others
  }
  if (moment != nullptr) {
    std::map<UnitId, std::pair<Vec2, Vec2>> ways;  // sums of where its bases were and are
    std::map<UnitId, int> count;
    for (const story::Shift& shift : moment->shifts) {
      if (!shift.from.on_table) continue;
      const story::Piece& piece = story.pieces[shift.piece];
      present::add_base(scene, piece.base, piece.unit, piece.footprint, {shift.from.x, shift.from.y}, shift.from.heading, Tone::Ghost,
                        Pattern::Dashed, false, "ghost");
      if (!shift.to.on_table) continue;
      auto& [from, to] = ways[piece.unit];
      from.x += shift.from.x, from.y += shift.from.y, to.x += shift.to.x, to.y += shift.to.y;
      ++count[piece.unit];
    }
    for (const auto& [unit, way] : ways) {
      const double n = count[unit];
      std::vector<Vec2> line{{way.first.x / n, way.first.y / n}};
      for (const story::Way& judged : moment->ways)
        if (judged.unit == unit)
          for (std::size_t i = 1; i + 1 < judged.stations.size(); ++i) line.push_back({judged.stations[i].x, judged.stations[i].y});
      line.push_back({way.second.x / n, way.second.y / n});
      scene.items.push_back({.shape = Polygon{std::move(line), false, false},
                             .tone = moment->deed == story::Deed::Charge ? Tone::Charge : Tone::Move,
                             .pattern = Pattern::Solid,
                             .width_mm = 6,
                             .label = {},
                             .meaning = "way",
                             .rule = {},
                             .about = unit.text});
    }
  }
  std::map<UnitId, std::vector<std::vector<Vec2>>> outlines;
  std::map<UnitId, double> headings;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i].on_table) continue;
    const story::Piece& piece = story.pieces[i];
    present::add_base(scene, piece.base, piece.unit, piece.footprint, {places[i].x, places[i].y}, places[i].heading,
                      piece.side == Side::A ? Tone::SideA : Tone::SideB, Pattern::Solid, true, "base");
    const bool alone =
        std::count_if(story.pieces.begin(), story.pieces.end(), [&](const story::Piece& other) { return other.unit == piece.unit; }) < 2;
    present::add_troops(scene, piece.troops, piece.side, piece.footprint, {places[i].x, places[i].y}, places[i].heading, alone);
    outlines[piece.unit].push_back(present::corners_of(piece.footprint, {places[i].x, places[i].y}, places[i].heading));
    headings.try_emplace(piece.unit, places[i].heading);
  }
  if (moment != nullptr)
    for (const engine::Lost& lost : moment->losses) {
      Vec2 where{};
      int count = 0;
      for (const story::Shift& shift : moment->shifts)
        if (story.pieces[shift.piece].unit == lost.unit && shift.from.on_table) where.x += shift.from.x, where.y += shift.from.y, ++count;
      if (count == 0) continue;
      const double r = 45, x = where.x / count, y = where.y / count;
      for (const double way : {1.0, -1.0})
        scene.items.push_back({.shape = Polygon{{{x - r, y - r * way}, {x + r, y + r * way}}, false, false},
                               .tone = Tone::Warn,
                               .pattern = Pattern::Solid,
                               .width_mm = 9,
                               .label = {},
                               .meaning = "lost",
                               .rule = {},
                               .about = lost.unit.text});
    }
  const auto marks = story.marks_after(at);
  for (std::size_t i = 0; i < story.members.size(); ++i) {
    const story::Member& member = story.members[i];
    ui::UnitView unit{member.unit, story.name(member.unit), member.side};
    unit.marks = marks[i];
    const auto outline = outlines.find(member.unit);
    unit.on_table = outline != outlines.end();
    if (unit.on_table) {
      unit.heading_deg = headings[member.unit];
      unit.outline = box_round(outline->second, unit.heading_deg);
      for (Vec2& p : unit.outline) p = moved(p), unit.at.x += p.x / 4, unit.at.y += p.y / 4;
    }
    view.units.push_back(std::move(unit));
  }
  for (SceneItem& item : scene.items) {
    if (dx != 0) {
      if (item.meaning == "box_name") continue;  // the left table has them
      if (auto* polygon = std::get_if<Polygon>(&item.shape))
        for (Vec2& p : polygon->points) p = moved(p);
      if (auto* circle = std::get_if<Circle>(&item.shape)) circle->centre = moved(circle->centre);
      if (auto* arc = std::get_if<ArcShape>(&item.shape)) arc->centre = moved(arc->centre);
      if (auto* text = std::get_if<TextShape>(&item.shape)) text->at = moved(text->at);
    }
    view.scene.items.push_back(std::move(item));
  }
  view.scene.width_mm = dx + scene.width_mm;
  view.scene.depth_mm = scene.depth_mm;
}

/// What a moment belongs to: its order's words for an answer, else its own.
std::string title_of(const Story& story, const Moment& moment) {
  if (!moment.clause.empty()) return story::capital(moment.clause);
  if (moment.order > 0 && moment.order < moment.seq && static_cast<std::size_t>(moment.order) <= story.moments.size())
    if (const Moment& order = story.moments[static_cast<std::size_t>(moment.order) - 1]; !order.clause.empty())
      return story::capital(order.clause);
  return moment.sentence;
}

/// The card of the order a moment belongs to, with all that was thrown for it so far.
ui::ResultView card_of(const Story& story, const Moment& moment) {
  ui::ResultView card;
  card.title = title_of(story, moment);
  if (moment.side == Viewer::A || moment.side == Viewer::B) card.whose = moment.side == Viewer::A ? Side::A : Side::B;
  const std::int64_t order = moment.order > 0 ? std::min(moment.order, moment.seq) : moment.seq;
  for (auto part = static_cast<std::size_t>(order - 1); part < static_cast<std::size_t>(moment.seq) && part < story.moments.size();
       ++part) {
    const Moment& one = story.moments[part];
    if (one.seq != moment.seq && (one.undone || (one.order > 0 ? one.order : one.seq) != order)) continue;
    for (const engine::Thrown& thrown : one.throws) {
      ui::ThrowView shown = present::throw_view(thrown);
      shown.text = (thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower)) + ", " + thrown.purpose;
      card.throws.push_back(std::move(shown));
    }
  }
  for (const engine::Reason& reason : moment.reasons) {
    if (card.rows.size() < 10) card.rows.push_back({story::reason_words(reason), reason.rule, story::measure_text(reason), {}});
  }
  for (const engine::Lost& lost : moment.losses) card.follows.push_back(story::capital(story::loss_text(story, lost)));
  const auto said = [&](const std::string& line) {  // by a throw or a loss above
    const bool throws = line.find(", good") != std::string::npos || line.find(", failed") != std::string::npos;
    return (throws && !moment.throws.empty()) || (line.find("lost") != std::string::npos && !moment.losses.empty());
  };
  if (story::is_close(moment)) card.follows.push_back(story::capital("too close to call: " + story::settled_text(story, moment)));
  for (const std::string& line : moment.told)
    if (card.follows.size() < 4 && !said(line)) card.follows.push_back(story::capital(story::without_rules(line)));
  return card;
}

ui::LogLine line_of(const Moment& moment) {
  const Tone tone = moment.ruling == "refused" ? Tone::Blocked : story::is_close(moment) ? Tone::Warn : Tone::Text;
  std::optional<Side> whose;
  if (moment.by == "A" || moment.by == "B") whose = moment.by == "A" ? Side::A : Side::B;
  return {moment.seq, std::to_string(moment.seq) + "  " + moment.sentence, tone, whose};
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
    if (!strip.stretches.empty() && strip.stretches.back().turn == moment.turn && strip.stretches.back().side == side)
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
  } else if (key == "q" || key == "Escape") {
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
  view.phase = moment == nullptr ? "" : moment->phase;
  if (moment != nullptr && (moment->side == Viewer::A || moment->side == Viewer::B))
    view.to_play = moment->side == Viewer::A ? Side::A : Side::B;
  view.now = "Replay, " + where + ", " + std::to_string(reel.at()) + " of " + std::to_string(reel.commands());
  if (moment != nullptr) {
    view.now += ", " + story::clock_text(moment->t) + ": " + moment->sentence;
    view.call = story::clock_text(moment->t) + ", " + moment->sentence;
    view.card = card_of(story, *moment);
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
  if (reel.at() == reel.commands() && story.ending)
    view.ended = ui::EndedView{story.ending->winner ? std::string(name_of(*story.ending->winner)) : "draw", story.ending->text};
  view.source = "replay of " + story.log;
  view.replay = strip_of(reel);
  for (std::size_t i = reel.at(); i < reel.end() && i < reel.at() + kAhead; ++i) view.replay->ahead.push_back(line_of(story.moments[i]));
  if (reel.end() < reel.commands())
    view.notices.push_back(
        {"reading the log: " + std::to_string(reel.end()) + " of " + std::to_string(reel.commands()) + " commands", Tone::Text, {}});
  return view;
}

}  // namespace polemarch::assistant::replay
