/// Which entry of its list each unit was taken from. Rules TTS-LST-01, TTS-LST-16.
#include <algorithm>
#include <optional>

#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::Reason;
using Taken = std::map<std::string, std::vector<const Unit*>>;

/// A row that names weapons holds units with those and no others.
bool weapons_fit(const ListRow& row, const Unit& unit) { return row.weapons.none() || (unit.weapons.bits & ~row.weapons.bits) == 0; }

bool may_be_of(const ListRow& row, const Unit& unit) {
  return row.type == unit.type && row.carts == unit.carts && weapons_fit(row, unit) &&
         std::any_of(row.grades.begin(), row.grades.end(), [&](const ListRow::GradeQuota& q) { return q.grade == unit.grade; });
}

/// Units alike for the list, and the rows they may be of.
struct Alike {
  std::vector<const ListRow*> rows;
  Grade grade = Grade::Average;
  std::vector<const Unit*> units;
};

class SharingOut {
 public:
  SharingOut(const ArmyList& list, const Muster& muster, Taken taken, std::vector<Alike> groups)
      : list_(list), muster_(muster), taken_(std::move(taken)), groups_(std::move(groups)) {}
  Taken best() {
    share(0, 0, 0);
    return best_;
  }

 private:
  /// Gives units `next`.. of group `group` to its rows from `row` on, in every way that does not overfill a row that has another after it.
  void share(std::size_t group, std::size_t row, std::size_t next) {
    if (group == groups_.size()) return weigh();
    const Alike& alike = groups_[group];
    if (row + 1 == alike.rows.size()) {
      put(alike, row, next, alike.units.size());
      share(group + 1, 0, 0);
      return take_back(alike, row, alike.units.size() - next);
    }
    const ListRow& entry = *alike.rows[row];
    const int room = entry.most - static_cast<int>(taken_[entry.entry].size());
    const std::size_t most = std::min(alike.units.size(), next + static_cast<std::size_t>(std::max(0, room)));
    for (std::size_t end = next; end <= most; ++end) {
      put(alike, row, next, end);
      share(group, row + 1, end);
      take_back(alike, row, end - next);
    }
  }
  void put(const Alike& alike, std::size_t row, std::size_t from, std::size_t to) {
    std::vector<const Unit*>& units = taken_[alike.rows[row]->entry];
    for (std::size_t i = from; i < to; ++i) units.push_back(alike.units[i]);
  }
  void take_back(const Alike& alike, std::size_t row, std::size_t count) {
    std::vector<const Unit*>& units = taken_[alike.rows[row]->entry];
    units.resize(units.size() - count);
  }
  void weigh() {
    std::size_t broken = 0;
    for (const ListRow& row : list_.rows) broken += against_row(row, taken_[row.entry], muster_).size();
    if (fewest_ && *fewest_ <= broken) return;
    fewest_ = broken;
    best_ = taken_;
  }

  const ArmyList& list_;
  const Muster& muster_;
  Taken taken_;
  std::vector<Alike> groups_;
  Taken best_;
  std::optional<std::size_t> fewest_;
};

}  // namespace

const ListRow* row_for(const ArmyList& list, const Unit& unit) {
  const auto at = std::find_if(list.rows.begin(), list.rows.end(), [&](const ListRow& row) { return may_be_of(row, unit); });
  return at == list.rows.end() ? nullptr : &*at;
}

std::vector<Reason> against_row(const ListRow& row, const std::vector<const Unit*>& units, const Muster& muster) {
  std::vector<Reason> out;
  const auto breach = [&](const char* rule, std::string text, int value, int limit) {
    out.push_back({rule, std::move(text), static_cast<double>(value), static_cast<double>(limit), "units", {}});
  };
  const int count = static_cast<int>(units.size());
  if (count < row.least) breach("TTS-LST-01", "too few " + row.label, count, row.least);
  if (count > row.most) breach("TTS-LST-01", "too many " + row.label, count, row.most);
  if (count > 0 && !row.region.empty() && !muster.region.empty() && row.region != muster.region)
    out.push_back({"TTS-LST-01", row.label + " are " + row.region, {}, {}, {}, {}});
  if (count > 0 && muster.year != 0 && (muster.year < row.from || muster.year > row.until))
    out.push_back({"TTS-LST-01", row.label + ": not in that year", {}, {}, {}, {}});
  for (const ListRow::GradeQuota& quota : row.grades) {
    const int of_grade =
        static_cast<int>(std::count_if(units.begin(), units.end(), [&](const Unit* unit) { return unit->grade == quota.grade; }));
    const int limit = quota.half ? count / 2 : quota.most;  // TTS-AMB-127
    const std::string text = row.label + " " + std::string(kGradeNames[static_cast<std::size_t>(quota.grade)]);
    if (of_grade > limit) breach(quota.half ? "TTS-LST-16" : "TTS-LST-01", "too many " + text, of_grade, limit);
    if (quota.all_or_none && of_grade != 0 && of_grade != count) breach("TTS-LST-01", text + ": all or none", of_grade, count);
  }
  return out;
}

Taken units_by_entry(const ArmyList& list, const State& state, Side side, const Muster& muster) {
  Taken taken;
  std::vector<Alike> groups;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.ally.empty()) continue;
    if (const auto named = muster.entry.find(id); named != muster.entry.end()) {
      const auto row = std::find_if(list.rows.begin(), list.rows.end(), [&](const ListRow& r) { return r.entry == named->second; });
      if (row != list.rows.end() && may_be_of(*row, unit)) taken[row->entry].push_back(&unit);
      continue;
    }
    std::vector<const ListRow*> rows;
    for (const ListRow& row : list.rows)
      if (may_be_of(row, unit)) rows.push_back(&row);
    if (rows.empty()) continue;
    const auto same = [&, mate = &unit](const Alike& group) { return group.rows == rows && group.grade == mate->grade; };
    auto group = std::find_if(groups.begin(), groups.end(), same);
    if (group == groups.end()) group = groups.insert(groups.end(), {.rows = rows, .grade = unit.grade, .units = {}});
    group->units.push_back(&unit);
  }
  return SharingOut(list, muster, std::move(taken), std::move(groups)).best();
}

}  // namespace polemarch::to_the_strongest
