#pragma once
/// The person's side of a battle: looks at the table come in, wishes come in, a ViewState goes out; in between commands go to the session.
/// No window, no camera, no clock: the seconds come with the looks. One thread.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assistant/chance/typing.hpp"
#include "assistant/chance/virtual_chance.hpp"
#include "assistant/names/namer.hpp"
#include "assistant/observe/observer.hpp"
#include "assistant/play/feed.hpp"
#include "assistant/play/in_vain.hpp"
#include "assistant/play/remembered.hpp"
#include "assistant/play/thinking_time.hpp"
#include "assistant/play/told_cards.hpp"
#include "assistant/play/told_then.hpp"
#include "assistant/present/present.hpp"
#include "assistant/session/session.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::play {

struct DeskSettings {
  Viewer viewer = Viewer::Both;  ///< who looks at the screen; default: both sides, so that neither sees what is the other's alone
  ui::HelpLevel help_level = ui::HelpLevel::Advise;  ///< how much is said unasked; default: what may be done and what it would bring
  std::optional<std::uint64_t> seed;                 ///< of the virtual dice; empty: from the operating system
  bool roll_for_all = false;                         ///< every Chance wait is rolled at once (headless runs without a script)
  observe::ObserveSettings observe;
  /// Writes the report of the battle so far and names its file, or says in one line why not. Default: none, nobody is offered it.
  std::function<Result<std::string>()> write_report;
};

class Desk {
 public:
  Desk(Session& session, Table table, std::vector<BaseSpec> bases, DeskSettings settings);

  /// A new look at the table.
  void see(const Look& look);
  /// Something the person at the screen wants.
  void wish(const Intent& intent);
  /// The second unit of the selection: whom to charge or shoot.
  void select_target(const UnitId& unit) { selection_.target = unit; }
  ui::ViewState view() const;

  /// The same for everybody: no selection, no typing, nothing meant for one side.
  ui::ViewState public_view() const;

  /// What was chosen about the look of the screen, to be taken up by the next session.
  Choices choices() const { return {layers_, light_, type_scale_, touch_}; }
  void take_up(const Choices& choices) {
    layers_ = choices.layers, light_ = choices.light, type_scale_ = choices.type_scale, touch_ = choices.touch;
  }

  bool wants_to_quit() const { return quit_; }
  /// Wishes for others, taken once: a base dragged, a fresh registration, a picture of the screen.
  std::vector<DragBase> take_drags() { return std::exchange(drags_, {}); }
  bool take_recalibration() { return std::exchange(recalibrate_, false); }
  bool take_screenshot() { return std::exchange(screenshot_, false); }
  /// True: the players do without the camera from now on; false: they take it again. Taken once.
  std::optional<bool> take_by_hand() { return std::exchange(by_hand_, std::nullopt); }
  /// The bases, once markers were tied to them or taken off them, taken once.
  std::optional<std::vector<BaseSpec>> take_declared() { return std::exchange(declared_, std::nullopt); }
  /// Lines for the diary beside the log (nudges, notices), taken once.
  std::vector<std::string> take_diary() { return std::exchange(diary_, {}); }
  /// A line the players see for a while.
  void note(std::string text, Tone tone = Tone::Warn);
  /// Of a command just refused that no ruling makes possible.
  void note_refusal(const std::string& why);
  /// What the log could not take (a full disk), to be said loudly; empty when all is written.
  const std::string& trouble() const { return trouble_; }
  const engine::Battle& battle() const { return session_.battle(); }
  /// What the rules say and draw of the selected unit, whichever layers are on; nothing where none is selected.
  const engine::Advice& advice() const { return ask_about_selection().advice; }
  double seconds() const { return t_; }

 private:
  /// The id of the question where a unit stands.
  static constexpr const char* kSquareQuestion = "square";
  /// Of the card about the camera.
  static constexpr const char* kCameraCard = "camera";
  /// Of the question whose a marker is.
  static constexpr const char* kTieQuestion = "tie";
  /// Of the question what is done with a card of a hand.
  static constexpr const char* kCardQuestion = "card";
  /// Words of the players for a command that was picked.
  static constexpr const char* kWordsQuestion = "words";
  struct Filling {
    FillIn wanted;
    std::string typed, complaint;
  };
  static constexpr double kRolls = 0.7;  ///< s dice that the program throws roll on the screen
  /// What was refused, asked once more: shall it stand all the same?
  struct Refused {
    std::string text, tried, why, rule;
  };
  struct Overrule {
    std::int64_t seq = 0;
    UnitId unit;         ///< whose order it was; empty: nobody's
    Refused here, open;  ///< on this screen; for everybody
  };
  /// In place of a command that is for one side's eyes.
  static constexpr const char* kUnsaid = "chosen in secret";
  /// What came of the last command, in words, as somebody may know it.
  struct Ruling {
    std::string what, title, result;
    bool taken_back = false;
    bool in_secret = false;  ///< nobody may know what it was; what follows has a card of its own
    std::string chosen;      ///< the option an answer picked, where nothing else came of it
    std::optional<ui::ResultView> card;
    std::vector<engine::Reason> reasons;
  };
  /// `chosen`: the option that an answer picks, told where nothing else comes of it.
  Ruling ruling_of(const Told& told, Viewer viewer, const std::string& by, const std::string& said, const std::string& chosen) const;
  static void go_on_with(Ruling& ruling, const std::optional<ui::ResultView>& before, const std::vector<engine::Thrown>& throws);
  static std::string why_of(const Ruling& ruling);
  static Refused asked_of(const Ruling& ruling);
  /// Gives a command to the session; the verdict, or nothing when it could not be understood or written.
  std::optional<engine::Verdict> give(const std::string& command, const std::string& source);
  void hear_of_log();
  std::optional<engine::Verdict> give_now(const std::string& command, const std::string& source);
  /// A command, and what of the battle that it meets is asked for once it is done (desk_give.cpp).
  struct Given;
  Given about_to_give(const std::string& command, const std::string& source) const;
  std::string words_for(Viewer viewer, const Given& given, const Told& told) const;
  void rule_on(const Given& given, const Told& told);
  void follow_order(const Given& given, const Told& told);
  void hand_over(Viewer turn_before);
  void tell_in_log(const Given& given, const Told& told);
  void ask_to_overrule(const Given& given, const Told& told);
  void forget_choosing();
  /// The command that lets what was refused at `seq` stand.
  static std::string overruling(const std::string& by, std::int64_t seq, const std::string& reason);
  void give_offer(const std::string& json);
  void know_parts();
  void take_up_history();
  void rule_then(const LogLine& line, const CommandThen& then, const std::vector<std::string>& events,
                 const std::vector<std::string>& told);
  std::optional<Side> of_whom(const std::string& line, std::optional<Side> said_by) const;
  std::string taken_back(const std::vector<std::string>& events, const std::vector<ui::LogLine>& log) const;
  std::string said_in_log(std::int64_t seq) const;
  bool goes_on_with_card(const std::string& said, bool throws_in_battle) const;
  void carry_out(const observe::Report& report);
  /// What was said of the table before the last command, as the battle stands now.
  void bring_up_to_date();
  void type(const std::string& key);
  void type_square(const std::string& key);
  void type_words(const std::string& key);
  void move_unit(const DragUnit& move);
  void answer_wait(const engine::Wait& wait, const std::vector<int>& values, const std::string& source);
  void choose(const ChooseOption& choice);
  void select_at(const SelectAt& click);
  void select(const UnitId& unit);
  void add_unit(const UnitId& unit);
  std::vector<UnitId> still_to_place() const;
  void take_next(const std::vector<UnitId>& placed_with);
  bool put_down(const UnitId& unit, Vec2 to, std::optional<double> heading_deg);
  std::vector<engine::OfferText> orders_of_group(const std::vector<engine::OfferText>& offers, Viewer owner) const;
  void roll_open_waits();
  /// Who is waited for.
  Viewer who_acts() const;
  std::optional<engine::Wait> open_wait(const std::string& id) const;
  /// Id of the question on the screen, or empty.
  std::string asked() const;
  present::Inputs inputs() const;
  std::vector<ui::QuestionView> table_questions(bool for_everybody = false) const;

  /// Advice and offers are asked once a command and selection, not once a picture.
  struct Asked {
    std::int64_t seq = -1;
    engine::Selection selection;
    std::set<UnitId> group;
    engine::Advice advice;
    Scene overlay;  ///< the advice as shapes
    std::vector<engine::OfferText> offers;
    std::vector<engine::OfferMark> marks;  ///< where they point
  };
  const Asked& ask_about_selection() const;
  /// Boxes where the next of the one side that places now may stand: shown until somebody is picked. Empty on open ground.
  const std::vector<std::vector<Point>>& next_places() const;
  struct NextPlaces {
    std::int64_t seq = -1;
    std::vector<std::vector<Point>> regions;
  };
  void add_enemy_zones(engine::Advice& advice) const;
  bool hides_from_all(Viewer side) const;  ///< that side holds what nobody else at this screen may know
  /// What belongs to no unit, and how much each unit may do; asked once a command.
  struct Menu {
    std::int64_t seq = -1;
    std::vector<present::SideOffers> sides;
    std::map<UnitId, int> can;
    Viewer hand_shown = Viewer::Both;  ///< whose hand they were asked for
  };
  const Menu& ask_menu() const;
  /// What the room says of the selected unit and the other one, beyond what it says of the selected one alone.
  struct Both;
  const Both& ask_about_both() const;
  /// What this click means for the selected unit: the one order that leads there, or to this enemy.
  bool order_at(Vec2 at, const UnitId& hit);
  void look_closer(const Zoom& zoom);
  void look_at(Vec2 at);
  /// What is wrong with the camera, since when (desk_camera.cpp).
  void note_camera(const Look& look);
  /// A notice that the camera's card or the menu says better.
  static bool is_told_by_card(const std::string& key);
  void choose_camera(const std::string& option);
  /// Seen again, what the players vouched for is asked about anew when it is covered next.
  void note_unseen(const Look& look);
  std::optional<present::CameraTrouble> camera_trouble() const;
  /// Whose a loose marker is, or which one a unit carries (desk_ties.cpp).
  void take_loose(const std::vector<BaseSpec>& loose);
  bool ask_whose_at(Vec2 at);
  std::optional<ui::QuestionView> tie_question() const;
  void choose_tie(const std::string& option);
  void tie(const std::string& command);
  void tie_to(const BaseId& marker, const BaseId& base);
  void keep_measures(const MeasureFrom& wanted);
  void step_back();

  Session& session_;
  Table table_;
  std::vector<BaseSpec> bases_;
  DeskSettings settings_;
  observe::Observer observer_;
  observe::Report report_;
  std::int64_t reported_at_ = -1;  ///< seq of the battle that it speaks of
  chance::VirtualChance chance_;
  std::optional<Look> look_;
  double zoom_ = 1.0;
  Vec2 zoom_at_;
  ThinkingTime thinking_;
  double t_ = 0, t0_ = 0;  ///< seconds of the battle; at its last line when it was taken up
  engine::Selection selection_;
  std::optional<Vec2> place_;  ///< clicked, where several orders of the selected unit end
  std::set<UnitId> group_;     ///< picked beside the selected unit
  std::optional<chance::Typing> typing_;
  std::string typing_for_;           ///< wait the typing is for
  std::vector<std::string> picked_;  ///< options picked so far where several may be
  std::optional<std::string> square_;
  UnitId square_of_;  ///< who is to stand there, while nobody else is picked
  std::optional<Filling> filling_;
  std::string menu_group_;
  mutable std::map<std::string, std::string> letters_;    ///< of the menu's entries, by their words: they keep them
  mutable std::map<std::string, std::string> card_keys_;  ///< of the cards under NOW: while one is open it keeps them
  std::string square_complaint_, unveiled_;
  std::vector<ui::LogLine> log_, open_log_;           ///< the last lines, as this screen may tell them; as everybody may
  std::size_t log_before_ = 0, open_log_before_ = 0;  ///< lines before them
  void forget_old_lines();
  struct Note {
    ui::TextLine line;
    double t = 0;
  };
  std::vector<Note> notes_;
  void forget_manoeuvre(const UnitId& unit);
  Ruling ruling_, open_ruling_;  ///< likewise
  ToldCards told_;
  std::string heading_;   ///< the question whose answer heads the last card; empty where an order does
  std::string ruled_in_;  ///< the moment in which the card of the ruling was begun
  std::string moment() const;
  bool of_card() const { return ruled_in_ == moment() && heading_.empty(); }
  /// What stood on the screen after a command: an undo leads back to it.
  struct Stood {
    std::int64_t parent = 0;  ///< seq of the command before it that still counts
    bool undoes = false;
    bool aside = false;  ///< an undo, or work of the hand that a command left to do: it goes with what it follows
    Ruling ruling, open_ruling;
    std::string heading, ruled_in;
    std::string said;  ///< the command in words, of the moment before it; empty for an answer and where not all may know it
    std::optional<present::Ordered> ordered;
    bool ordered_openly = true;
    std::optional<Route> route;
  };
  std::map<std::int64_t, Stood> stood_;  ///< by seq
  std::int64_t head_ = 0;                ///< seq of the last command that counts
  void remember(std::int64_t seq, const std::vector<std::string>& events, bool work_of_hand, const std::string& said);
  void go_back_to(std::int64_t seq);
  void forget_one();
  static void strike_out(const std::vector<std::string>& events, std::vector<ui::LogLine>& log);
  void say_taken_back(const std::vector<std::string>& events);
  std::vector<std::string> decisions_in(const std::vector<std::string>& events) const;
  std::string undo_command() const;
  /// The decision one step back takes back, as this screen may tell it; empty: there is none. Asked once a command.
  const std::string& undoes() const;
  mutable std::pair<std::int64_t, std::string> undoes_{-1, {}};
  void put_back(const ChooseOption& answer);
  void say_unseen(Ruling& ruling, const std::string& by, const std::optional<engine::Wait>& asked, bool on_its_card) const;
  static void say_once(Ruling& ruling, const std::string& plain, const UnitId& placed);
  std::optional<Overrule> overrule_;
  std::size_t question_turn_ = 0;
  std::optional<present::Ordered> ordered_;  ///< the order whose throw is waited for
  std::optional<Route> route_;               ///< the order whose card is told last, if it leads somewhere
  void say_in_vain();
  std::optional<double> rolled_at_;  ///< when the program threw what the card shows last
  bool ordered_openly_ = true;       ///< everybody may see it
  bool show_why_ = false, show_keys_ = false, muted_ = false, paused_ = false, show_picture_ = true;
  bool light_ = false, touch_ = false;
  double type_scale_ = 1.0;
  int quarter_turns_ = 0;
  bool quit_ = false, recalibrate_ = false, screenshot_ = false;
  std::vector<DragBase> drags_;
  struct Camera {
    std::optional<present::CameraTrouble::Kind> kind, known;  ///< what is wrong; what the players know already
    std::string text;
    bool ended = false;
    double since = 0, bumped_at = -1e9;
    std::string bumped;        ///< what was said then
    bool bump_stands = false;  ///< and still is
  };
  Camera camera_;
  std::optional<bool> by_hand_;
  std::vector<present::LooseMarker> loose_;
  /// The question of markers that is open.
  struct Tying {
    BaseId marker;  ///< whose this loose one is
    UnitId unit;    ///< or which this unit carries
    std::size_t page = 0;
  };
  std::optional<Tying> tying_;
  std::optional<std::vector<BaseSpec>> declared_;
  std::vector<std::string> diary_;
  std::string trouble_;
  /// A command that found no room on the disk; it is written before any other.
  struct Unwritten {
    std::string command, source;
    double tried = 0;
  };
  std::optional<Unwritten> unwritten_;
  std::array<std::string, 2> side_names_{"A", "B"};
  names::Namer namer_;
  Viewer hand_shown_ = Viewer::Both;                  ///< the side that asked to see its hand
  std::optional<std::pair<Side, std::string>> card_;  ///< of that hand, touched
  int offer_page_ = 0;
  UnitId pointed_;
  std::map<std::string, bool> layers_;
  std::vector<present::Measured> measures_;
  std::string clipboard_;
  int clipboard_at_ = 0;
  std::map<BaseId, double> hidden_since_;
  std::set<UnitId> vouched_;  ///< not in sight, and the players say that it stands there
  std::map<MarkerId, double> border_hidden_since_;
  /// Placements that came of one result: what is still owed, and what has been put in its place since nothing was.
  struct Placing {
    std::set<BaseId> owed, put;
  };
  Placing placing_;
  void note_placing();
  void drag(const DragBase& move);
  void write_report();
  struct Both {
    std::int64_t seq = -1;
    UnitId of, at;
    std::vector<engine::AdviceLine> lines;
    std::vector<engine::AdviceShape> sight;  ///< what the first sees of the other, as the room has it
  };
  mutable Both both_;
  mutable Asked asked_;
  mutable NextPlaces next_places_;
  mutable Menu menu_;
};

}  // namespace polemarch::assistant::play
