/// Contacts between lochoi: made, ended, turned to face (HM-EPI-25, HM-AMB-80).
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

/// A pursuer that is struck fights where it is; its comrades chase on.
void stop_chasing(Unfold& u, const LochosRef& ref) {
  const bool others_stand = !standing_lochoi(u.state(), ref.unit).empty();
  leave_flight(u, ref, "is struck", "HM-EPI-25");
  stand_apart(u, Mode::Pursue, ref.unit, {ref.at});
  if (others_stand) return;
  // All of it chased, or what did not routs: it waits for a word once it is free again.
  set_mode(u, ref.unit, Mode::Halt);
  const int turn = u.state().at.turn;
  keep_unit(u, ref.unit, [&](TaxisFight& fight) { fight.pursued_in = turn; });
}

}  // namespace

void make_contact(Unfold& u, const LochosRef& striker, const LochosRef& target, Strikes on, bool othismos, bool next_turn) {
  if (contact_with(lochos_at(u.state(), target), striker) != nullptr) return;
  if (const Flight* chase = flight_of(u.state(), target); chase != nullptr && chase->mode == Mode::Pursue) stop_chasing(u, target);
  u.emit(ContactMade{target, {striker, on, othismos}, next_turn});
  u.emit(ContactMade{striker, {target, Strikes::Front, othismos}, false});
}

void end_contacts(Unfold& u, const LochosRef& ref) {
  const std::vector<Contact> contacts = lochos_at(u.state(), ref).fight.contacts;
  for (const Contact& contact : contacts) u.emit(ContactEnded{ref, contact.foe});
}

void drop_lost_contacts(Unfold& u, const LochosRef& ref) {
  const std::vector<Contact> contacts = lochos_at(u.state(), ref).fight.contacts;
  for (const Contact& contact : contacts) {
    const Shapes own = shapes_of(lochos_at(u.state(), ref)), foe = shapes_of(lochos_at(u.state(), contact.foe));
    if (own.empty() || foe.empty() || geometry::gap_between(own, foe).signed_gap.value > u.state().tolerance)
      u.emit(ContactEnded{ref, contact.foe});
  }
}

namespace {

/// The lochos has turned to face one enemy: who else struck that side stands in its front now and matters for gaps alone (HM-MULT-01, 02);
/// others strike where they lie now.
void judge_contacts_anew(Unfold& u, const LochosRef& ref, const LochosRef& faced, Strikes turned_to) {
  const std::vector<Contact> contacts = lochos_at(u.state(), ref).fight.contacts;
  for (const Contact& contact : contacts) {
    if (contact.foe == faced || contact.on == Strikes::Front) continue;
    const Stand* foe = front_of(lochos_at(u.state(), contact.foe));
    if (foe == nullptr) continue;
    std::optional<Strikes> on;
    for (const geometry::Shape& own : shapes_of(lochos_at(u.state(), ref)))
      if (const auto met = front_meets(geometry::placed(foe->footprint, foe->at), own, u.state().tolerance);
          met && (!on || *on == Strikes::Front))
        on = met;
    if (!on && contact.on != turned_to) on = contact.on;  // it lies askew on another side
    if (on == contact.on && contact.on != turned_to) continue;
    u.emit(ContactEnded{ref, contact.foe});
    if (on && *on != Strikes::Front) make_contact(u, contact.foe, ref, *on, contact.othismos);
  }
}

}  // namespace

void settle_flanks(Unfold& u) {
  for (const auto& [id, count] : [&] {
         std::vector<std::pair<UnitId, int>> units;
         for (const auto& [key, unit] : u.state().units) units.emplace_back(key, static_cast<int>(unit.lochoi.size()));
         return units;
       }())
    for (int i = 0; i < count; ++i) {
      const LochosRef ref{id, i};
      const Lochos& lochos = lochos_at(u.state(), ref);
      if (!lochos.sound() || front_contact(lochos) != nullptr) continue;
      const auto flank = std::find_if(lochos.fight.contacts.begin(), lochos.fight.contacts.end(),
                                      [](const Contact& c) { return c.on == Strikes::Shielded || c.on == Strikes::Unshielded; });
      if (flank == lochos.fight.contacts.end() || flank->othismos) continue;
      const Contact contact = *flank;
      const Stand* own = front_of(lochos);
      const Stand* foe = front_of(lochos_at(u.state(), contact.foe));
      if (own == nullptr || foe == nullptr) continue;
      const Pose to = squared_up(own->footprint, geometry::placed(foe->footprint, foe->at), Strikes::Front);
      move_stands(u, id, column_at(lochos, to), {}, {}, "turns to face the charge", "HM-AMB-80");
      u.emit(ContactEnded{ref, contact.foe});
      make_contact(u, contact.foe, ref, Strikes::Front, false);
      judge_contacts_anew(u, ref, contact.foe, contact.on);
    }
}

void carry_out(Unfold& u, const WheelIn& c) {
  const LochosRef own{c.unit, c.lochos}, foe{c.target, c.target_lochos};
  const auto side = free_side(u.state(), own, foe);
  if (!side) return;
  const Lochos& lochos = lochos_at(u.state(), own);
  const Stand* front = front_of(lochos);
  const Length moved = Length::from_mm(geometry::length_of(geometry::vec(side->first.centre()) - geometry::vec(front->at.pose.centre())));
  const std::string part = part_text(u.state(), own);
  move_stands(u, c.unit, column_at(lochos, side->first), moved, {},
              (part.empty() ? "wheels into " : "wheels its " + part + " into ") + name_of(u.state(), foe), "HM-FLK-06");
  const int turn = u.state().at.turn;
  keep_lochos(u, own, [&](LochosFought& kept) { kept.fight.moved_in = turn; });
  make_contact(u, own, foe, side->second, true);  // HM-AMB-81: with othismos modifiers
  keep_lochos(u, own, [](LochosFought& kept) { kept.fight.assails = true; });
  if (!may_wheel_in_anywhere(u.state(), c.unit)) acted(u, c.unit, "");  // else its next lochos, or it stands
}

void march_back(Unfold& u) {
  std::vector<UnitId> due;
  for (const auto& [id, unit] : u.state().units)
    if (unit.fight.march_back) due.push_back(id);
  for (const UnitId& id : due) {
    const UnitId from = taxis_at(u.state(), id).fight.march_back_from;
    keep_unit(u, id, [](TaxisFight& fight) {
      fight.march_back = false;
      fight.march_back_from = {};
    });
    const Taxis unit = body_of(u.state(), id);
    if (in_melee(taxis_at(u.state(), id)) || in_hand(u.state(), id).empty()) continue;
    const UnitCard& card = card_of(u.state(), unit);
    const bool disarrayed = unit.disarrayed();
    const Length move =
        card.movement(disarrayed || unit.arrangement == Arrangement::OF ? Arrangement::OF : Arrangement::CF).value_or(Length{});
    // Straight back, facing the enemy; one full move (HM-BRX-12).
    const Length by = room_behind(u.state(), id, move);
    if (unit.arrangement == Arrangement::OF) u.emit(Rearranged{id, Arrangement::CF, "HM-BRX-12"});
    const Taxis now = body_of(u.state(), id);
    const Angle back = (heading_of(now) + 180_deg).normalised();
    std::vector<engine::PlacedBase> poses = in_files(u.state(), id, now, Arrangement::CF);
    for (engine::PlacedBase& placed : poses) placed.at.pose = shifted(placed.at.pose, back, by);
    // A march like any other for the ground it crosses (HM-DIS-07, HM-TER-02).
    move_over_ground(u, id, std::move(poses), by, "marches back " + geometry::inches_text(by), "HM-BRX-12");
    TurnFlags flags = taxis_at(u.state(), id).turn;
    flags.evaded = true;
    u.emit(TurnFlagged{id, flags});
    reacted(u, id, "marches back" + (from.empty() ? std::string() : " from " + from.text));
  }
}

}  // namespace polemarch::hoplomachia
