#include "vision/track/tracks.hpp"

#include <algorithm>

namespace polemarch::vision {

namespace {

Track make_track(const BaseSpec& spec, MarkerKind& kind) {
  Track track;
  track.spec = spec;
  const double size_mm = spec.mount.size_mm * spec.mount.print_scale.value_or(1.0);
  track.print = MarkerPrint(kind.pattern(spec.mount.marker, size_mm), kind.dictionary(), kind.own_fit(spec.mount.marker, size_mm));
  return track;
}

}  // namespace

void Tracks::add(std::vector<BaseSpec> bases, const MarkerKinds& kinds) {
  std::sort(bases.begin(), bases.end(), [](const BaseSpec& a, const BaseSpec& b) { return a.base < b.base; });
  for (const BaseSpec& spec : bases) {
    const auto kind = kinds.find(spec.mount.family);
    if (kind == kinds.end() || !kind->second->has(spec.mount.marker)) continue;
    tracks_.push_back(make_track(spec, *kind->second));
  }
  index();
}

std::size_t Tracks::add(const BaseSpec& base, MarkerKind& kind) {
  Track track = make_track(base, kind);
  const auto place =
      std::lower_bound(tracks_.begin(), tracks_.end(), track, [](const Track& a, const Track& b) { return a.spec.base < b.spec.base; });
  const auto at = static_cast<std::size_t>(place - tracks_.begin());
  tracks_.insert(place, std::move(track));
  index();
  return at;
}

void Tracks::index() {
  by_marker_.clear();
  for (std::size_t i = 0; i < tracks_.size(); ++i) by_marker_[{tracks_[i].spec.mount.family, tracks_[i].spec.mount.marker.number}] = i;
}

std::optional<std::size_t> Tracks::with(const std::string& family, MarkerId marker) const {
  const auto found = by_marker_.find({family, marker.number});
  if (found == by_marker_.end()) return std::nullopt;
  return found->second;
}

}  // namespace polemarch::vision
