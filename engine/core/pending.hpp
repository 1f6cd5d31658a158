#pragma once
/// A throw before it is thrown: what it needs and why, what can come of it and how likely that is. One place a room (its `pending` door)
/// serves both the odds on the screen and, once the values are in, the card of the result. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/telling.hpp"
#include "engine/core/verdict.hpp"

namespace polemarch::engine {

/// One thing that can come of a throw.
struct Outlook {
  std::string text;   ///< in players' words: "none", "2", "retreats"
  int per_mille = 0;  ///< chance, in thousandths, as per_mille_of() rounds
  bool operator==(const Outlook&) const = default;
};

struct Pending {
  Thrown thrown;                                    ///< values, good and outcome still empty
  int count = 1;                                    ///< how many values are thrown
  std::vector<int> needs;                           ///< what each value needs, where they differ (Counted::Each)
  std::vector<UnitId> throwers;                     ///< whose each value is, where several units throw at once
  std::string of;                                   ///< what the outlooks are: "casualties", "moves"
  std::vector<Outlook> outlooks;                    ///< in order; empty where nothing more can be said than the chance of the throw
  std::vector<Outlook> beside;                      ///< what the same dice may bring as well: "break test by a 6"; part of no sum
  std::optional<int> expected;                      ///< how many to expect, in hundredths, where the outlooks count
  std::string one = "success", many = "successes";  ///< what a good value is called (Counted::Each)
  std::string done = "done", not_done = "failed";   ///< what the throw is called when it does it, or not (Counted::Sum, or one value)
};

/// Successes among `thrown.values` by its need, or by `needs` where there are as many of them; 0 where nothing is compared.
int good_of(const Thrown& thrown, const std::vector<int>& needs = {});
/// The throw with these values: successes counted, and said.
Thrown settled(const Pending& pending, const std::vector<int>& values);

/// Throws std::domain_error for dice that are none: a log that was meddled with can ask for their odds.
void must_be_a_throw(bool is);

/// How many of `count` throws succeed, each with the chance `ways` of `of`: "none", "1", "2" ...; from `most` on together ("4 or more").
std::vector<Outlook> count_outlooks(int count, int ways, int of, int most = 4);
/// The same where each has its own chance, `ways[i]` of `of`.
std::vector<Outlook> count_outlooks(const std::vector<int>& ways, int of, int most = 4);
/// Share of 1 for every number of good ones, 0 to `count`, drawn from `all` cards of which `good` are good, without putting back. Where
/// there are too few cards, each draw has the same chance.
std::vector<double> drawn_shares(int good, int all, int count);
/// Shares by number as outlooks: "none", "1" ...; from `most` on together.
std::vector<Outlook> outlooks_of(const std::vector<double>& shares, int most = 4);
/// A hundred times count * ways / of, rounded to the nearest.
int expected_hundredths(int count, int ways, int of);
/// `ways` of `of` in thousandths, rounded to the nearest, but from a tenth on never to half a per cent that is not exact: told in per cent
/// it is rounded once.
int per_mille_of(long long ways, long long of);
/// What comes of the sum of `count` dice of `faces`: `name(sum)` for every sum, the same names together, in the order they first appear.
template <class Name>
std::vector<Outlook> sum_outlooks(int count, int faces, const Name& name);

/// Ways to throw each sum, from 0 on.
std::vector<long long> ways_of_sums(int count, int faces);

template <class Name>
std::vector<Outlook> sum_outlooks(int count, int faces, const Name& name) {
  struct Ways {
    std::string text;
    long long ways = 0;
  };
  std::vector<Ways> found;
  long long all = 0;
  const std::vector<long long> ways = ways_of_sums(count, faces);
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    if (ways[sum] == 0) continue;
    all += ways[sum];
    const std::string text = name(static_cast<int>(sum));
    Ways* same = nullptr;
    for (Ways& one : found)
      if (one.text == text) same = &one;
    same == nullptr ? found.push_back({text, ways[sum]}) : static_cast<void>(same->ways += ways[sum]);
  }
  std::vector<Outlook> outlooks;
  for (const Ways& one : found) outlooks.push_back({one.text, per_mille_of(one.ways, all)});
  return outlooks;
}

/// The step that asks this question, or null.
template <class Step>
const Step* asking_step(const Agenda<Step>& agenda, WaitId wait) {
  const Lane<Step>* lane = agenda.lane_of(wait);
  return lane == nullptr ? nullptr : &lane->stack.back().step;
}

/// A row of a modifier that adds `sign` times its value: -1 where the book adds it to what is thrown and the row to what is needed.
inline ThrowRow row_of(const Reason& reason, int sign = 1, std::optional<Side> whose = {}) {
  return {reason.rule, reason.text, sign * static_cast<int>(reason.value.value_or(0)), whose, sign < 0};
}

}  // namespace polemarch::engine
