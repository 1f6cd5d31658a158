#pragma once
/// Army lists as data (data/*.json) and the checker that holds a roster against one. Rules TTS-LST, TTS-PTS, TTS-OOB. Pure.

#include <map>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

/// One entry of a list. TTS-LST-01.
struct ListRow {
  std::string entry, label;
  Type type = Type::Warriors;
  Weapons weapons;  ///< none: the type's own
  int least = 0, most = 99;
  struct GradeQuota {
    Grade grade = Grade::Average;
    int most = 99;
    bool half = false;  ///< up to half of the units taken, rounded down (TTS-LST-16, TTS-AMB-127)
    bool all_or_none = false;
  };
  std::vector<GradeQuota> grades;
  int fanatics = 0;
  int ammo = -1;   ///< printed chits where they differ from the type's (TTS-LST-12)
  int save = 0;    ///< printed save where it differs (TTS-AMB-120)
  int points = 0;  ///< printed points of the average (or only) grade
  bool carts = false;
  bool in_camp = false;                ///< deploys inside the camp (TTS-LST-11)
  int from = -9999, until = 9999;      ///< years it may be taken
  std::string region;                  ///< "eastern", "western" as printed (TTS-AMB-91); empty: anywhere
  std::vector<std::string> equipment;  ///< what its units may be given beyond their type (TTS-LST-03)
};
struct ArmyList {
  std::string key, name;
  int from = 0, to = 0;
  int generals_least = 1, generals_most = 5;
  bool heroic_half = false;
  int heroic_most = 99, mounted_most = 99;
  bool may_detach = true, may_be_brilliant = false;
  int heroes_least = 0, heroes_most = 0;
  std::vector<std::string> half_of_heroes;  ///< entries that take at least half of them (TTS-LST-10)
  struct Together {
    std::string rule;
    std::vector<std::string> entries;
    int least = 0, most = 99;
    std::string half;  ///< the entry that is at most half of them, rounded down
  };
  std::vector<Together> together;
  int fanatics_until = 9999;
  std::vector<Together> one_veteran_of;  ///< veterans in at most one of these groups (TTS-LST-06)
  int camps_least = 1, camps_most = 3, fortifications_most = 5;
  std::vector<std::string> allies;  ///< lists whose units may come as a small contingent (TTS-LST-02)
  std::vector<ListRow> rows;
};

/// The list called `key`; null when there is none.
const ArmyList* army_list(const std::string& key);
std::vector<std::string> army_list_keys();
/// The first row a unit may have been taken from, or null.
const ListRow* row_for(const ArmyList& list, const Unit& unit);

/// What an army is held against its list with, beyond its state.
struct Muster {
  int year = 0;                         ///< 0: not said, nothing is asked of it
  std::string region;                   ///< "eastern", "western"; empty: not said
  int fortifications = 0;               ///< box edges bought
  std::map<UnitId, std::string> entry;  ///< units that name their entry
};
/// The units of each entry. Units that could be of several and name none are shared out so that fewest limits are broken. Pure.
std::map<std::string, std::vector<const Unit*>> units_by_entry(const ArmyList& list, const State& state, Side side, const Muster& muster);
/// How these units break a row: numbers, grades, year, region. TTS-LST-01, TTS-LST-16.
std::vector<engine::Reason> against_row(const ListRow& row, const std::vector<const Unit*>& units, const Muster& muster);
/// Must it be deployed inside the camp, by the list of its side? TTS-LST-11.
bool belongs_in_camp(const State& state, const Unit& unit);
/// Where the army breaks the list. TTS-LST-01, 05..07, 10, 12, 15, 16.
std::vector<engine::Reason> against_list(const State& state, Side side, const ArmyList& list, const Muster& muster);
/// Points of a side in half points: units, heroes, generals, camps, and fortifications where `edges` are told. TTS-PTS.
int half_points(const State& state, Side side, int edges = 0);
/// Checks and writes the findings into the side's list_notes. Throws engine::FieldError for an unknown list.
void check_army(State& state, Side side, const std::string& list, const Muster& muster);

}  // namespace polemarch::to_the_strongest
