#include <algorithm>
#include <array>
#include <span>

#include "ui/keys.hpp"
#include "ui/page/cards.hpp"
#include "ui/page/glyphs.hpp"

namespace polemarch::ui::page {

namespace {

/// "sim:/home/us/scene.json: 24 pictures a second" has no room for where the file lies. What stands before it, "pictures are kept, ",
/// stays.
std::string without_folders(std::string source) {
  const std::size_t name_ends = std::min(source.find(": "), source.size()), slash = source.rfind('/', name_ends);
  const std::size_t comma = source.rfind(", ", slash), begins = comma == std::string::npos ? 0 : comma + 2;
  const std::size_t from = source.compare(begins, 4, "sim:") == 0 ? begins + 4 : begins;
  const std::size_t address = source.find("://");
  if (slash == std::string::npos || slash < from || address < name_ends) return source;
  return source.erase(from, slash + 1 - from);
}

/// Where its name and its figures find no room the figures go first: "24 pictures a second, http://phone:8080/video".
std::string source_in(const Pen& pen, const std::string& source, double room) {
  std::string words = without_folders(source);
  const std::size_t figures = words.rfind(": ");
  if (figures == std::string::npos || words.find(" a second", figures) == std::string::npos || pen.width_of(words, type::kSmall) <= room)
    return words;
  const std::size_t comma = words.rfind(", ", figures), name = comma == std::string::npos ? 0 : comma + 2;
  return words.substr(0, name) + words.substr(figures + 2) + ", " + words.substr(name, figures - name);
}

/// How much of a counter is told: all of it, or what two and more of a side leave room for.
enum class Told { Whole, Short, Least };

bool as_discs(const CounterView& shown) { return shown.counts_down && shown.start && *shown.start <= 12; }
bool as_bar(const CounterView& shown) { return shown.limit && !shown.counts_down; }

std::string words_of(const CounterView& shown, Told told) {
  if (as_discs(shown)) return shown.name;
  if (as_bar(shown))
    return std::to_string(shown.value) +
           (told == Told::Whole ? " lost, breaks at " + std::to_string(*shown.limit) : " of " + std::to_string(*shown.limit));
  return std::to_string(shown.value) + (shown.start ? " of " + std::to_string(*shown.start) : "") + " " + shown.name;
}

double bar_width(const Pen& pen, Told told) { return pen.px(told == Told::Whole ? 112 : told == Told::Short ? 60 : 36); }

double counter_width(const Pen& pen, const CounterView& shown, Told told) {
  const double gap = pen.px(told == Told::Least ? 12 : 18);
  if (as_discs(shown))
    return pen.px(22) * std::max(shown.start.value_or(shown.value), shown.value) +
           (told == Told::Whole ? pen.px(4) + pen.width_of(shown.name, type::kAside) : 0) + gap;
  if (as_bar(shown))
    return pen.width_of(shown.name, type::kSmall) + bar_width(pen, told) + pen.px(16) + pen.width_of(words_of(shown, told), type::kSmall) +
           gap;
  return pen.width_of(words_of(shown, told), type::kAside) + gap;
}

/// Discs for what counts down, a bar with a notch for losses that grow towards a limit.
void counter(Pen& pen, const CounterView& shown, Told told, double x, double middle) {
  const Theme& theme = pen.theme();
  if (as_discs(shown)) {
    const int start = std::max(shown.start.value_or(shown.value), shown.value);
    for (int i = 0; i < start; ++i) {
      const Px centre{x + pen.px(8.4), middle};
      if (i < shown.value) {
        pen.disc(centre, 8.4, theme.line(shown.side));
      } else {
        pen.disc(centre, 7.4, {}, theme.third, 2);
        pen.line({centre.x - pen.px(6), middle + pen.px(6)}, {centre.x + pen.px(6), middle - pen.px(6)}, theme.third, 2);
      }
      x += pen.px(22);
    }
    if (told == Told::Whole) pen.text(x + pen.px(4), middle, shown.name, type::kAside, theme.second);
  } else if (as_bar(shown)) {
    x += pen.text(x, middle, shown.name, type::kSmall, theme.second) + pen.px(8);
    const double width = bar_width(pen, told),
                 share = *shown.limit > 0 ? std::clamp(static_cast<double>(shown.value) / *shown.limit, 0.0, 1.0) : 0.0;
    pen.rect({x, middle - pen.px(5), width, pen.px(10)}, theme.raised, theme.key_edge);
    pen.rect({x, middle - pen.px(5), width * 0.8 * share, pen.px(10)}, theme.line(shown.side));
    pen.rect({x + width * 0.8 - pen.px(1), middle - pen.px(8), pen.px(3), pen.px(16)}, theme.text);
    pen.text(x + width + pen.px(8), middle, words_of(shown, told), type::kSmall, theme.text);
  } else {
    pen.text(x, middle, words_of(shown, told), type::kAside, theme.text);
  }
}

/// What one side has left, in two rows from its outer edge inwards: A from the left, B from the right. What finds no room is counted.
void side_part(Pen& pen, const ViewState& view, Side side, Box box) {
  const Theme& theme = pen.theme();
  const bool left = side == Side::A;
  const double first = box.y + pen.px(27), second = box.y + pen.px(60), far = left ? box.x + box.w : box.x;
  // `width` pixels further in from the outer edge; where they begin.
  const auto take = [&](double& at, double width) {
    const double from = left ? at : at - width;
    at += left ? width : -width;
    return from;
  };
  const auto room = [&](double at) { return left ? far - at : at - far; };
  std::vector<const CounterView*> above, below;
  for (const CounterView& shown : view.counters)
    if (shown.side == side) (shown.counts_down ? above : below).push_back(&shown);
  double at = left ? box.x : box.x + box.w, medals = 0;
  const double wide = pen.width_of(view.side_names[left ? 0 : 1], 22, Face::Bold) + pen.plate_width(name_of(side), 30) + pen.px(42);
  for (const Told told : {Told::Whole, Told::Least}) {  // the name before what its discs are called
    if (told == Told::Least && wide + medals <= room(at)) break;
    medals = 0;
    for (const CounterView* shown : above) medals += counter_width(pen, *shown, told);
  }
  const double plate = pen.plate_width(name_of(side), 30);
  pen.plate(take(at, plate), first, name_of(side), side, 30);
  take(at, pen.px(10));
  const std::string name =
      pen.fitted(view.side_names[left ? 0 : 1], std::max(room(at) - medals, room(at) * 0.35) - pen.px(16), 22, Face::Bold);
  pen.text(take(at, pen.width_of(name, 22, Face::Bold)), first, name, 22, theme.text, Face::Bold);
  take(at, pen.px(16));
  const auto row = [&](const std::vector<const CounterView*>& counters, double& from, double middle) {
    double whole = 0;
    for (const CounterView* shown : counters) whole += counter_width(pen, *shown, Told::Whole);
    Told told = Told::Whole;
    for (const Told next : {Told::Short, Told::Least})
      if (whole > room(from)) {
        told = next, whole = 0;
        for (const CounterView* shown : counters) whole += counter_width(pen, *shown, told);
      }
    std::size_t done = 0;
    for (const CounterView* shown : counters) {
      const double width = counter_width(pen, *shown, told);
      const double kept = done + 1 < counters.size() ? pen.px(56) : 0;  // for those counted
      if (width + kept > room(from)) break;
      counter(pen, *shown, told, take(from, width) + (left ? 0 : pen.px(told == Told::Least ? 12 : 18)), middle);
      ++done;
    }
    if (done == counters.size()) return;
    const std::string more = std::to_string(counters.size() - done) + " more";
    pen.text(take(from, pen.width_of(more, type::kSmall)), middle, more, type::kSmall, theme.third);
  };
  row(above, at, first);
  double under = left ? box.x : box.x + box.w;
  row(below, under, second);
  if (!below.empty()) return;
  for (const CounterView* shown : above)  // what loses the battle
    if (shown->limit == 0) {
      const std::string words = shown->start ? "loses when the last is gone" : "loses below 0";
      pen.text(take(under, pen.width_of(words, type::kSmall)), second, words, type::kSmall, theme.second);
      return;
    }
}

/// "A 0:31  B 0:24", hours and minutes. Returns its width.
double time_used(Pen& pen, const ViewState& view, double x, double top) {
  double at = x;
  for (const Side side : {Side::A, Side::B}) {
    const int minutes = view.used_min[side == Side::A ? 0 : 1];
    const std::string words =
        std::string(name_of(side)) + " " + std::to_string(minutes / 60) + (minutes % 60 < 10 ? ":0" : ":") + std::to_string(minutes % 60);
    at += pen.text(at, top + pen.px(58), words, type::kButton, pen.theme().text, Face::Bold) + pen.px(10);
  }
  pen.text(x, top + pen.px(28), "Time used", type::kSmall, pen.theme().second, Face::Bold);
  return at - x;
}

/// Where pictures come from, small; below it in a word how well they are seen, or what is wrong.
void camera_part(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const double right = box.x + box.w, first = box.y + pen.px(28), second = box.y + pen.px(58);
  pen.text_right(right, first, pen.fitted(view.source.empty() ? "no camera" : source_in(pen, view.source, box.w), box.w, type::kSmall),
                 type::kSmall, theme.second);
  const bool wrong = view.source_lost || (view.trouble && view.trouble->serious), bumped = view.trouble && !view.trouble->serious;
  const auto hidden = std::count_if(view.unseen.begin(), view.unseen.end(), [](const UnseenView& one) { return !one.unit.empty(); });
  const std::size_t measured = view.trust.find(" on average");
  const std::string trust = measured == std::string::npos ? "" : view.trust.substr(0, measured);
  std::string words = trust.empty() ? "" : "good, " + trust;
  if (hidden > 0) words = (trust.empty() ? "" : trust + ", ") + std::to_string(hidden) + " not in sight";  // a card says which
  if (view.can_drag) words = "by hand";
  if (bumped) words = "bumped, " + trust;
  if (wrong) words = view.trouble ? view.trouble->title : "lost";
  const std::string shown = pen.fitted(words, box.w - pen.px(24), type::kButton, Face::Bold);
  if (shown.empty()) return;
  const double at = right - pen.width_of(shown, type::kButton, Face::Bold);
  pen.text(at, second, shown, type::kButton, theme.text, Face::Bold);
  if (wrong || bumped) {
    pen.poly({{at - pen.px(22), second + pen.px(7)}, {at - pen.px(14), second - pen.px(8)}, {at - pen.px(6), second + pen.px(7)}},
             theme.doubt);
  } else if (!view.can_drag) {
    pen.disc({at - pen.px(14), second}, 6, hidden > 0 ? theme.doubt : theme.allowed);
  }
}

/// All turns of the battle side by side: those played, the one that is played now, those to come.
void turn_track(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  const double cell = box.w / view.last_turn, gap = std::min(pen.px(3), cell * 0.25);
  for (int turn = 1; turn <= view.last_turn; ++turn) {
    const Box one{box.x + cell * (turn - 1) + gap / 2, box.y, cell - gap, box.h};
    if (turn < view.turn)
      pen.rect(one, theme.third);
    else if (turn == view.turn)
      pen.rect({one.x, one.y - pen.px(2), one.w, one.h + pen.px(4)}, theme.text);
    else
      pen.rect(one, {}, theme.key_edge, 1);
  }
}

}  // namespace

std::optional<Side> side_asked(const ViewState& view) {
  if (!view.question || view.question->aside) return std::nullopt;
  if (view.question->who == view.side_names[0]) return Side::A;
  if (view.question->who == view.side_names[1]) return Side::B;
  return std::nullopt;
}

void strip(Pen& pen, const ViewState& view, Box box) {
  const Theme& theme = pen.theme();
  pen.rect(box, theme.card);
  const double table = box.w * 0.745, centre = table / 2;
  side_part(pen, view, Side::A, {pen.px(18), box.y, centre - pen.px(148), box.h});
  side_part(pen, view, Side::B, {centre + pen.px(130), box.y, centre - pen.px(148), box.h});
  const bool track = view.turn > 0 && view.last_turn >= view.turn && !view.ended;
  const std::string of = track ? " of " + std::to_string(view.last_turn) : std::string();
  const double moment = pen.width_of(view.moment, type::kTitle, Face::Bold), all = moment + pen.width_of(of, type::kRow);
  pen.text(centre - all / 2, box.y + pen.px(27), view.moment, type::kTitle, theme.text, Face::Bold);
  if (track) {
    pen.text(centre - all / 2 + moment, box.y + pen.px(29), of, type::kRow, theme.second);
    turn_track(pen, view, {centre - pen.px(115), box.y + pen.px(74), pen.px(230), pen.px(6)});
  }
  const auto named = [&](Side side) { return view.side_names[side == Side::A ? 0 : 1]; };
  const auto answers = side_asked(view);
  const std::string play = !view.to_play                        ? view.phase
                           : answers && answers != view.to_play ? named(*answers) + " to answer"
                                                                : named(*view.to_play) + " to play";
  const std::string shown = pen.fitted(play, pen.px(230), type::kAside);
  pen.text(centre - pen.width_of(shown, type::kAside) / 2, box.y + pen.px(track ? 54 : 58), shown, type::kAside, theme.second);
  const double right = box.w - pen.px(18);
  double x = table + pen.px(12);
  if (!view.replay) x += time_used(pen, view, x, box.y) + pen.px(18);
  camera_part(pen, view, {x, box.y, right - x, box.h});
}

namespace {

/// The list shown by H over a replay.
constexpr std::array kReelHelp{
    KeyHelp{"Space", "play, pause"},
    KeyHelp{"Left   Right", "one command back, on"},
    KeyHelp{"PgUp   PgDn", "one turn back, on"},
    KeyHelp{"P   Shift-P", "next phase, the one before"},
    KeyHelp{"Tab   Shift-Tab", "next loss, the one before"},
    KeyHelp{"U   Shift-U", "next ruling, close call or take-back, the one before"},
    KeyHelp{"B", "bookmark here, or none any more"},
    KeyHelp{"N   Shift-N", "next bookmark, the one before"},
    KeyHelp{"Up   Down", "faster, slower"},
    KeyHelp{"Home   End", "start, end"},
    KeyHelp{"click, drag on the reel", "go there"},
    KeyHelp{"C", "keep this moment on the left, go on at the right"},
    KeyHelp{"V", "the kept picture of the table"},
    KeyHelp{"G", "a new battle from here, to be played on"},
    KeyHelp{"R", "turn the view to the next seat"},
    KeyHelp{"F2", "light or dark"},
    KeyHelp{"F3   F4", "smaller, larger letters"},
    KeyHelp{"F8", "write the report"},
    KeyHelp{"F1   F11", "full screen"},
    KeyHelp{"F12", "save a picture of the screen"},
    KeyHelp{"H   ?", "these keys"},
    KeyHelp{"Q   Esc", "end"},
};

/// A glyph and what it means.
struct Sign {
  engine::Glyph glyph;
  std::string words;
};
/// What stands on units and cards.
std::vector<Sign> all_signs() {
  using engine::Glyph;
  std::vector<Sign> all;
  for (int i = 0; i <= static_cast<int>(Glyph::Camp); ++i)
    all.push_back({static_cast<Glyph>(i), std::string(engine::words_of(static_cast<Glyph>(i)))});
  for (const auto& [glyph, words] : {std::pair{Glyph::Hidden, "not in sight"},
                                     {Glyph::BeingMoved, "being moved"},
                                     {Glyph::TooClose, "too close to call"},
                                     {Glyph::NotAllowed, "not allowed"}})
    all.push_back({glyph, words});
  return all;
}

}  // namespace

void key_list(Pen& pen, const ViewState& view, Box table) {
  const Theme& theme = pen.theme();
  const std::span<const KeyHelp> helps = view.replay ? std::span<const KeyHelp>(kReelHelp) : std::span<const KeyHelp>(kKeyHelp);
  const std::vector<Sign> all = all_signs();
  const double pad = pen.px(24), gap = pen.px(16), count = static_cast<double>(std::max(helps.size(), all.size()));
  const double step = std::min(pen.px(28), (table.h - pen.px(76)) / count);
  double keys = 0, words = 0, signs = 0;
  for (const KeyHelp& help : helps) {
    keys = std::max(keys, pen.width_of(help.key, type::kAside, Face::Bold));
    words = std::max(words, pen.width_of(help.what, type::kAside));
  }
  for (const Sign& sign : all) signs = std::max(signs, pen.width_of(sign.words, type::kSmall));
  const double sign_column = pen.px(32) + signs;
  const bool with_signs = 3 * pad + keys + gap + words + sign_column <= table.w;
  const double width = std::min(table.w, 2 * pad + keys + gap + words + (with_signs ? pad + sign_column : 0)),
               height = step * count + pen.px(76);
  const Box box{table.x + (table.w - width) / 2, table.y + std::max(0.0, (table.h - height) / 2), width, height};
  pen.rect(box, theme.card, theme.selected, 2, 6);
  pen.text(box.x + pad, box.y + pen.px(32), "Keys", type::kTitle, theme.text, Face::Bold);
  double y = box.y + pen.px(64);
  for (const KeyHelp& help : helps) {
    pen.text(box.x + pad, y, help.key, type::kAside, theme.text, Face::Bold);
    pen.text(box.x + pad + keys + gap, y, pen.fitted(help.what, width - 2 * pad - keys - gap, type::kAside), type::kAside, theme.text);
    y += step;
  }
  if (!with_signs) return;
  const double x = box.x + width - pad - sign_column, size = std::min(pen.px(22), step * 0.9);
  pen.text(x, box.y + pen.px(32), "Signs", type::kTitle, theme.text, Face::Bold);
  y = box.y + pen.px(64);
  for (const Sign& sign : all) {
    draw_glyph(pen, sign.glyph, {x, y - size / 2}, size, theme.text);
    pen.text(x + pen.px(32), y, sign.words, type::kSmall, theme.text);
    y += step;
  }
}

}  // namespace polemarch::ui::page
