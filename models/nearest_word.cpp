#include "models/nearest_word.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace polemarch {

namespace {

/// Letters to change, add or leave out between two words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = std::exchange(row[0], i);
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const std::size_t changed = corner + (a[i - 1] == b[k - 1] ? 0 : 1);
      corner = row[k];
      row[k] = std::min({changed, row[k] + 1, row[k - 1] + 1});
    }
  }
  return row.back();
}

constexpr std::size_t kLongest = 40;  // letters; longer than any word of ours

}  // namespace

std::string meant_instead_of(std::string_view word, const std::vector<std::string>& known) {
  word = word.substr(0, kLongest);
  std::string nearest, all;
  std::size_t best = std::string::npos;
  for (const std::string& one : known) {
    all += (all.empty() ? "" : ", ") + one;
    if (const std::size_t far = distance(word, one); far < best) {
      best = far;
      nearest = one;
    }
  }
  const bool near = best <= std::max<std::size_t>(2, word.size() / 3) && best < word.size();
  return near ? "did you mean " + nearest + "?" : "there are " + all;
}

std::string in_quotes(std::string_view word) {
  std::size_t cut = std::min(kLongest, word.size());
  while (cut > 0 && cut < word.size() && (static_cast<unsigned char>(word[cut]) & 0xC0) == 0x80) --cut;  // not within a letter
  return "\"" + on_a_line(word.substr(0, cut)) + "\"";
}

}  // namespace polemarch
