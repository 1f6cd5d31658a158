#include "engine/core/asks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace polemarch::engine {
namespace {

Wait wait_of(Side who, WaitKind kind, std::string rule, std::string question) {
  return {.who = viewer_of(who), .kind = kind, .rule = std::move(rule), .question = std::move(question)};
}

}  // namespace

Wait ask_dice(Side who, std::string rule, std::string question, int count, int faces) {
  Wait wait = wait_of(who, WaitKind::Chance, std::move(rule), std::move(question));
  wait.chance = ChanceSpec{.count = count, .lowest = 1, .highest = faces};
  return wait;
}

Wait ask_cards(Side who, std::string rule, std::string question, std::string pile, int count, int lowest, int highest) {
  Wait wait = wait_of(who, WaitKind::Chance, std::move(rule), std::move(question));
  wait.chance = ChanceSpec{.count = count, .lowest = lowest, .highest = highest, .source = std::move(pile)};
  return wait;
}

Wait ask_choice(Side who, std::string rule, std::string question, std::vector<Option> options) {
  Wait wait = wait_of(who, WaitKind::Choice, std::move(rule), std::move(question));
  wait.options = std::move(options);
  return wait;
}

Wait ask_several(Side who, std::string rule, std::string question, std::vector<Option> options, int least, int most) {
  Wait wait = ask_choice(who, std::move(rule), std::move(question), std::move(options));
  wait.least = least;
  wait.most = most;
  return wait;
}

Wait ask_yes_no(Side who, std::string rule, std::string question, std::string yes, std::string no) {
  return ask_choice(who, std::move(rule), std::move(question), {{"y", std::move(yes)}, {"n", std::move(no)}});
}

Wait ask_place(Side who, std::string rule, std::string question, std::vector<BaseId> bases, std::vector<Point> region) {
  Wait wait = wait_of(who, WaitKind::Placement, std::move(rule), std::move(question));
  wait.bases = std::move(bases);
  wait.region = std::move(region);
  return wait;
}

Wait sealed(Wait wait) {
  wait.kind = WaitKind::Sealed;
  return wait;
}

int total(const Answer& answer) { return std::accumulate(answer.values.begin(), answer.values.end(), 0); }

int at_least(const Answer& answer, int need) {
  return static_cast<int>(std::count_if(answer.values.begin(), answer.values.end(), [&](int value) { return value >= need; }));
}

}  // namespace polemarch::engine
