#include "vision/track/followed/scatter.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kLeastPairs = 8;
constexpr double kMostScatter = 12;  // of a single fit: a shadow that crosses is no noise
}  // namespace

double Scatter::noise() const { return pairs < kLeastPairs ? 0 : std::sqrt(std::max(0.0, fresh)); }

double Scatter::usual_left() const { return std::max(std::sqrt(least_left), noise()); }

void Scatter::take_left(double left) {
  if (left > 0 && (least_left <= 0 || left * left < least_left)) least_left = left * left;
}

void Scatter::take_first(const PrintFit& fit) {
  constexpr double kGuess = 4;  // fits the guess of before counts as
  if (!(fit.scatter_place > 0) || !(fit.scatter_turn > 0)) return;
  const double share = 1.0 / (kGuess + ++first_fits + fits);
  place += share * (std::min(fit.scatter_place, kMostScatter) - place);
  turn += share * (std::min(fit.scatter_turn, kMostScatter) - turn);
}

void Scatter::take_repeated(double place_square, double turn_square) {
  constexpr double kLeast = 0.1, kMost = 20;
  constexpr double kLearning = 0.004;  // share of each fit at least; larger follows light sooner, but restlessly
  const double share = std::max(kLearning, 1.0 / (30.0 + fits++));  // quick at first
  place = std::clamp(place + share * (std::min(place_square, kMostScatter) - place), kLeast, kMost);
  turn = std::clamp(turn + share * (std::min(turn_square, kMostScatter) - turn), kLeast, kMost);
}

double Scatter::lasting_share() const {
  constexpr double kUsual = 0.1, kUsualOfStrip = 0.3;  // before it is measured
  if (pairs < kLeastPairs || left_over <= 0) return plain_left > 0 ? kUsualOfStrip : kUsual;
  return std::clamp(1.0 - fresh / (plain_left > 0 ? plain_left : left_over), 0.01, 0.95);
}

}  // namespace polemarch::vision
