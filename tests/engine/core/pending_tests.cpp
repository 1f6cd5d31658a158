/// Odds before a throw, counted by hand, and the throw once its values are in.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "engine/core/faces.hpp"
#include "engine/core/pending.hpp"

namespace pending_tests {

using namespace polemarch;
using namespace polemarch::engine;

namespace {

std::vector<std::pair<std::string, int>> pairs(const std::vector<Outlook>& outlooks) {
  std::vector<std::pair<std::string, int>> out;
  for (const Outlook& outlook : outlooks) out.emplace_back(outlook.text, outlook.per_mille);
  return out;
}
using Pairs = std::vector<std::pair<std::string, int>>;

}  // namespace

TEST_CASE("how many of several dice succeed is the exact share of every number") {
  CHECK(pairs(count_outlooks(2, 3, 6)) == Pairs{{"none", 250}, {"1", 500}, {"2", 250}});
  CHECK(pairs(count_outlooks(3, 1, 6)) == Pairs{{"none", 579}, {"1", 347}, {"2", 69}, {"3", 5}});  // 125, 75, 15, 1 of 216
  CHECK(pairs(count_outlooks(5, 3, 6, 2)) == Pairs{{"none", 31}, {"1", 156}, {"2 or more", 813}});
  CHECK(pairs(count_outlooks(std::vector<int>{6, 3}, 6)) == Pairs{{"none", 0}, {"1", 500}, {"2", 500}});
  CHECK(expected_hundredths(3, 1, 6) == 50);
}

TEST_CASE("cards are drawn without putting back, so the second has other odds than the first") {
  CHECK(pairs(outlooks_of(drawn_shares(2, 4, 2))) == Pairs{{"none", 167}, {"1", 667}, {"2", 167}});  // 1, 4, 1 of 6
  CHECK(pairs(outlooks_of(drawn_shares(1, 4, 2))) == Pairs{{"none", 500}, {"1", 500}, {"2", 0}});
  CHECK(pairs(outlooks_of(drawn_shares(1, 2, 3))) == Pairs{{"none", 125}, {"1", 375}, {"2", 375}, {"3", 125}});  // too few: each alike
}

TEST_CASE("what comes of a sum of dice is named once for all the sums that lead to it") {
  const auto name = [](int sum) { return std::string(sum <= 7 ? "done" : sum == 12 ? "blunder" : "failed"); };
  CHECK(pairs(sum_outlooks(2, 6, name)) == Pairs{{"done", 583}, {"failed", 389}, {"blunder", 28}});  // 21, 14, 1 of 36
  CHECK(per_mille_of(1, 3) == 333);
  CHECK(per_mille_of(2, 3) == 667);
}

TEST_CASE("a throw with its values counts its successes by its need and says them") {
  Pending pending;
  pending.thrown.need = 4;
  pending.one = "hit", pending.many = "hits";
  CHECK(settled(pending, {3, 4, 6}).good == 2);
  CHECK(settled(pending, {3, 4, 6}).outcome == "2 hits");
  CHECK(settled(pending, {1, 2, 4}).outcome == "1 hit");
  pending.thrown.better = Better::Low;
  CHECK(settled(pending, {1, 4, 6}).good == 2);
  pending.needs = {0, 4, 6};  // each die its own
  CHECK(settled(pending, {1, 4, 6}).good == 2);
  CHECK(settled(pending, {1, 5, 6}).good == 1);
  pending.thrown.counted = Counted::Sum;
  pending.thrown.need = 7;
  CHECK(settled(pending, {3, 4}).outcome == "done");
  CHECK(settled(pending, {4, 4}).outcome == "failed");
  pending.thrown.need = 0;  // a table is read
  CHECK(settled(pending, {4, 4}).good == 0);
  CHECK(settled(pending, {4, 4}).outcome.empty());
}

TEST_CASE("how many faces the dice have is read off the chance of the throw, else off what fell", "[core][pending]") {
  Thrown thrown;
  thrown.values = {3};
  thrown.need = 5;
  for (const auto& [faces, chance] : {std::pair{6, 333}, {8, 500}, {10, 600}, {12, 667}, {20, 800}}) {
    thrown.per_mille = chance;
    CHECK(faces_of(thrown) == faces);
  }
  thrown.better = Better::Low;
  thrown.need = 3;
  thrown.per_mille = 750;
  CHECK(faces_of(thrown) == 4);
  thrown.counted = Counted::Sum;
  thrown.values = {3, 4};
  thrown.need = 7;
  thrown.per_mille = 583;  // 21 of 36
  CHECK(faces_of(thrown) == 6);
  thrown.need = 0;
  thrown.per_mille.reset();
  CHECK(faces_of(thrown) == 6);  // a table is read
  thrown.values = {7};
  CHECK(faces_of(thrown) == 8);
}

TEST_CASE("per cent made of thousandths are the nearest to the chance itself, and so are those of its contrary", "[core][pending]") {
  const auto per_cent = [](int per_mille) { return (per_mille + 5) / 10; };
  for (int of = 2; of <= 80; ++of)
    for (int ways = 0; ways <= of; ++ways) {
      const int per_mille = per_mille_of(ways, of);
      INFO(ways << " of " << of << ": " << per_mille);
      CHECK(2 * std::abs(per_mille * of - 1000 * ways) < 2 * of);  // less than a thousandth off
      if (per_mille >= 100 && per_mille <= 900) {
        CHECK(per_cent(per_mille) == (200 * ways + of) / (2 * of));
        CHECK(per_cent(per_mille_of(of - ways, of)) == (200 * (of - ways) + of) / (2 * of));
      }
      CHECK(outlooks_of({1.0 - static_cast<double>(ways) / of, static_cast<double>(ways) / of}).back().per_mille == per_mille);
    }
  CHECK(per_mille_of(10, 23) == 434);  // 43.48 per cent are 43, not 44
  CHECK(per_mille_of(13, 23) == 566);  // 56.52 per cent are 57
  CHECK(per_mille_of(29, 40) == 725);  // a true half stays
  CHECK(per_mille_sum_at_least(4, 3) == per_mille_of(215, 216));
}

TEST_CASE("only what cannot happen has no chance, only what must has all of it", "[core][pending]") {
  CHECK(per_mille_of(0, 6561) == 0);
  CHECK(per_mille_of(1, 6561) == 1);
  CHECK(per_mille_of(6560, 6561) == 999);
  CHECK(per_mille_of(6561, 6561) == 1000);
  CHECK(outlooks_of({0.9999, 0.0001}).front().per_mille == 999);
  CHECK(outlooks_of({0.9999, 0.0001}).back().per_mille == 1);
  CHECK(outlooks_of({1.0, 0.0}).front().per_mille == 1000);
}

}  // namespace pending_tests
