#pragma once
/// The bases and border markers that are followed, sorted by base id, and which of them bears a marker.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "vision/track/followed/track.hpp"
#include "vision/track/known.hpp"

namespace polemarch::vision {

class Tracks {
 public:
  /// Begins to follow those whose family and marker `kinds` has.
  void add(std::vector<BaseSpec> bases, const MarkerKinds& kinds);
  /// Begins to follow one more; its index. Those behind it move on by one.
  std::size_t add(const BaseSpec& base, MarkerKind& kind);
  /// The index of the one with that marker.
  std::optional<std::size_t> with(const std::string& family, MarkerId marker) const;

  std::size_t size() const { return tracks_.size(); }
  Track& operator[](std::size_t index) { return tracks_[index]; }
  const Track& operator[](std::size_t index) const { return tracks_[index]; }
  auto begin() { return tracks_.begin(); }
  auto end() { return tracks_.end(); }
  auto begin() const { return tracks_.begin(); }
  auto end() const { return tracks_.end(); }

 private:
  void index();
  std::vector<Track> tracks_;
  std::map<std::pair<std::string, int>, std::size_t> by_marker_;
};

}  // namespace polemarch::vision
