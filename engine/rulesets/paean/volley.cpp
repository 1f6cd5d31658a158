#include "engine/rulesets/paean/volley.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/rulesets/paean/tables.hpp"

namespace polemarch::paean {

using engine::ThrowRow;

namespace {

constexpr int kLeastArmour = 2;  // PA-CCD-06
constexpr int kMostArmour = 7;   // PA-CCD-07

std::string_view cover_name(Cover cover) {
  switch (cover) {
    case Cover::None:
      return "no cover";
    case Cover::Wood:
      return "woodland";
    case Cover::Settlement:
      return "a settlement";
    case Cover::Works:
      return "defence works";
    case Cover::Wall:
      return "a fortification";
  }
  return "cover";
}

}  // namespace

std::vector<int> throws_for(int faces, int need) {
  if (need <= faces) return {need};
  // PA-CCD-T3: D4 5 is 4 then 2+, 6 is 4 then 3+, 7 is 4 then 4; D6 7 is 6 then 2+.
  return {faces, std::min(faces, need - faces + 1)};
}

std::vector<ThrowRow> missile_need(Weight target, Flank from, bool expert) {
  std::vector<ThrowRow> rows{{"PA-MIS-T1", "armour of " + std::string(word_of(target)), armour_value(target), {}}};
  if (from != Flank::Front && target != Weight::L)  // PA-MIS-08
    rows.push_back({"PA-MIS-T1", from == Flank::Rear ? "into the rear" : "into the flank", -1, {}});
  if (expert) rows.push_back({"PA-MIS-T1", "expert shots", -1, {}});
  if (const int need = engine::sum_of(rows); need < 2) rows.push_back({"PA-MIS-09", "a 1 always misses", 2 - need, {}});
  return rows;
}

std::vector<ThrowRow> melee_need(int armour, std::string_view of_what, Flank from, bool steady, bool missile_only) {
  std::vector<ThrowRow> rows{{"PA-CCD-T2", "armour of " + std::string(of_what), armour, {}}};
  if (from != Flank::Front && !steady)
    rows.push_back({"PA-FLR-02", from == Flank::Rear ? "attacked in the rear" : "attacked in the flank", -1, {}});
  if (missile_only) rows.push_back({"PA-CCD-T2", "missiles only, no melee weapon", 2, {}});
  const int need = engine::sum_of(rows);
  if (need < kLeastArmour) rows.push_back({"PA-CCD-06", "never below 2", kLeastArmour - need, {}});
  if (need > kMostArmour) rows.push_back({"PA-CCD-07", "never above 7", kMostArmour - need, {}});
  return rows;
}

Cover cover_of(Ground ground) {
  switch (ground) {
    case Ground::Wood:
      return Cover::Wood;
    case Ground::Settlement:
      return Cover::Settlement;
    case Ground::Works:
      return Cover::Works;
    case Ground::Fortification:
      return Cover::Wall;
    case Ground::Open:
    case Ground::Hill:
    case Ground::Stream:
    case Ground::Difficult:
      return Cover::None;
  }
  return Cover::None;
}

int missile_cover(Cover cover) {
  constexpr std::array kNeed{0, 3, 4, 5, 6};  // PA-MRX-T1: none, woodland, settlement, works, walls
  return kNeed[static_cast<std::size_t>(cover)];
}

int melee_cover(Cover cover) {
  constexpr std::array kNeed{0, 2, 3, 4, 5};  // PA-RES-T1
  return kNeed[static_cast<std::size_t>(cover)];
}

std::vector<Hurdle> hurdles_of(std::string_view what, std::string_view rule, int faces, std::vector<ThrowRow> rows) {
  const int need = engine::sum_of(rows);
  const std::vector<int> throws = throws_for(faces, need);
  if (throws.size() > 1)
    rows.push_back(
        {"PA-CCD-T3",
         "out of range of a D" + std::to_string(faces) + ": " + std::to_string(throws[0]) + ", then " + std::to_string(throws[1]) + "+",
         throws[0] - need,
         {}});
  std::vector<Hurdle> hurdles{{std::string(what), std::string(rule), throws[0], std::move(rows)}};
  if (throws.size() > 1)
    hurdles.push_back({std::string(what) + ", second throw",
                       "PA-CCD-T3",
                       throws[1],
                       {{"PA-CCD-T3", "second throw for " + std::to_string(need), throws[1], {}}}});
  return hurdles;
}

void behind_cover(std::vector<Hurdle>& hurdles, int faces, int need, Cover cover, std::string_view rule) {
  if (need == 0) return;
  std::vector<Hurdle> first =
      hurdles_of("cover", rule, faces, {{std::string(rule), "cover of " + std::string(cover_name(cover)), need, {}}});
  hurdles.insert(hurdles.begin(), first.begin(), first.end());
}

void shot_over(std::vector<Hurdle>& hurdles, int faces, const std::vector<ThrowRow>& armour, int ranks) {
  for (int rank = 0; rank < ranks; ++rank) {
    const std::vector<Hurdle> again =
        hurdles_of("overhead, rank " + std::to_string(rank + 1) + " of " + std::to_string(ranks), "PA-MIS-18", faces, armour);
    hurdles.insert(hurdles.end(), again.begin(), again.end());
  }
}

int per_mille(const std::vector<Hurdle>& hurdles, int faces) {
  std::int64_t good = 1, all = 1;
  for (const Hurdle& hurdle : hurdles) {
    good *= std::max(0, faces + 1 - hurdle.need);
    all *= faces;
    if (all > 1000000000) {  // deep ranks: keep the fraction small; nothing is left of it anyway
      good /= faces;
      all /= faces;
    }
  }
  return static_cast<int>((2000 * good + all) / (2 * all));
}

int expected_per_mille(const Volley& volley) { return volley.count() * per_mille(volley.hurdles, volley.faces); }

std::vector<Volley> together(std::vector<Volley> volleys) {
  std::vector<Volley> out;
  for (Volley& volley : volleys) {
    if (volley.count() <= 0) continue;
    const auto same = std::find_if(out.begin(), out.end(), [&](const Volley& other) {
      return other.faces == volley.faces && other.at == volley.at && other.hurdles == volley.hurdles;
    });
    if (same == out.end()) {
      out.push_back(std::move(volley));
    } else {
      same->dice.insert(same->dice.end(), volley.dice.begin(), volley.dice.end());
    }
  }
  return out;
}

}  // namespace polemarch::paean
