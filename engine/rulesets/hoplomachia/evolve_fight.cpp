/// The fighting's half of evolve(): facts only.
#include <algorithm>

#include "engine/rulesets/hoplomachia/evolve.hpp"

namespace polemarch::hoplomachia {

namespace {

Lochos& lochos_in(State& state, const LochosRef& ref) { return state.units.at(ref.unit).lochoi.at(static_cast<std::size_t>(ref.at)); }
Engaged engaged_of(const std::vector<Contact>& contacts) {
  if (contacts.empty()) return Engaged::None;
  return std::any_of(contacts.begin(), contacts.end(), [](const Contact& c) { return c.othismos; }) ? Engaged::Othismos
                                                                                                    : Engaged::Epidromos;
}
void drop_contact(Lochos& lochos, const LochosRef& foe) {
  std::erase_if(lochos.fight.contacts, [&](const Contact& contact) { return contact.foe == foe; });
  lochos.fight.engaged = engaged_of(lochos.fight.contacts);
  if (lochos.fight.contacts.empty()) lochos.fight.ground_given = 0, lochos.fight.assails = false;
}
void note_fought(State& state, const LochosRef& a, const LochosRef& b) { state.fight.fought.emplace_back(std::min(a, b), std::max(a, b)); }

}  // namespace

void write(State& state, const LochosFought& e) {
  Lochos& lochos = lochos_in(state, e.lochos);
  lochos.fate = e.fate;
  lochos.fight = e.fight;
}
void write(State& state, const TaxisFought& e) { state.units.at(e.unit).fight = e.fight; }
void write(State& state, const ChargeRolled& e) {
  TaxisFight& fight = state.units.at(e.unit).fight;
  fight.epidromos_die = e.die;
  fight.momentum = e.momentum;
}
void write(State&, const ChargeDeclared&) {}
void write(State& state, const ContactMade& e) {
  Lochos& lochos = lochos_in(state, e.lochos);
  lochos.fight.contacts.push_back(e.contact);
  lochos.fight.engaged = engaged_of(lochos.fight.contacts);
  if (e.next_turn) note_fought(state, e.lochos, e.contact.foe);
}
void write(State& state, const ContactEnded& e) {
  drop_contact(lochos_in(state, e.one), e.other);
  drop_contact(lochos_in(state, e.other), e.one);
}
void write(State& state, const MeleeFought& e) {
  note_fought(state, e.first.lochos, e.second.lochos);
  lochos_in(state, e.first.lochos).fight.fought = true;
  lochos_in(state, e.second.lochos).fight.fought = true;
}
void write(State& state, const MeleesClosed&) {
  state.fight.fought.clear();
  for (auto& [id, unit] : state.units) {
    for (Lochos& lochos : unit.lochoi) {
      for (Contact& contact : lochos.fight.contacts) contact.othismos = true;
      lochos.fight.engaged = engaged_of(lochos.fight.contacts);
      lochos.fight.worst.reset();
    }
    unit.fight.momentum = false;
  }
}
void write(State& state, const FlightKept& e) {
  BattleFight& fight = state.fight;
  fight.next_flight = std::max(fight.next_flight, e.flight.id + 1);
  for (Flight& flight : fight.flights)
    if (flight.id == e.flight.id) {
      flight = e.flight;
      return;
    }
  fight.flights.push_back(e.flight);
}
void write(State& state, const FlightOver& e) {
  std::erase_if(state.fight.flights, [&](const Flight& flight) { return flight.id == e.id; });
}
void write(State& state, const DeadLaid& e) { state.fight.dead.push_back(e.counter); }
void write(State& state, const HamippoiLost& e) { lochos_in(state, e.lochos).hamippoi = false; }
void write(State& state, const HomeRouted& e) { state.armies[e.side].home_rout_used = true; }
void write(State&, const BelosReacted&) {}
void write(State& state, const EpilektoiDeclared& e) {
  state.fight.declared.push_back({e.lochos, e.by});
  lochos_in(state, e.lochos).fight.epilektoi_in = state.at.turn;
}
void write(State& state, const EpilektoiSpent& e) {
  std::erase_if(state.fight.declared, [&](const Declared& one) { return one.lochos.unit == e.unit; });
}

}  // namespace polemarch::hoplomachia
