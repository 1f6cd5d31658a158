#pragma once
/// Battle + table + what was typed -> ViewState: what the screen shows. The text of panels and lists is made here, in one place. Table
/// frame, millimetres. Pure: asks the battle, changes nothing.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assistant/names/namer.hpp"
#include "engine/core/in_unit.hpp"
#include "engine/core/shows.hpp"
#include "models/footprint.hpp"
#include "models/table.hpp"
#include "models/table_state.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::present {

/// "7.3 in"; rounded to the shown decimals.
std::string say_length(double mm, const engine::LengthUnit& unit);

/// A2 comes before A10, and both before AC1.
bool comes_before(const UnitId& a, const UnitId& b);

/// Where a base should stand, drawn as a ghost.
struct Ghost {
  BaseId base;
  UnitId unit;
  Footprint footprint;
  double x_mm = 0, y_mm = 0, heading_deg = 0;
  std::string label;  ///< "put back", "recoils here"
  std::string rule;
  bool stood = false;  ///< it stood there; else it should
};

/// What has been typed for the open question (assistant/chance).
struct TypedView {
  std::string wait;
  std::string text;
  std::string open;              ///< digits of the number that is being typed
  std::string complaint;         ///< "a die shows 1 to 6"
  std::set<std::string> picked;  ///< of several options
};

/// What one side may do that belongs to no unit.
struct SideOffers {
  Viewer who = Viewer::A;
  std::vector<engine::OfferText> offers;
  bool hides = false;              ///< it has something that the other side may not see; that alone everybody knows
  std::vector<std::string> cards;  ///< the card of its hand each offer uses, empty where it uses none; none at all: not asked
};

/// One end of a measure: a unit, or the bare table.
struct End {
  UnitId unit;  ///< empty: the point itself
  Vec2 at;
};
/// A distance, edge to edge where an end is a unit, and what the first sees of the second.
/// A stretch of an edge, seen or hidden, from its right to its left end as the eye looks.
struct SightStretch {
  Vec2 right, left;
  bool seen = true;
};
struct Measured {
  End a, b;
  Vec2 from, to;  ///< the closest points
  double mm = 0, sd_mm = 0;
  bool touching = false;
  std::optional<double> seen;           ///< share of b that a sees from its front edge; nothing where an end is no unit
  std::vector<std::string> in_the_way;  ///< who hides some of it
  Vec2 eye;                             ///< the point of its front that sees most
  std::vector<SightStretch> stretches;  ///< of b's edges that face it; empty where nothing hides any of b
  std::optional<double> limit_mm;       ///< the limit of the first that lies nearest to it
  std::string limit_name;               ///< "initiative 12 in"
  std::string counted;                  ///< on a grid, as its rules count: "13 points, 6 squares", "2 across, 1 along"
};

/// An order that was given and waits for its dice or cards.
struct Ordered {
  UnitId unit;
  engine::OfferMark mark;             ///< where it leads, at whom
  std::optional<double> heading_deg;  ///< which way it faces then, where the order says so
};

/// A marker on the table that no unit carries, as it is followed and where it is seen.
struct LooseMarker {
  BaseSpec spec;
  ObservedBase seen;
};

/// What is wrong with the camera's picture, or was a moment ago.
struct CameraTrouble {
  enum class Kind { Lost, ByHand, Frozen, NotFound, Covered, Moves, Dark, Bright, Blurred, Bumped };
  Kind kind = Kind::Lost;
  std::string text;      ///< as the source or the eye says it
  double for_s = 0;      ///< how long it has been so; since it happened
  double ends_in_s = 0;  ///< of what is only told: until the card goes by itself
  bool ended = false;    ///< lost for good: the film or folder is over
};

/// What an answer of a card under NOW says, whatever key it has.
std::string id_of_answer(const ui::OptionView& option);
/// The cards under NOW that the battle does not wait for: a doubt, the camera's, what is not in sight. Their answers.
std::vector<const std::vector<ui::OptionView>*> answers_of_cards(const ui::ViewState& view);

struct Inputs {
  const engine::Battle* battle = nullptr;
  const Table* table = nullptr;
  const TableState* seen = nullptr;  ///< null: the rules' positions are drawn
  Viewer viewer = Viewer::Both;
  engine::Selection selection;
  std::set<UnitId> group;                                    ///< picked beside the selected unit
  const engine::Advice* advice = nullptr;                    ///< on the selection; null: the battle is asked
  const Scene* overlay = nullptr;                            ///< the advice as shapes; null: made from `advice`
  const std::vector<engine::OfferText>* offers = nullptr;    ///< about the selected unit; null: the battle is asked
  std::vector<SideOffers> menu;                              ///< of each side that may speak at this screen
  std::map<UnitId, int> can;                                 ///< how many things each unit may do now
  Viewer hand_shown = Viewer::Both;                          ///< the side that asked to see its hand on a shared screen
  std::optional<std::pair<Side, std::string>> touched_card;  ///< of whose hand, by its id: what may be done with it is asked
  std::map<std::string, std::string> letters;                ///< that entries of the menu had before, by their words
  std::map<std::string, std::string> card_keys;              ///< of the cards under NOW as they were shown last, by id_of_answer()
  std::string menu_group;                                    ///< entries of a long menu that were folded and are open now
  int offer_page = 0;
  std::optional<Vec2> place;  ///< clicked, where several orders of the selected unit end: those come first
  const std::vector<engine::OfferMark>* offer_marks = nullptr;   ///< where the offers point, one each; null: the battle is asked
  const std::vector<std::vector<Point>>* next_places = nullptr;  ///< boxes where whoever is placed next may stand; null: not shown
  UnitId pointed;                                                ///< the unit the mouse rests on
  std::vector<engine::AdviceShape> tip_sight;                    ///< what of that one it sees, where the room draws it
  std::vector<engine::AdviceLine> tip_advice;                    ///< what the room says of the selected unit and that one
  std::map<std::string, bool> layers;                            ///< layers of the overlay shown or not by choice
  std::vector<Measured> measures;                                ///< kept on the table
  std::string clipboard;                                         ///< text asked for, and how often something was
  int clipboard_at = 0;
  std::map<BaseId, double> hidden_for;        ///< seconds since the camera last saw it
  std::set<UnitId> vouched;                   ///< not in sight, and the players say that it stands there
  std::set<UnitId> moving;                    ///< in somebody's hand
  std::string result;                         ///< the last ruling in words
  std::string undoes;                         ///< what one step back takes back; empty: nothing
  std::optional<ui::ResultView> card;         ///< the same, itemised
  std::optional<ui::ViewState::Told> opened;  ///< the card is one of the history
  std::vector<BaseSpec> bases;                ///< footprints of bases the rules do not place
  const names::Namer* namer = nullptr;        ///< ids in sentences give way to names; null: nobody has one
  std::array<std::string, 2> side_names{"A", "B"};
  std::vector<Ghost> ghosts;
  std::map<UnitId, std::set<UnitId>> refused;  ///< who stands where no rule lets it, and whom the reason names
  std::set<BaseId> in_place;                   ///< put where they belong while others are still waited for
  std::optional<Ordered> ordered;
  std::optional<CameraTrouble> camera;
  int border_seen = 0;                           ///< border markers in sight
  std::map<MarkerId, double> border_hidden_for;  ///< of the others, seconds since the camera saw them
  std::vector<LooseMarker> loose;
  bool markers = false;                           ///< a camera reads them: they may be tied to units and taken off
  std::optional<ui::QuestionView> own_question;   ///< the person at the screen is in the middle of it: it goes before every other
  std::vector<ui::QuestionView> table_questions;  ///< asked by observe, most urgent first
  std::vector<ui::TextLine> table_lines;          ///< crept, out of place: the quiet list
  TypedView typed;
  std::string unveiled;                           ///< wait meant for one side's eyes that this side has asked to see
  std::size_t question_turn = 0;                  ///< how often "next question" was pressed
  const std::vector<ui::LogLine>* log = nullptr;  ///< what was told; the last of it is shown
  std::size_t log_before = 0;                     ///< lines told before these
  double zoom = 1.0;                              ///< as ViewState
  Vec2 zoom_at;
  std::array<double, 2> used_s{};  ///< seconds that A and B have taken
  std::vector<ui::TextLine> notices;
  std::vector<engine::Reason> last_ruling;
  std::string last_ruling_title;
  bool show_why = false, show_keys = false, muted = false, paused = false, show_picture = true;
  ui::HelpLevel help_level = ui::HelpLevel::Advise;
  int quarter_turns = 0;
  double type_scale = 1.0;
  bool light = false;
  bool touch = false;
  ui::TablePicture picture;
  std::string source;
  bool source_lost = false;        ///< lost, or frozen
  std::optional<double> error_mm;  ///< mean standard deviation of the bases the camera sees; nothing without a camera
  bool can_drag = false;
  engine::LengthUnit length;            ///< as the rulebook measures
  std::string_view turn_word = "turn";  ///< as the rulebook counts
};

ui::ViewState view_of(const Inputs& inputs);
/// Id of the question that view_of() would show; empty without one.
std::string asked_id(const Inputs& inputs);

/// A modifier or a measured fact as a row: its value apart from its words.
ui::RowView row_of(const engine::Reason& reason);

/// "needs 3 points, 2 left", with the measured value and limit behind it where the text does not carry them.
std::string say_reason(const engine::Reason& reason);
using engine::in_unit_of;

/// A sentence from words that begin small.
std::string with_capital(std::string text);

/// "A3 Hastati", or the id alone when it has no other name.
std::string say_unit(const Inputs& inputs, const UnitId& unit);

}  // namespace polemarch::assistant::present
