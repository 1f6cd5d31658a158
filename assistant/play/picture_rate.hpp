#pragma once
/// How many pictures a second are looked at, told once a second of them is known: pictures that had piled up arrive at one instant and
/// tell nothing. Seconds as the frames carry them; no clock.

#include <deque>
#include <optional>
#include <string>

namespace polemarch::assistant::play {

class PictureRate {
 public:
  /// A picture of time `t` was looked at; times never run back.
  void took(double t);
  /// Of the last two seconds or, where pictures come slower than that, of the last two pictures; nothing while less than a second is known.
  std::optional<double> a_second() const;
  /// What came before a pause says nothing of what comes after it.
  void forget() { times_.clear(); }

 private:
  std::deque<double> times_;
};

/// "24/s", "0.4/s", short enough for the strip; empty while it is not known.
std::string in_words(const PictureRate& rate);

}  // namespace polemarch::assistant::play
