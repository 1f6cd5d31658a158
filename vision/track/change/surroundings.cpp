#include "vision/track/change/surroundings.hpp"

#include <cmath>
#include <cstdlib>

namespace polemarch::vision {

namespace {

constexpr int kRim = 4;  // px beyond the box

/// The k-th of evenly spread places on the rim of the box, clockwise from its top left.
std::array<int, 2> place(const PixelBox& body, std::size_t k) {
  const int x0 = body.x0 - kRim, y0 = body.y0 - kRim, w = body.x1 - body.x0 + 2 * kRim, h = body.y1 - body.y0 + 2 * kRim;
  double along = 2.0 * (w + h) * static_cast<double>(k) / static_cast<double>(Surroundings::kPlaces);
  if (along < w) return {x0 + static_cast<int>(along), y0};
  along -= w;
  if (along < h) return {x0 + w, y0 + static_cast<int>(along)};
  along -= h;
  if (along < w) return {x0 + w - static_cast<int>(along), y0 + h};
  return {x0, y0 + h - static_cast<int>(along - w)};
}

}  // namespace

bool Surroundings::about(const PixelBox& now) const {
  constexpr int kNudge = 12;  // px
  return std::abs(now.x0 + now.x1 - body.x0 - body.x1) < 2 * kNudge && std::abs(now.y0 + now.y1 - body.y0 - body.y1) < 2 * kNudge;
}

Surroundings surroundings_of(const ImageView& gray, const PixelBox& body) {
  Surroundings found;
  found.body = body;
  found.known = true;
  for (std::size_t k = 0; k < Surroundings::kPlaces; ++k) {
    const auto [x, y] = place(body, k);
    if (x < 1 || y < 1 || x + 1 >= gray.width || y + 1 >= gray.height) {
      found.level[k] = -1;
      continue;
    }
    int sum = 0;
    for (int row = y - 1; row <= y + 1; ++row) sum += gray.row(row)[x - 1] + gray.row(row)[x] + gray.row(row)[x + 1];
    found.level[k] = static_cast<float>(sum) / 9.0F;
  }
  return found;
}

double share_changed(const Surroundings& before, const Surroundings& now) {
  int compared = 0, changed = 0;
  for (std::size_t k = 0; k < Surroundings::kPlaces; ++k) {
    if (before.level[k] < 0 || now.level[k] < 0) continue;
    ++compared;
    if (std::abs(before.level[k] - now.level[k]) > 10.0F + 0.1F * before.level[k]) ++changed;
  }
  return compared > 0 ? static_cast<double>(changed) / compared : 0.0;
}

bool quiet_round(const ChangeMap& change, const PixelBox& body, int limit) {
  for (std::size_t k = 0; k < Surroundings::kPlaces; ++k) {
    const auto [x, y] = place(body, k);
    const int column = x / ChangeMap::kBlockWidth, row = y / ChangeMap::kBlockHeight;
    if (x < 0 || y < 0 || column >= change.columns() || row >= change.rows()) continue;
    if (change.change(column, row) > limit) return false;
  }
  return true;
}

}  // namespace polemarch::vision
