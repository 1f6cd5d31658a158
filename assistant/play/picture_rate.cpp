#include "assistant/play/picture_rate.hpp"

#include <cstdio>

namespace polemarch::assistant::play {

namespace {
constexpr double kOverS = 2, kLeastS = 1;  // seconds counted over; known before anything is said
constexpr double kTenthsUnder = 9.5;       // pictures a second under which tenths count
}  // namespace

void PictureRate::took(double t) {
  times_.push_back(t);
  while (times_.size() > 2 && times_.front() < t - kOverS) times_.pop_front();
}

std::optional<double> PictureRate::a_second() const {
  if (times_.size() < 2) return std::nullopt;
  const double over = times_.back() - times_.front();
  if (over < kLeastS) return std::nullopt;
  return static_cast<double>(times_.size() - 1) / over;
}

std::string in_words(const PictureRate& rate) {
  const auto a_second = rate.a_second();
  if (!a_second) return {};
  char text[48];
  std::snprintf(text, sizeof text, *a_second < kTenthsUnder ? "%.1f/s" : "%.0f/s", *a_second);
  return text;
}

}  // namespace polemarch::assistant::play
