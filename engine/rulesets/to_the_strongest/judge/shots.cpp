#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

namespace {

/// Is it the shock missile that the order throws? Who has nothing else to shoot throws it unasked. TTS-SHK-02.
bool throws_it(const Board& board, const Unit& shooter, const Order& order) {
  return order.shock == true || (!has_shots(board, shooter) && shooter.shock > 0);
}
/// What it may hit by this order; `known` are its shots, where they are worked out already.
const std::vector<ShotCheck>& checks_of(const Board& board, const Unit& shooter, const Order& order, const std::vector<ShotCheck>* known,
                                        std::vector<ShotCheck>& found) {
  const bool thrown = throws_it(board, shooter, order);
  if (!thrown && known != nullptr) return *known;
  found = thrown ? throws(board, shooter) : shots(board, shooter);
  return found;
}

/// Names the target a shooter must take when the order leaves it out and only one is nearest.
void fill_target(const Board& board, Order& order, const Unit& shooter, const std::vector<ShotCheck>* known) {
  if (!order.target.empty() || (!has_shots(board, shooter) && shooter.shock == 0)) return;
  const ShotCheck* only_one = nullptr;
  std::vector<ShotCheck> found;
  const std::vector<ShotCheck>& all = checks_of(board, shooter, order, known, found);
  for (const ShotCheck& check : all) {
    if (!check.verdict.allowed() || check.target == nullptr) continue;
    if (order.to.somewhere() && check.at != order.to) continue;
    if (only_one != nullptr && check.half_distance == only_one->half_distance) return;
    if (only_one == nullptr) only_one = &check;
  }
  if (only_one != nullptr) order.target = only_one->target->id;
}

Verdict judge_shooting(const Board& board, const Unit& shooter, const Order& order, const std::vector<ShotCheck>* known) {
  if (order.target.empty()) {  // fill_target found none or too many
    if (!has_shots(board, shooter) && shooter.shock == 0)
      return shooter.ammo_max > 0 ? refuse("TTS-AMMO-04", "no ammunition left", 0, 1, "chits")
                                  : refuse("TTS-SHT-01", shooter.id.text + " has nothing to shoot with");
    const bool thrown = throws_it(board, shooter, order);
    if (thrown && !may_throw(board, shooter))
      return shooter.shock > 0 ? refuse("TTS-SEQ-10", "shock missiles are not played") : refuse("TTS-SHK-01", "no shock missile left");
    std::vector<ShotCheck> found;
    const std::vector<ShotCheck>& all = checks_of(board, shooter, order, known, found);
    const bool any = std::any_of(all.begin(), all.end(), [](const ShotCheck& check) { return check.verdict.allowed(); });
    return any ? impossible("several enemies are equally near: name the \"target\"", "TTS-PRI-03")
               : refuse("TTS-SHT-01", "no enemy in range, arc and sight");
  }
  const Unit* target = board.state().unit(order.target);
  if (target == nullptr) return impossible("shooting needs a \"target\" among the enemy");
  if (target->side == shooter.side) return impossible(target->id.text + " is a friend", "TTS-STR-11");
  if (!on_table(*target)) return impossible(target->id.text + " is not on the table");
  if (Verdict shot = judge_shot(board, shooter, *target, throws_it(board, shooter, order), known); !shot.allowed()) return shot;
  if (order.shots > 1 && order.shots > most_cards(board, shooter))
    return refuse(is_double_shooter(shooter) ? "TTS-SHT-07" : "TTS-SHT-05", "fewer to-hit cards", order.shots, most_cards(board, shooter),
                  "cards");
  return allow();
}

/// Two of a box shoot at one target, and each must be able to. TTS-ACT-01, TTS-ACT-08.
Verdict judge_all_shooting(const Board& board, const std::vector<const Unit*>& shooters, const Order& order, const Known& known) {
  Verdict verdict = judge_shooting(board, *shooters.front(), order, known.shots);
  if (shooters.size() > 1 && verdict.allowed()) verdict = judge_shooting(board, *shooters.back(), order, nullptr);
  return verdict;
}

}  // namespace

Worked work_out_shot(const Board& board, Order order, const std::vector<const Unit*>& shooters, const Known& known) {
  fill_target(board, order, *shooters.front(), known.shots);
  const Verdict verdict = judge_all_shooting(board, shooters, order, known);
  return with_need(board, {verdict, in_place(order, *shooters.front())}, shooters);
}

/// One box straight ahead, then shoot. TTS-MOV-09.
Worked work_out_move_and_shoot(const Board& board, Order order, const Unit& shooter) {
  if (!is_javelin_light(shooter))
    return no(refuse("TTS-MOV-09", "only javelin-armed light troops move and shoot"), in_place(order, shooter));
  const Route route{Manoeuvre::Straight, {shooter.box + ahead(shooter.facing)}, shooter.facing};
  if (order.to.somewhere() && order.to != route.path.front())
    return no(refuse("TTS-MOV-09", "exactly one box straight ahead"), in_place(order, shooter));
  Verdict verdict = board.holds(route.path.front()) ? judge_route(board, shooter, nullptr, route) : refuse("TTS-OFF-01", "off the table");
  if (verdict.allowed()) {
    // Shoot from where it will stand.
    Unit there = shooter;
    there.box = route.path.front();
    there.second_box = {};
    there.along = place_at_end(board, shooter, nullptr, route, order.place);
    const Board after(board.state(), &there);
    fill_target(after, order, there, nullptr);
    verdict = judge_shooting(after, there, order, nullptr);
  }
  order.to = route.path.front();
  return with_need(board, {verdict, plan_of(board, {&shooter}, order, route, false)}, {&shooter});
}

/// Shoot, then one box to the rear. TTS-MOV-10.
Worked work_out_shoot_and_move(const Board& board, Order order, const std::vector<const Unit*>& shooters, const Known& known) {
  const Unit& first = *shooters.front();
  const Unit* second = shooters.size() > 1 ? shooters.back() : nullptr;
  for (const Unit* shooter : shooters)
    if (!is_light(*shooter) || shooter->weapons.missiles().without(Weapon::Javelin).none())
      return no(refuse("TTS-MOV-10", "only bow, sling, crossbow or handgun lights shoot and move"), in_place(order, *shooter));
  fill_target(board, order, first, known.shots);
  Verdict verdict = judge_all_shooting(board, shooters, order, known);
  Route route{Manoeuvre::Back, {first.box + ahead(opposite(first.facing))}, order.facing.value_or(first.facing)};
  if (!same_axis(route.facing, first.facing)) verdict = refuse("TTS-MOV-06", "it ends with the same or the opposite facing");
  route.leaves = !board.holds(route.path.front());
  if (verdict.allowed()) verdict = judge_route(board, first, second, route);
  if (second != nullptr && verdict.allowed())
    verdict = second->facing != first.facing ? refuse("TTS-AMB-31", "units that face apart do not move together")
                                             : judge_route(board, *second, &first, route);
  return with_need(board, {verdict, plan_of(board, shooters, order, route, false)}, shooters);
}

}  // namespace polemarch::to_the_strongest
