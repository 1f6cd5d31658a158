/// Odds before a throw, counted by hand, and the throw once its values are in.
#include <catch2/catch.hpp>

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

}  // namespace pending_tests
