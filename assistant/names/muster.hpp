#pragma once
/// Who fights, read from a battle's set-up, whatever the ruleset: the names of armies, sides, players, units, leaders and camps. Pure.

#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/ids.hpp"

namespace polemarch::assistant::names {

/// A unit, a general, a leader or a camp as the roster names it.
struct Member {
  UnitId unit;
  Side side = Side::A;
  std::string name;      ///< for people; the id where the roster has none
  std::string type;      ///< in words: "light infantry"; empty where the roster has none
  bool fights = true;    ///< false: a leader or a camp
  std::string division;  ///< or command; empty where the ruleset has none
  bool operator==(const Member&) const = default;
};

/// Everybody of a battle. The arrays hold side A, then side B.
struct Muster {
  std::array<std::string, 2> armies{"A", "B"};  ///< "Romans of the Rhine"
  std::array<std::string, 2> sides{"A", "B"};   ///< "Romans"
  std::array<std::string, 2> players;           ///< where the battle says who plays
  std::vector<Member> members;
};

/// A field's text; empty where there is none.
std::string text_of(const nlohmann::json& j, const char* name);
/// "Greeks'", "Athens'", "Republic's": what is somebody's.
std::string possessive(const std::string& name);
/// An army's or battle's name without the words that mark a sample.
std::string without_sample(std::string text);
/// For those who read a log without this program: {"sides":{"A":{"army","short"},...},"units":{"A1":{"name","type","plural"},...}}.
nlohmann::json names_json(const Muster& muster);
/// Everybody whom a set-up names; what it does not say keeps the letter of its side.
Muster muster_of(const nlohmann::json& setup);

}  // namespace polemarch::assistant::names
