#pragma once
/// The halves of what the screen asks for: offers, advice, windows, and the words for commands and events. Pure.

#include <string>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

/// An allowance as the cards print it: "6 in", a half one "4.5 in".
inline std::string printed_inches(Length length) {
  std::string text = geometry::inches_text(length);
  if (const std::size_t none = text.find(".0 "); none != std::string::npos) text.erase(none, 2);
  return text;
}

/// Collects offers; each is judged as it is added.
class Offers {
 public:
  Offers(const State& state, Viewer viewer, const engine::About& about) : state_(state), viewer_(viewer), about_(about), facts_(state) {}
  const State& state() const { return state_; }
  Viewer viewer() const { return viewer_; }
  const Facts& facts() const { return facts_; }
  /// Whose turn it is; worked out once.
  const std::optional<UnitId>& next() const { return facts_.next(); }
  /// Is this unit asked about, by somebody who may command it?
  bool about(const UnitId& unit) const;
  /// Is what belongs to no unit asked about?
  bool about_nothing() const {
    return std::holds_alternative<engine::AboutAll>(about_) || std::holds_alternative<engine::AboutNothing>(about_);
  }
  /// A whole command, with its verdict: allowed, or why not. Impossible ones are left out.
  void add(Command command, Viewer audience = Viewer::Both);
  /// A pattern: something has to be filled in first.
  void to_fill_in(Command command, engine::Need needed);
  /// A command that ends the battle for its side: it waits for a yes. Judged as confirmed; impossible ones are left out.
  template <class Ending>
  void to_confirm(Ending command);
  std::vector<engine::Offer<Command>> take() { return std::move(out_); }

 private:
  const State& state_;
  Viewer viewer_;
  const engine::About& about_;
  Facts facts_;
  std::vector<engine::Offer<Command>> out_;
};

/// Who may know whether a command is allowed, and why not: of a unit that lies in ambush its side alone (HM-GEN-18).
Viewer audience_of(const State& state, const Command& command);

void offer_frame(Offers& offers);
void offer_fight(Offers& offers);  // show/offers_fight.cpp

void advise_frame(const Facts& facts, const engine::Selection& selection, Viewer viewer, engine::Advice& advice);
void advise_fight(const Facts& facts, const engine::Selection& selection, Viewer viewer, engine::Advice& advice);  // show/advise_fight.cpp

// A line for each command and event; the fighting's in text/say_fight.cpp.
std::string say_of(const State& state, const ChargeAhead& c);
std::string say_of(const State& state, const Shoot& c);
std::string say_of(const State& state, const BelosCharge& c);
std::string say_of(const State& state, const JoinPursuit& c);
std::string say_of(const State& state, const WheelIn& c);
std::string say_of(const State& state, const UseEpilektoi& c);
std::string tell_of(const State& state, const LochosFought& e);
std::string tell_of(const State& state, const TaxisFought& e);
std::string tell_of(const State& state, const ChargeRolled& e);
std::string tell_of(const State& state, const ChargeDeclared& e);
std::string tell_of(const State& state, const ContactMade& e);
std::string tell_of(const State& state, const ContactEnded& e);
std::string tell_of(const State& state, const MeleeFought& e);
std::string tell_of(const State& state, const MeleesClosed& e);
std::string tell_of(const State& state, const FlightKept& e);
std::string tell_of(const State& state, const FlightOver& e);
std::string tell_of(const State& state, const DeadLaid& e);
std::string tell_of(const State& state, const HamippoiLost& e);
std::string tell_of(const State& state, const HomeRouted& e);
std::string tell_of(const State& state, const BelosReacted& e);
std::string tell_of(const State& state, const EpilektoiDeclared& e);
std::string tell_of(const State& state, const EpilektoiSpent& e);

/// "A1 Mora I".
std::string named(const State& state, const UnitId& unit);
/// In the belos phases who does nothing holds, in all others it stands still.
bool holds_back(const State& state);

}  // namespace polemarch::hoplomachia
