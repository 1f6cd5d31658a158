#pragma once
/// A battle for tests, drawn in words: "A1 legionaries e5 N; B1 warriors e6 S deep; AG general with=A1 heroic; wood c3; stream c3/c4".
/// The side is an id's first letter. Orders in words too: "charge A1 target=B1", "move A1+A2 to=c3 general=AG".

#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"

namespace polemarch::to_the_strongest::test {

class Game {
 public:
  /// Options as JSON text, e.g. R"("options":{"arc":"three_columns"},"turn":3)".
  explicit Game(const std::string& units, int columns = 12, int rows = 8, const std::string& more = "");

  const State& state() const { return state_; }
  const Unit& unit(const std::string& id) const { return state_.units.at({id}); }
  const General& general(const std::string& id) const { return state_.generals.at({id}); }
  Board board() const { return Board(state_); }

  /// Judges: "" when allowed, else the rule of the first reason.
  std::string rule(const std::string& order, Viewer by = Viewer::Umpire) const;
  bool may(const std::string& order) const { return rule(order).empty(); }
  /// The card the order needs.
  int need(const std::string& order) const;
  /// Gives an order that must be allowed.
  Game& give(const std::string& order, Viewer by = Viewer::Umpire);
  /// Answers the open question(s) with one card after another; several cards for one question are taken together.
  Game& cards(const std::vector<int>& values);
  Game& say(const std::string& choice, Viewer by = Viewer::Umpire);
  /// Gives an order and turns its card.
  Game& act(const std::string& order, int card) { return give(order).cards({card}); }

  bool idle() const { return state_.agenda.idle(); }
  /// Rule of the open question, "" when none is open.
  std::string asks() const;
  std::string question() const;
  Viewer asked() const;
  std::vector<std::string> options() const;
  const std::vector<Event>& events() const { return events_; }  ///< of the last command
  bool happened(const std::string& event_name) const;

  std::string json() const;  ///< canonical state
  static std::string text_of(const State& state);
  static State read(const std::string& json);
  static std::string event_json(const Event& event);
  static Event event_from(const std::string& json);
  static Command command(const std::string& order);
  Game& apply(const Command& command, Viewer by);

 private:
  State state_;
  std::vector<Event> events_;
};

Box at(const char* name);

}  // namespace polemarch::to_the_strongest::test
