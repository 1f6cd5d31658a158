#pragma once
/// From hands to commands: table changes become proposals for the battle, or, where they cannot be explained, a quiet question. Never
/// more than the player needs: see README.md here for what it absorbs. Time comes in with the TableState. Pure: no clock, no thread.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "assistant/observe/explain.hpp"
#include "assistant/observe/watch.hpp"
#include "engine/core/battle.hpp"
#include "models/table.hpp"
#include "ui/view_state.hpp"

namespace polemarch::assistant::observe {

struct ObserveSettings {
  WatchSettings watch;
  double warn_after_s = 10.0;  ///< s a player has to say what a move is before it is doubted. Longer: quieter
  double together_s = 2.0;     ///< s within which several shifted units are one knock
  double elbow_mm = 60.0;      ///< shifts of several units up to this are taken for an elbow, not for moves
  double bump_s = 6.0;         ///< s after the border moved during which shifts count as part of the bump
};

/// A command to be given to the session. When it is refused and `rule_by` is set, the refusal is overruled in that name.
struct Proposal {
  int id = 0;
  std::string command;  ///< JSON with "by"
  std::string source = "camera";
  std::optional<std::string> rule_by;
  std::string rule_reason;
  UnitId unit;  ///< whose bases moved so; empty: nobody's
};

/// The key of the notice that names how a unit moved.
inline std::string manoeuvre_key(const UnitId& unit) { return "manoeuvre:" + unit.text; }

/// Where a base should stand, to be drawn.
struct GhostBase {
  engine::Place place;
  std::string label, rule;
  bool stood = false;  ///< it stood there and was put elsewhere, which is asked about; else it is to be put there
};

/// A question about the table, with its answers' keys. Answered through Observer::answer.
struct Query {
  std::string id;
  UnitId unit;
  std::string text, rule;
  std::vector<std::pair<std::string, std::string>> options;  ///< key, text
  std::vector<engine::Reason> reasons;
  bool refused = false;    ///< it stands where no rule lets it: nothing waits for the answer
  std::string tried, why;  ///< the text in two: what was done, why it may not be; empty where it says no why
  bool close = false;      ///< too close to call
  std::string puts_back;   ///< key of the option that puts it back where the battle has it
};

struct Report {
  std::vector<Proposal> proposals;
  std::vector<Query> queries;       ///< most urgent first
  std::vector<UnitId> moving;       ///< in somebody's hand, or just put down elsewhere than where the rules have them
  std::vector<ui::TextLine> lines;  ///< quiet list: to be put back, crept
  std::vector<GhostBase> ghosts;
  std::vector<Nudge> nudges;         ///< for the diary
  std::vector<TableNotice> notices;  ///< new ones only, each key once
};

class Observer {
 public:
  explicit Observer(ObserveSettings settings = {}) : settings_(settings), watch_(settings.watch) {}

  /// Looks at the table once. Call again after giving the proposals to the battle: several units moved together come one by one.
  Report look(const TableState& table, const Table& frame, const engine::Battle& battle);
  /// After a command, before the next look: what has to be put where, and what is still asked, as the battle stands now.
  void compare_again(Report& report, const TableState& table, const engine::Battle& battle);
  /// Space: the hand is off, everything still is closed at the next look.
  void settle_now() { settle_now_ = true; }
  void set_level(ui::HelpLevel level) { level_ = level; }
  ui::HelpLevel level() const { return level_; }
  /// What became of a proposal.
  void done(int proposal, const engine::Verdict& verdict);
  /// The answer to a query; the proposals it leads to are given by the next look.
  void answer(const std::string& query, const std::string& option);
  /// The battle was taken up again or another source took over: the first look shows what does not stand where the rules have it.
  void forget() {
    watch_.forget();
    candidates_.clear();
    starting_ = true;
  }

 private:
  enum class Stage {
    New,      ///< not explained yet, or waiting for the player
    Given,    ///< a command was given; its dice or cards may be open
    PutBack,  ///< to be put back: ghost only
  };
  struct Candidate {
    Sighting seen;
    double t = 0;  ///< when it came to rest
    bool bumped = false, starting = false;
    Stage stage = Stage::New;
    std::int64_t explained_at = -1;  ///< seq of the battle the explanations hold for
    std::vector<Explanation> fits;
    double quiet_since = 0;  ///< since when nothing else was open: the warning's clock
    int proposal = 0;        ///< of the command given
    bool named = false;      ///< the manoeuvre was looked for
    std::string manoeuvre;   ///< "wheel 3.0 in left, advance 4.0 in"; empty: none fits
    bool umpire_asked = false;
    bool distrusted = false;  ///< what was judged allowed was refused: no command is given unasked any more
  };

  void take_closed(const ClosedMove& closed, const std::vector<engine::Place>& places, const engine::Battle& battle, double t,
                   Report& report);
  bool close_owed(const ClosedMove& closed, const engine::Battle& battle, Report& report);
  void close_standing(const TableState& table, const engine::Battle& battle, const std::vector<UnitId>& being_moved, Report& report);
  void think(Candidate& candidate, const Table& frame, const engine::Battle& battle, double t, Report& report);
  void ask_group(const engine::Battle& battle, double t, Report& report);
  Query doubt(const Candidate& candidate, const engine::Battle& battle) const;
  void propose(Candidate* candidate, std::string command, Report& report, std::optional<std::string> rule_by = {}, std::string reason = {},
               std::string source = "camera");
  void answer_now(Candidate& candidate, const std::string& option, Report& report);
  void show_out_of_place(const TableState& table, const engine::Battle& battle, const std::vector<engine::Place>& places,
                         const std::vector<UnitId>& being_moved, Report& report);
  bool at_home(const UnitId& unit, const TableState& table, const std::vector<engine::Place>& places) const;
  bool stands(const Candidate& candidate, const std::vector<engine::Place>& places) const;
  bool one_knock(double t) const;

  ObserveSettings settings_;
  Watch watch_;
  ui::HelpLevel level_ = ui::HelpLevel::Advise;
  std::map<UnitId, Candidate> candidates_;
  std::vector<std::pair<std::string, std::string>> answers_;
  std::map<std::string, bool> said_;
  std::map<BaseId, Pose> crept_;  ///< the rules' pose for which creeping was shown
  std::map<UnitId, double> misplaced_since_;
  std::vector<TableNotice> late_;  ///< noticed while comparing again: told with the next look
  std::set<int> tried_;            ///< owed placements given as standing already
  int next_proposal_ = 1;
  bool settle_now_ = false;
  bool starting_ = true;
  double bumped_at_ = -1e9;
};

}  // namespace polemarch::assistant::observe
