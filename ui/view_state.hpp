#pragma once
/// Everything the window shows, as one plain value. The assistant builds it (assistant/present), the window draws it and returns Intents;
/// neither knows the other. Lengths in table millimetres (see models/pose.hpp), texts short plain English. Pure.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/gist.hpp"
#include "engine/core/showing.hpp"
#include "engine/core/verdict.hpp"
#include "models/ids.hpp"
#include "models/image.hpp"
#include "models/intent.hpp"
#include "models/scene.hpp"
#include "ui/reel_view.hpp"

namespace polemarch::ui {

/// How much the assistant says. Measure: no turn order, only ranges, arcs, zones and sight. Advise: follows the game, marks doubts
/// quietly. Umpire: asks for everything.
enum class HelpLevel { Measure, Advise, Umpire };
std::string_view name_of(HelpLevel level);
std::optional<HelpLevel> help_level_named(std::string_view text);

/// How long something has lasted: "8 s", "1 min 9 s", "2 h 5 min".
std::string say_duration(double seconds);

/// A line of a panel. `tone` colours its mark, `rule` is the catalogue id shown small behind it.
struct TextLine {
  std::string text;
  Tone tone = Tone::Text;
  std::string rule;
  bool refusal = false;  ///< of the notices: the order just given was refused; its card says why at length
  std::string until;     ///< of the windows: what closes it
};

/// Something that can be picked by its key or a click.
struct OptionView {
  std::string key;  ///< what is typed for it, e.g. "y", "3", "12"; "-" where it may not be picked
  std::string text;
  bool allowed = true;  ///< false: shown struck, with the reason as detail ("why not?")
  std::string detail;
  Intent intent;             ///< what picking it returns
  bool ends = false;         ///< it closes a phase, turn, activation or action
  bool gives_up = false;     ///< it leads to giving the battle up: not among the ways on that --text lists
  bool picked = false;       ///< of several that may be picked, this one is
  UnitId target;             ///< whom it is done to; empty: nobody
  std::vector<Vec2> region;  ///< the place on the table it leads to, mm; empty: none
  std::string need;          ///< what has to be thrown for it: "2+", "8 or less"; empty: nothing
  bool need_card = false;    ///< by a card, else by dice
  std::string chance;        ///< of that: "90 %"
  std::string group;         ///< "Move", "Charge", "Shoot", "Rally", "Other"
  std::string rule;          ///< of what may not be done: the rule that bars it
};

/// A unit, a general or a camp, on the table or not.
struct UnitView {
  UnitId unit;
  std::string name;
  Side side = Side::A;
  bool on_table = false;
  Vec2 at;  ///< middle of its bases, mm; meaningful on the table
  double heading_deg = 0;
  int can = 0;                           ///< how many things it may do now
  std::vector<Vec2> outline;             ///< round all its bases: front-left, front-right, rear-right, rear-left, mm; empty off the table
  std::vector<engine::StateMark> marks;  ///< its state in glyphs
  bool round = false;                    ///< a token
  bool hidden = false;                   ///< the camera does not see it now
  bool moving = false;                   ///< in somebody's hand
  double unseen_s = 0;                   ///< for how long it has been hidden
};

/// A figure that matters of the selected unit: "5+" over "saves".
struct FigureView {
  std::string value, label;
};

/// What decides the battle, of one side: medals left, losses of a command against where it breaks.
struct CounterView {
  Side side = Side::A;
  std::string name;                 ///< "medals", "Cassius"
  int value = 0;                    ///< what is left, or what is lost
  std::optional<int> limit, start;  ///< where it breaks; what there was at the start
  bool counts_down = false;         ///< medals: struck out one by one; else losses that grow towards the limit
};

/// One row of a result: a modifier, a throw, a sum.
struct RowView {
  std::string text, rule, value;
  std::optional<Side> whose;
};

/// One die or card as it fell.
struct ValueView {
  int value = 0;
  bool good = false;
  bool again = false;  ///< thrown again since
};

/// One throw: what was needed and why, what fell.
struct ThrowView {
  std::string text;   ///< "B6 saves"
  std::string aside;  ///< "58 % beforehand"
  std::optional<Side> whose;
  bool cards = false;    ///< else dice
  int faces = 6;         ///< of each die
  bool compared = true;  ///< else a table is read and no value is good or bad
  std::string need;      ///< "7+"; empty: nothing is compared
  std::vector<ValueView> values;
  std::vector<RowView> rows;  ///< what makes up the need, then the number of dice
  std::string outcome;        ///< "2 hits"
  std::vector<UnitId> about;  ///< who throws, at whom
};

/// One thing that can come of a throw.
struct OutlookView {
  std::string text;
  int per_mille = 0;
};

/// What is about to be thrown.
struct OddsView {
  std::string title;  ///< "A5 at B1, shoots"
  std::optional<Side> whose;
  std::string need, chance;  ///< "5+", "33 % each"
  bool cards = false;
  std::vector<RowView> rows;
  std::vector<UnitId> about;  ///< who throws, at whom
  std::string of;             ///< what the bars are: "casualties of B1"
  std::vector<OutlookView> outlooks;
  std::string expected;  ///< "0.7 to be expected"
};

/// A consequence, in one sentence, and what the battle says of it.
struct FollowView {
  std::string text;
  engine::Gist gist;
  bool earlier = false;  ///< it came of what was said before, not of the last answer
  static constexpr int kLeast = 4;
  /// What is told first: 0 who is gone, 1 who won, 2 what became of others, 3 the rest; of what came earlier all but losses one later.
  int weight() const {
    using enum engine::Glyph;
    if (gist.news == engine::News::Loss || gist.glyph == Gone || gist.glyph == Routed || gist.glyph == Demoralised) return 0;
    return (gist.news == engine::News::Decision ? 1 : gist.glyph ? 2 : 3) + (earlier ? 1 : 0);
  }
};

/// With which a ruling begins that is no plain yes: "refused: ".
std::string_view word_of(engine::Ruling ruling);

/// What just happened and why.
struct ResultView {
  std::string title;  ///< what was done, or tried
  engine::Ruling ruling = engine::Ruling::Allowed;
  std::optional<Side> whose;
  std::vector<RowView> rows;
  std::vector<FollowView> follows;
  std::vector<ThrowView> throws;  ///< in the order thrown

  /// The title, with what became of it where it was not allowed: "Refused: move to c5".
  std::string heading() const;
};

/// How the battle ended.
struct EndedView {
  std::string winner;  ///< "A", "B" or "draw"
  std::string text;
};

/// The one open question.
struct QuestionView {
  std::string id;   ///< "w17" for a wait of the battle, another word for a question of the assistant
  std::string who;  ///< "Rome", "both sides", "umpire"
  std::string text;
  std::string rule;
  std::vector<OptionView> options;
  bool takes_values = false;  ///< dice or cards are typed
  bool draws = false;         ///< cards are: they are drawn, not thrown
  int count = 0;              ///< how many of them, each from `lowest` to `highest`
  int lowest = 0, highest = 0;
  bool takes_text = false;       ///< every key is typed (the name of a box)
  bool sealed = false;           ///< the other side must not see what is typed: shown as dots
  bool veiled = false;           ///< meant for one side's eyes: Enter lifts the veil
  int most = 1;                  ///< how many options may be picked; more than one: Enter gives them in
  std::string typed;             ///< what was typed so far
  std::string hint;              ///< "3 dice: digits, then Enter"
  std::optional<OddsView> odds;  ///< of what is thrown
  std::string tried, why;        ///< aside: what was done that may not be, and why it may not; empty where the text says it all
  bool close = false;            ///< aside: too close to call
  bool aside = false;            ///< the battle does not wait for it: a card of its own, and what may be done stays open
  bool of_card = true;           ///< what the last result shows asks it
};

/// Something the players still have to do by hand on the table.
struct OwedView {
  UnitId unit;
  std::optional<Side> side;
  std::string text;   ///< "off the table", "back to its ghost"
  std::string state;  ///< "7.2 cm to go"; empty where nobody knows
  bool removed = false;
  Intent intent;  ///< it is done
};

/// A layer of the overlay and its key (with Shift).
struct LayerView {
  std::string id, key, name;
  bool on = true;
  bool here = false;  ///< something of it is drawn, or would be
  Tone tone = Tone::Text;
  Pattern pattern = Pattern::Solid;
};

/// Everything between the selected unit and the one pointed at.
struct TipView {
  UnitId of, at;
  std::string title;
  std::vector<RowView> rows;
};

/// A measure that is kept on the table.
struct MeasureView {
  std::string title, text;  ///< "A1 to B7", "11.9 to 12.1 in"
  Vec2 from, to;
  UnitId of, at;
  double value = 0, doubt = 0;  ///< the best value and half the 95 % band, in `unit`
  std::optional<double> limit;  ///< the limit it lies nearest to, in `unit`
  std::string limit_name;       ///< "initiative"
  double inside = 1;            ///< chance that it is within the limit
  bool close = false;           ///< too close to call
  std::string unit;             ///< "in"
  std::string words;            ///< "First legion to Young riders, edge to edge"
};

/// A marker on the table that no unit carries.
struct LooseView {
  BaseId base;
  int marker = -1;
  Vec2 at;  ///< mm
  bool hidden = false;
};

/// A card beside the table; without a name it lies face down.
struct CardView {
  std::string name, text;
  bool playable = false;
  Intent intent;  ///< what a touch returns, where it is playable
};

/// What one side holds.
struct HandView {
  Side side = Side::A;
  std::string title;  ///< "Persians: 4 of 4 cards"
  std::string note;   ///< "hidden"
  bool open = false;  ///< its owner looks at it now
  std::vector<CardView> cards;
  std::string key;  ///< that shows or hides it; empty: it cannot be shown here
  Intent turn;      ///< the same by a touch
};

/// One turn at placing.
struct PlacingRow {
  std::optional<Side> side;
  std::string text;   ///< "Valens's command"
  std::string state;  ///< "now", "5 units", "6 units, camp"
  bool done = false, now = false;
};
/// One of those who are placed now.
struct PlacedRow {
  UnitId unit;
  std::string name, state;  ///< "in the hand", "left", "g2"
  bool done = false;
};
/// Who places when, before the battle.
struct PlacingView {
  std::string title, count;  ///< "Valens's command", "2 of 5 placed"
  std::vector<PlacedRow> units;
  std::string way;  ///< "turn about, by commands"
  std::vector<PlacingRow> rows;
};

/// What is wrong with what the camera sees, since when, and what may be done about it.
struct TroubleView {
  std::string title;                ///< "The camera was bumped"
  std::string text;                 ///< what happened and what it means
  std::vector<FigureView> figures;  ///< "0.2 mm" error now, "22 of 24" border markers, "12 of 14" bases in sight
  std::vector<OptionView> options;  ///< what may be done; keys of their own
  bool serious = true;              ///< it goes on; else it is over and only told
};
/// Something the camera does not see.
struct UnseenView {
  UnitId unit;
  std::string text, since, error;  ///< "Fourth cohort, g3", "for 12 s", "0.4 mm"
  std::optional<Side> side;        ///< whose it is; nobody's: a marker of the border
};
/// Whether what has not been seen for a while still stands there: nothing waits for the answer.
struct UnseenQuestion {
  std::string text;
  std::vector<OptionView> options;
};

/// A marker on the table's border that the camera does not see.
struct BorderUnseenView {
  int marker = -1;
  Vec2 at;             ///< its middle, mm
  double size_mm = 0;  ///< its side
};

/// The table as the camera sees it, straightened: image row 0 lies along y1, column 0 along x0.
struct TablePicture {
  std::shared_ptr<const Image> image;     ///< BGR or grey; null: the table is drawn
  std::int64_t version = 0;               ///< changes with the picture
  double x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< mm
};

struct ViewState {
  std::string title;  ///< ruleset and battle
  std::array<std::string, 2> side_names{"A", "B"};
  std::string moment;           ///< "Turn 3", "Bound 3"
  int turn = 0, last_turn = 0;  ///< its number; that of the last one, 0: nobody knows
  std::string phase;            ///< "orders"
  std::optional<Side> to_play;  ///< whose turn it is
  std::optional<Side> looks;    ///< who looks at what is secret while the other side looks away
  std::string call;             ///< what is to be done, without turn and side: the large line
  std::vector<CounterView> counters;
  std::vector<FigureView> figures;  ///< of the selected unit, the most important first
  std::optional<Side> selected_side;
  std::optional<ResultView> card;  ///< the last ruling, itemised
  struct Told {
    std::int64_t first = 0, end = 0;  ///< its first command, one past its last
  };
  std::optional<Told> opened;      ///< `card` is one of the history that was opened: what it tells
  std::optional<double> rolled_s;  ///< seconds since the program threw the last throw of the card, while they still roll
  std::string now;                 ///< what the rules wait for, in one sentence; never empty
  std::string caption;             ///< what a demo or a script says of what is shown; empty: nothing
  std::vector<OptionView> menu;    ///< what may be done that belongs to no unit: ready, pass, end the phase, a card of the hand
  std::optional<EndedView> ended;
  std::optional<ReplayView> replay;  ///< keys mean the reel, and its strip stands below the table
  std::string result;                ///< the last ruling in words
  std::string undoes;                ///< what one step back takes back: "First cohort moves to d3"; empty: nothing
  std::vector<std::string> status;   ///< turn, side to move, score
  Scene scene;                       ///< table, bases, advice, ghosts in painting order
  TablePicture picture;
  std::vector<UnitView> units;  ///< in the order "next unit" walks
  std::string selected;         ///< unit id or empty
  std::string selected_title;
  std::vector<UnitId> group;  ///< picked beside it, for what several do together
  std::vector<TextLine> advice;
  std::vector<OptionView> offers;  ///< of the selected unit: what may be done first, numbered through; then what may not, with the reason
  int offer_page = 0;              ///< the digits 1 to 9 pick from this page of nine
  std::optional<QuestionView> question;
  int answer_page = 0;  ///< of a question with more answers than find room, counted on round and round
  std::vector<LayerView> layers;
  std::optional<TipView> tip;
  std::vector<MeasureView> measures;
  std::vector<LooseView> loose;
  std::vector<HandView> hands;
  std::optional<PlacingView> placing;
  std::optional<TroubleView> trouble;
  std::vector<UnseenView> unseen;  ///< the longest first
  std::optional<UnseenQuestion> unseen_question;
  std::vector<BorderUnseenView> border_unseen;
  std::string clipboard;  ///< text asked for, to be put on the clipboard once; `clipboard_at` grows with each
  int clipboard_at = 0;
  std::vector<TextLine> further;  ///< other open questions
  std::vector<OwedView> owed;     ///< to be done by hand
  std::vector<TextLine> windows;  ///< rights to interrupt
  std::vector<LogLine> log;       ///< the last lines told, oldest first
  std::size_t log_before = 0;     ///< lines told before these
  std::vector<TextLine> notices;
  std::vector<TextLine> why;  ///< the last ruling, reason by reason
  bool show_why = false;
  bool show_keys = false;
  HelpLevel help_level = HelpLevel::Advise;
  bool muted = false;
  bool paused = false;
  bool show_picture = true;
  double zoom = 1.0;      ///< how much closer than the whole table; 1: all of it
  Vec2 zoom_at;           ///< what stands in the middle then, mm
  int quarter_turns = 0;  ///< the view turned counter-clockwise: 0 = side A sits below
  double type_scale = 1.0;
  bool touch = false;             ///< rows of 44 px, six orders a page
  bool light = false;             ///< the light theme
  bool can_drag = false;          ///< bases follow the mouse (manual source)
  std::string ruler_unit = "mm";  ///< what a line drawn with the right mouse button is measured in
  double ruler_mm = 1.0;
  std::string source;  ///< "camera:0, 24 pictures a second"
  bool source_lost = false;
  std::array<int, 2> used_min{};  ///< minutes that A and B have taken
  std::string trust;              ///< of what the camera says: "0.12 mm on average, A4 hidden for 12 s"
};

/// The seat that sits at the lower edge of the screen: 0 side A, 1 the right end, 2 side B, 3 the left end.
constexpr int normal_turns(int quarter_turns) { return ((quarter_turns % 4) + 4) % 4; }

}  // namespace polemarch::ui
