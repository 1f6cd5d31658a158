#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::About;
using engine::card_after;
using engine::Need;
using engine::Needs;
using engine::Offer;

class Menu {
 public:
  Menu(const State& state, Viewer viewer) : board_(state), viewer_(viewer) {}

  void add(Order order, Needs needs = {card_after()}) {
    Worked worked = work_out(board_, viewer_, order, known_);
    out_.push_back({command_of(std::move(order)), std::move(worked.verdict), std::move(needs), true, eyes_});
  }
  void add(const Command& command, Needs needs = {}) {
    const State& state = board_.state();
    const Viewer eyes = eyes_for(state, viewer_, command);
    // A card that is still to be played first is told to whoever tries, not to whoever reads what may be done (TTS-STR-03, 05).
    const Viewer judged = std::holds_alternative<DeploymentDone>(command) ? Viewer::Both : viewer_;
    out_.push_back({command, Rules::judge(state, judged, command), std::move(needs), true, eyes});
  }
  /// One that still needs words of the players.
  void add_unfinished(Command command, Need need) {
    out_.push_back({std::move(command), engine::allow(), {std::move(need)}, false, Viewer::Both});
  }
  /// One side gives up, or both agree that nobody has won.
  void ending() {
    EndBattle end;
    if (viewer_ == Viewer::A || viewer_ == Viewer::B) end.winner = viewer_ == Viewer::A ? Side::B : Side::A;
    engine::Verdict verdict = Rules::judge(board_.state(), viewer_, end);
    out_.push_back({end, std::move(verdict), {engine::say_yes()}, false, Viewer::Both});
  }
  template <class Said>
  void add_all(std::vector<Said> commands) {
    for (Said& command : commands) add(Command{std::move(command)});
  }
  /// The same once more with the detached general of its box riding along.
  /// TTS-GEN-18, TTS-GEN-41.
  void with_general(const Order& order, const Unit& unit, const Needs& needs = {card_after()}) {
    if (out_.empty() || !out_.back().verdict.allowed()) return;
    for (const General* general : board_.generals_in(unit.box, unit.side)) {
      if (general->attached) continue;
      Order along = order;
      along.generals = {general->id};
      add(std::move(along), needs);
      if (!out_.back().verdict.allowed()) out_.pop_back();
    }
  }

  /// Into a box with a friend: the place before or behind him that is not taken where nothing is said. TTS-ENT-03.
  void other_place(const Order& order, const Unit& unit) {
    if (mate_in(board_.state(), unit, order.to) == nullptr) return;
    const Worked plain = work_out(board_, viewer_, order, known_);
    const int taken = plain.plan.along;
    if (!plain.verdict.allowed() || taken == 0) return;
    for (const char* wish : {"front", "behind"}) {
      Order wished = order;
      wished.place = wish;
      if (work_out(board_, viewer_, wished, known_).plan.along == taken) continue;
      add(wished);
      with_general(wished, unit);
    }
  }

  void moves(const Unit& unit) {
    struct Seen {
      OrderKind kind;
      Box to;
      std::optional<Facing> facing;
      bool off;
      bool operator==(const Seen&) const = default;
    };
    std::vector<Seen> seen;
    for (const Route& route : routes_) {
      Order order{.kind = route.manoeuvre == Manoeuvre::Turn       ? OrderKind::Turn
                          : route.manoeuvre == Manoeuvre::Exchange ? OrderKind::Exchange
                                                                   : OrderKind::Move,
                  .units = {unit.id}};
      if (route.leaves) {
        order.off_table = true;
        if (route.path.size() > 1) order.to = route.path[route.path.size() - 2];
      } else if (!route.path.empty()) {
        order.to = route.path.back();
      }
      if (route.facing != unit.facing) order.facing = route.facing;
      const Seen said{order.kind, order.to, order.facing, order.off_table};
      if (std::find(seen.begin(), seen.end(), said) != seen.end()) continue;
      seen.push_back(said);
      const bool goes = order.kind == OrderKind::Move || (order.kind == OrderKind::Turn && !route.path.empty());
      if (pair_with_.empty()) {
        add(order);
        if (goes) with_general(order, unit);
        if (goes) other_place(order, unit);
      } else if (order.kind != OrderKind::Exchange) {
        order.units.push_back(pair_with_);
        if (add_allowed(order) && goes) with_general(order, unit);
      }
    }
  }
  /// Adds an order that may be given; why another may not is said elsewhere.
  bool add_allowed(const Order& order, Needs needs = {card_after()}) {
    add(order, std::move(needs));
    if (out_.back().verdict.allowed()) return true;
    out_.pop_back();
    return false;
  }
  /// What both of a box do where they stand, or shoot and fall back. TTS-ACT-01, TTS-ACT-08.
  void in_place_together(const Unit& unit, const Unit& mate) {
    const std::vector<UnitId> both{unit.id, mate.id};
    if (unit.disorder > 0 && mate.disorder > 0)
      add_allowed({.kind = OrderKind::Rally, .units = both}, {card_after(), card_after("rally cards")});
    add_allowed({.kind = OrderKind::Resupply, .units = both});
    if (unit.ammo_max == 0 && unit.shock == 0 && !has_shots(board_, unit)) return;
    for (const ShotCheck& check : has_shots(board_, unit) ? shots(board_, unit) : throws(board_, unit)) {
      if (check.target == nullptr || !check.verdict.allowed()) continue;
      Order order{.kind = OrderKind::Shoot, .units = both, .target = check.target->id};
      if (!add_allowed(order, {card_after(), card_after("to-hit cards")})) continue;
      order.shots = 2;
      if (has_shots(board_, unit) && most_cards(board_, unit) > 1) add_allowed(order, {card_after(), card_after("to-hit cards")});
      order = {.kind = OrderKind::ShootAndMove, .units = both, .target = check.target->id};
      if (add_allowed(order, {card_after(), card_after("to-hit cards")}))
        going_too(order, unit, {card_after(), card_after("to-hit cards")});
    }
  }
  /// A shot with a move that may be given: once more with the general of its box, and facing about where it falls back. TTS-ACT-14.
  void going_too(Order order, const Unit& unit, const Needs& needs) {
    with_general(order, unit, needs);
    if (order.kind != OrderKind::ShootAndMove) return;
    order.facing = opposite(unit.facing);
    if (add_allowed(order, needs)) with_general(order, unit, needs);
  }
  void charges(const Unit& unit) {
    for (const Unit* enemy : board_.enemies_of(unit))
      if (std::min(reach_of(*enemy, unit.box), unit.second_box.somewhere() ? reach_of(*enemy, unit.second_box) : 9) <= 2) {
        const Order order{.kind = OrderKind::Charge, .units = {unit.id}, .target = enemy->id};
        add(order);
        with_general(order, unit);
        if (out_.back().verdict.allowed()) other_place_to_strike(order, unit);
      }
  }
  /// Through a light friend: the place before or behind him that is not taken where nothing is said. TTS-ENT-05, TTS-ENT-06.
  void other_place_to_strike(const Order& order, const Unit& unit) {
    const std::vector<Box> path = work_out(board_, viewer_, order, known_).plan.path;
    if (path.empty()) return;
    const int taken = place_to_strike(board_, unit, path.back(), {});
    for (const char* wish : {"front", "behind"}) {
      Order wished = order;
      wished.place = wish;
      if (place_to_strike(board_, unit, path.back(), wish) != taken) add(std::move(wished));
    }
  }
  /// With one card, with two where it may, and by throwing what is thrown once.
  void shots_at(const Unit& unit, const UnitId& target) {
    Order order{.kind = OrderKind::Shoot, .units = {unit.id}, .target = target};
    add(order, {card_after(), card_after("to-hit card")});
    if (!out_.back().verdict.allowed()) return;
    if (most_cards(board_, unit) > 1 && has_shots(board_, unit)) {
      order.shots = 2;
      add(order, {card_after(), card_after("to-hit cards")});
      if (!out_.back().verdict.allowed()) out_.pop_back();
    }
    if (unit.shock > 0 && has_shots(board_, unit)) {
      order.shots = 0;
      order.shock = true;
      add(order, {card_after(), card_after("to-hit card")});
      if (!out_.back().verdict.allowed()) out_.pop_back();
    }
  }
  /// One order a target that can be hit; where there is none, one that says
  /// why.
  void each_target(const Unit& unit, OrderKind kind, const std::vector<ShotCheck>& checks) {
    const std::size_t before = out_.size();
    for (const ShotCheck& check : checks) {
      if (check.target == nullptr || !check.verdict.allowed()) continue;
      const Order order{.kind = kind, .units = {unit.id}, .target = check.target->id};
      add(order, {card_after(), card_after("to-hit card")});
      if (out_.back().verdict.allowed()) going_too(order, unit, {card_after(), card_after("to-hit card")});
    }
    if (out_.size() == before) add({.kind = kind, .units = {unit.id}}, {card_after(), card_after("to-hit card")});
  }
  void move_and_shoot(const Unit& unit) {
    const Box ahead_of_it = unit.box + ahead(unit.facing);
    std::vector<ShotCheck> from_there;
    if (board_.holds(ahead_of_it)) {
      Unit there = unit;
      there.box = ahead_of_it;
      from_there = shots(Board(board_.state(), &there), there);
    }
    each_target(unit, OrderKind::MoveAndShoot, from_there);
  }
  void shooting(const Unit& unit) {
    const bool shoots = unit.ammo_max > 0 || unit.shock > 0 || has_shots(board_, unit);
    if (!shoots) return add({.kind = OrderKind::Shoot, .units = {unit.id}});
    int targets = 0;
    for (const ShotCheck& check : shots_) {
      if (check.target == nullptr) continue;
      ++targets;
      shots_at(unit, check.target->id);
    }
    if (targets == 0) add({.kind = OrderKind::Shoot, .units = {unit.id}});
    if (is_javelin_light(unit)) move_and_shoot(unit);
    if (is_light(unit) && !unit.weapons.missiles().without(Weapon::Javelin).none()) each_target(unit, OrderKind::ShootAndMove, shots_);
    add({.kind = OrderKind::Resupply, .units = {unit.id}});
  }
  void rest(const Unit& unit) {
    add({.kind = OrderKind::Rally, .units = {unit.id}}, {card_after(), card_after("rally card")});
    for (const Formation formation : {Formation::Line, Formation::Orbis, Formation::Testudo, Formation::Wedge, Formation::Rhomboid}) {
      const bool listed = std::find(unit.formations.begin(), unit.formations.end(), formation) != unit.formations.end();
      const bool drilled_form = formation == Formation::Orbis || (formation == Formation::Testudo && unit.testudo_trained);
      if ((listed || drilled_form || unit.formation != Formation::Line) && formation != unit.formation)
        add({.kind = OrderKind::Form, .units = {unit.id}, .formation = formation});
    }
    if (unit.stakes != Stakes::None) add({.kind = OrderKind::EmplaceStakes, .units = {unit.id}});
    for (const Facing side : {left_of(unit.facing), right_of(unit.facing)})
      if (board_.holds(unit.box + ahead(side)) && !unit.second_box.somewhere())
        add({.kind = OrderKind::Straddle, .units = {unit.id}, .to = unit.box + ahead(side)});
    if (is_evading_horse(unit.type)) add({.kind = OrderKind::Dismount, .units = {unit.id}});
    if (!unit.boat.empty()) {
      for (int dx = -1; dx <= 1; ++dx)
        for (int dy = -1; dy <= 1; ++dy) {
          const Box box = unit.box + Step2{dx, dy};
          if (box == unit.box || !board_.holds(box)) continue;
          add({.kind = unit.afloat ? OrderKind::Land : OrderKind::Board, .units = {unit.id}, .to = box});
        }
    }
  }
  /// How a unit off the table comes on. What a note says of it is for its owner's eyes (TTS-STR-23).
  void waiting(const Unit& unit) {
    if (in_ambush(board_.state(), unit)) {
      for (const Facing facing : kFacings) add({.kind = OrderKind::Reveal, .units = {unit.id}, .facing = facing});
      return;
    }
    if (unit.where != Where::Left && unit.where != Where::Reserve) return;
    if (unit.lost_way) return add({.kind = OrderKind::Enter, .units = {unit.id}}, {card_after(), card_after("zone card")});
    const std::size_t before = out_.size();
    std::optional<Order> refused;
    for (int zone = 1; zone <= kEdgeZones; ++zone)
      for (const auto& [box, facing] : boxes_of_zone(board_.field(), unit.side, zone)) {
        const Order order{.kind = OrderKind::Enter, .units = {unit.id}, .to = box};
        if (work_out(board_, viewer_, order).verdict.allowed()) {
          add(order);
        } else if (!refused || zone == unit.edge_zone) {
          refused = order;
        }
      }
    if (out_.size() == before && refused) add(*refused);  // why it may come on nowhere
  }
  void one(const Unit& unit) {
    if (waits_by_note(board_.state(), unit)) eyes_ = viewer_of(unit.side);
    waiting(unit);
    eyes_ = Viewer::Both;
    if (!on_table(unit)) return;
    routes_ = routes(board_, unit);
    const bool shoots = unit.ammo_max > 0 || unit.shock > 0 || has_shots(board_, unit);
    shots_ = shoots ? shots(board_, unit) : std::vector<ShotCheck>{};
    known_ = {&routes_, &shots_};
    out_.reserve(out_.size() + 64);
    moves(unit);
    charges(unit);
    shooting(unit);
    rest(unit);
    known_ = {};
  }
  /// What the unit may do along with its mate in the box. TTS-ACT-01, TTS-ACT-08, TTS-AMB-31.
  void together(const Unit& unit) {
    if (!on_table(unit)) return;
    for (const Unit* mate : board_.at(unit.box)) {
      if (mate->id == unit.id || mate->side != unit.side || mate->command != unit.command) continue;
      routes_ = routes(board_, unit);
      known_ = {&routes_, nullptr};
      pair_with_ = mate->id;
      moves(unit);
      pair_with_ = {};
      known_ = {};
      in_place_together(unit, *mate);
    }
  }
  void general(const General& general) {
    const Box from = board_.state().box_of(general);
    if (general.attached || !from.somewhere()) return;
    const int length = command_move_length(general);
    for (int dx = -length; dx <= length; ++dx)
      for (int dy = -length; dy <= length; ++dy) {
        const Box to = from + Step2{dx, dy};
        if (to != from && board_.holds(to)) add(Command{CommandMove{general.id, to}});
      }
  }
  std::vector<Offer<Command>> take() { return std::move(out_); }
  const Board& board() const { return board_; }

 private:
  Board board_;
  Viewer viewer_;
  std::vector<Route> routes_;     ///< of the unit asked about
  std::vector<ShotCheck> shots_;  ///< likewise
  Known known_;
  Viewer eyes_ = Viewer::Both;  ///< who may be told the orders that are added
  UnitId pair_with_;            ///< the mate that moves along; empty: nobody
  std::vector<Offer<Command>> out_;
};

}  // namespace

std::vector<engine::Offer<Command>> Rules::offers(const State& state, Viewer viewer, const About& about) {
  Menu menu(state, viewer);
  if (const auto* id = std::get_if<UnitId>(&about)) {
    if (const Unit* unit = state.unit(*id)) {
      if (state.phase == Phase::Battle) {
        menu.one(*unit);
        menu.together(*unit);
      } else if (engine::may_answer(viewer, viewer_of(unit->side))) {
        menu.add_all(postings_open(state, *unit));
        menu.add_all(notes_open(state, *unit));
      }
      menu.add_all(marks_open(state, *unit));
    }
    if (const auto camp = state.camps.find(*id); camp != state.camps.end() && engine::may_answer(viewer, viewer_of(camp->second.owner)))
      menu.add_all(postings_open(state, *id, camp->second));
    if (const General* general = state.general(*id)) {
      if (state.phase == Phase::Battle || state.phase == Phase::Over) menu.general(*general);
      if (engine::may_answer(viewer, viewer_of(general->side))) menu.add_all(postings_open(state, *general));
      if (state.replace_open) menu.add(Command{ReplaceCard{*id}}, {card_after()});
      menu.add_all(marks_open(state, *general));
    }
    return menu.take();
  }
  if (const auto* id = std::get_if<engine::WaitId>(&about)) {
    const engine::Wait* wait = state.agenda.find(*id);
    if (wait == nullptr || wait->answer) return {};
    for (const engine::Option& option : wait->options) menu.add(Command{engine::AnswerWait{*id, {.choices = {option.key}}}});
    if (wait->chance)
      for (int value = wait->chance->lowest; value <= wait->chance->highest; ++value) {
        engine::AnswerWait answer{*id, {}};
        answer.answer.values.assign(static_cast<std::size_t>(wait->chance->count), value);
        menu.add(Command{answer});
      }
    return menu.take();
  }
  for (const Side side : {Side::A, Side::B})
    if (engine::may_answer(viewer, viewer_of(side))) menu.add_all(stratagems_open(state, side));
  if (state.phase == Phase::Battle) {
    if (engine::may_answer(viewer, viewer_of(state.active))) menu.add(Command{EndTurn{}});
    for (const auto& [id, command] : state.commands)
      if (command.side == state.active && has_units(state, id) && engine::may_answer(viewer, viewer_of(command.side)))
        menu.add(Command{Pass{id}});
    if (state.replace_open)
      for (const UnitId& id : state.replace_open->able)
        if (engine::may_answer(viewer, viewer_of(state.generals.at(id).side))) menu.add(Command{ReplaceCard{id}}, {card_after()});
    for (const Side side : {Side::A, Side::B})
      if (engine::may_answer(viewer, viewer_of(side))) {
        menu.add_all(marks_open(state, side));
        for (const auto& [id, general] : state.generals)  // no base of his own to point at
          if (general.side == side && general.attached) menu.add_all(marks_open(state, general));
      }
    menu.ending();
    if (std::holds_alternative<engine::AboutNothing>(about)) return menu.take();
    for (const auto& [id, unit] : state.units)
      if (unit.where != Where::Lost && engine::may_answer(viewer, viewer_of(unit.side)) &&
          (unit.side == state.active || blunder_of(state, {id}) != nullptr))
        menu.one(unit);
    for (const auto& [id, general] : state.generals)
      if (general.side == state.active && engine::may_answer(viewer, viewer_of(general.side))) menu.general(general);
  } else if (state.phase != Phase::Over) {
    for (const Command& command : prelude_offers(state, viewer)) menu.add(command);
    for (auto& [command, need] : unfinished_offers(state, viewer)) menu.add_unfinished(std::move(command), std::move(need));
  }
  return menu.take();
}

}  // namespace polemarch::to_the_strongest
