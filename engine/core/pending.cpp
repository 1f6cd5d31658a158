#include "engine/core/pending.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace polemarch::engine {

namespace {

/// Thousandths that are told in per cent are rounded a second time: what lies under half a per cent stays under it, and what lies over it
/// over it, so that the per cent are the nearest to the chance itself. Under a tenth a chance is told with its decimal. Only what cannot
/// happen is told as none, only what must as all.
int shown_once(int nearest, bool truly_less, bool truly_more) {
  if (nearest == 0 && truly_more) return 1;
  if (nearest == 1000 && truly_less) return 999;
  if (nearest < 100 || nearest % 10 != 5) return nearest;
  return nearest + (truly_more ? 1 : 0) - (truly_less ? 1 : 0);
}

/// A share of 1 in thousandths.
int per_mille_of_share(double share) {
  constexpr double kSame = 1e-9;  // two ways to the same fraction differ by far less
  const auto nearest = static_cast<int>(share * 1000 + 0.5);
  return shown_once(nearest, share * 1000 < nearest - kSame, share * 1000 > nearest + kSame);
}

}  // namespace

int good_of(const Thrown& thrown, const std::vector<int>& needs) {
  if (thrown.need <= 0) return 0;
  const auto does_it = [&](int value, int need) { return thrown.better == Better::High ? value >= need : value <= need; };
  if (thrown.counted == Counted::Sum) return does_it(std::accumulate(thrown.values.begin(), thrown.values.end(), 0), thrown.need) ? 1 : 0;
  int good = 0;
  for (std::size_t i = 0; i < thrown.values.size(); ++i)
    good += does_it(thrown.values[i], needs.size() == thrown.values.size() ? needs[i] : thrown.need) ? 1 : 0;
  return good;
}

Thrown settled(const Pending& pending, const std::vector<int>& values) {
  Thrown thrown = pending.thrown;
  thrown.values = values;
  thrown.good = good_of(thrown, pending.needs);
  if (thrown.need <= 0) return thrown;
  if (thrown.counted == Counted::Sum || values.size() == 1)
    thrown.outcome = thrown.good > 0 ? pending.done : pending.not_done;
  else
    thrown.outcome = std::to_string(thrown.good) + " " + (thrown.good == 1 ? pending.one : pending.many);
  return thrown;
}

void must_be_a_throw(bool is) {
  if (!is) throw std::domain_error("the odds of a throw that is none");
}

int per_mille_of(long long ways, long long of) {
  must_be_a_throw(of > 0 && ways >= 0 && ways <= of);
  const auto nearest = static_cast<int>((2000 * ways + of) / (2 * of));
  return shown_once(nearest, 1000 * ways<nearest * of, 1000 * ways> nearest * of);
}

int expected_hundredths(int count, int ways, int of) {
  must_be_a_throw(of > 0);
  return (200 * count * ways + of) / (2 * of);
}

std::vector<long long> ways_of_sums(int count, int faces) {
  must_be_a_throw(count >= 0 && count <= 10 && faces >= 1 && faces <= 20);  // 2000 * 20^10 would not fit; no rulebook sums so many of them
  std::vector<long long> ways{1};
  for (int die = 0; die < count; ++die) {
    std::vector<long long> next(ways.size() + static_cast<std::size_t>(faces), 0);
    for (std::size_t sum = 0; sum < ways.size(); ++sum)
      for (std::size_t face = 1; face <= static_cast<std::size_t>(faces); ++face) next[sum + face] += ways[sum];
    ways = std::move(next);
  }
  return ways;
}

std::vector<Outlook> count_outlooks(int count, int ways, int of, int most) {
  must_be_a_throw(count >= 0);
  return count_outlooks(std::vector<int>(static_cast<std::size_t>(count), ways), of, most);
}

std::vector<Outlook> count_outlooks(const std::vector<int>& ways, int of, int most) {
  must_be_a_throw(most >= 1 && of > 0);
  // Shares of 1 by the number of successes: products of a few dozen quotients, far finer than a thousandth.
  std::vector<double> share{1.0};
  for (const int way : ways) {
    must_be_a_throw(way >= 0 && way <= of);
    const double good = static_cast<double>(way) / of, bad = static_cast<double>(of - way) / of;
    std::vector<double> next(share.size() + 1, 0.0);
    for (std::size_t k = 0; k < share.size(); ++k) next[k] += share[k] * bad, next[k + 1] += share[k] * good;
    share = std::move(next);
  }
  return outlooks_of(share, most);
}

std::vector<double> drawn_shares(int good, int all, int count) {
  must_be_a_throw(all > 0 && good >= 0 && good <= all && count >= 0);
  const bool back = count > all;
  std::vector<double> share{1.0};
  for (int drawn = 0; drawn < count; ++drawn) {
    std::vector<double> next(share.size() + 1, 0.0);
    for (int k = 0; k < static_cast<int>(share.size()); ++k) {
      const double hit = back ? static_cast<double>(good) / all : static_cast<double>(std::max(0, good - k)) / (all - drawn);
      const auto at = static_cast<std::size_t>(k);
      next[at] += share[at] * (1 - hit), next[at + 1] += share[at] * hit;
    }
    share = std::move(next);
  }
  return share;
}

std::vector<Outlook> outlooks_of(const std::vector<double>& shares, int most) {
  const int count = static_cast<int>(shares.size()) - 1;
  std::vector<Outlook> outlooks;
  double rest = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (static_cast<int>(k) >= most && count > most) {
      rest += shares[k];
      continue;
    }
    outlooks.push_back({k == 0 ? "none" : std::to_string(k), per_mille_of_share(shares[k])});
  }
  if (count > most) outlooks.push_back({std::to_string(most) + " or more", per_mille_of_share(rest)});
  return outlooks;
}

}  // namespace polemarch::engine
