#include "vision/track/watch.hpp"

#include <algorithm>

#include "vision/track/reading.hpp"

namespace polemarch::vision {

namespace {

constexpr int kLooks = 3;          // times a quiet changed tile is read before it is taken as furniture
constexpr int kWindowTiles = 6;    // a side, at most, that are read together
constexpr int kPrintBlocks = 6;    // changed blocks of a tile that are no noise: a print changes several
constexpr int kFewBlocks = 2;      // or so many, where one of them changed strongly:
constexpr int kStrongTenths = 17;  // of its limit, in tenths
constexpr double kStirs = 1.3;     // times what is usual by which a block may differ from the frame before at rest
constexpr int kStirsLeast = 64;    // grey levels summed over a block beyond that
constexpr int kQuietCamera = 24;   // of a block, grey levels summed: what is usual at least
constexpr int kLimitStep = 16;     // grey levels of a tile's own limit
constexpr int kMostCount = 255;

}  // namespace

void Watch::restart(const Tiles& tiles) {
  tiles_ = tiles;
  state_.assign(static_cast<std::size_t>(tiles.columns) * static_cast<std::size_t>(tiles.rows), {});
}

Watch::Stirred Watch::changed_in(int column, int row, int limit, const Reference& reference, const Explained& explained) const {
  constexpr int kWide = Tiles::kPx / ChangeMap::kBlockWidth, kHigh = Tiles::kPx / ChangeMap::kBlockHeight;
  const ChangeMap& change = reference.change();
  const int restless = static_cast<int>(kStirs * std::max(kQuietCamera, static_cast<int>(reference.usual()))) + kStirsLeast;
  Stirred out;
  for (int r = row * kHigh; r < std::min(change.rows(), (row + 1) * kHigh); ++r) {
    for (int c = column * kWide; c < std::min(change.columns(), (column + 1) * kWide); ++c) {
      if (change.change(c, r) <= limit || explained.at(c, r)) continue;
      ++out.blocks;
      out.most = std::max(out.most, change.change(c, r));
      if (change.stir(c, r) > restless) ++out.restless;
    }
  }
  return out;
}

/// Every tile: whether something changed in it, whether that rests, whether it was read often enough. Lists those to be read.
void Watch::judge(const ImageView& gray, int limit, Reference& reference, const Explained& explained) {
  constexpr int kWide = Tiles::kPx / ChangeMap::kBlockWidth, kHigh = Tiles::kPx / ChangeMap::kBlockHeight;
  ChangeMap& change = reference.change();
  wanted_.clear();
  change.groups_above(limit, kWide, kHigh, changed_);
  const int changed_across = (change.columns() + kWide - 1) / kWide;
  for (int row = 0; row < tiles_.rows; ++row) {
    for (int column = 0; column < tiles_.columns; ++column) {
      State& tile = at(column, row);
      const auto group = static_cast<std::size_t>(row * changed_across + column);
      if (column >= changed_across || group >= changed_.size() || changed_[group] == 0) {
        tile.forget();
        continue;
      }
      const int own_limit = std::max(limit, tile.limit * kLimitStep);
      const Stirred seen = changed_in(column, row, own_limit, reference, explained);
      // Single blocks over the limit are noise; a print changes several, strongly.
      if (seen.blocks < kPrintBlocks && (seen.blocks < kFewBlocks || seen.most < kStrongTenths * own_limit / 10)) {
        tile.forget();
        continue;
      }
      tile.dirty = static_cast<std::uint8_t>(std::min(seen.blocks, kMostCount));
      tile.most = seen.most;
      if (seen.restless > 0) {
        tile.quiet_frames = tile.looks = 0;
      } else if (tile.quiet_frames < kMostCount) {
        ++tile.quiet_frames;
      }
      if (tile.quiet_frames == 0) continue;
      if (tile.looks < kLooks) {
        wanted_.push_back(static_cast<std::size_t>(row * tiles_.columns + column));
        continue;
      }
      change.accept(gray, tiles_.box(column, row, column, row, 0));  // furniture (dice, a tape, a tree) or a restless texture
      const bool weak = seen.most < 3 * limit;                       // so near the noise that the noise itself is the likeliest reason
      if (weak) tile.limit = static_cast<std::uint8_t>(std::min(kMostCount, seen.most * 5 / 64 + 1));
      tile.forget();
    }
  }
}

/// Neighbouring tiles that changed, rest and were looked at as often.
Watch::Window Watch::window_round(std::size_t tile) {
  const int column = static_cast<int>(tile) % tiles_.columns, row = static_cast<int>(tile) / tiles_.columns;
  Window w{column, row, column, row};
  const auto joins = [&](int c, int r) {
    const State& n = at(c, r);
    return n.dirty != 0 && n.quiet_frames >= 1 && n.looks == state_[tile].looks;
  };
  const auto narrow = [&] { return w.c1 - w.c0 < kWindowTiles - 1; };
  const auto low = [&] { return w.r1 - w.r0 < kWindowTiles - 1; };
  for (bool grown = true; grown && (narrow() || low());) {
    grown = false;
    for (int r = w.r0; r <= w.r1 && narrow() && !grown; ++r) {
      if (w.c0 > 0 && joins(w.c0 - 1, r)) {
        --w.c0;
        grown = true;
      } else if (w.c1 + 1 < tiles_.columns && joins(w.c1 + 1, r)) {
        ++w.c1;
        grown = true;
      }
    }
    bool taller = false;
    for (int c = w.c0; c <= w.c1 && low() && !taller; ++c) {
      if (w.r0 > 0 && joins(c, w.r0 - 1)) {
        --w.r0;
        taller = true;
      } else if (w.r1 + 1 < tiles_.rows && joins(c, w.r1 + 1)) {
        ++w.r1;
        taller = true;
      }
    }
    grown = grown || taller;
  }
  return w;
}

void Watch::read(const Moment& now, const Known& known, const Tracks& tracks, Reference& reference, Explained& explained,
                 Newcomers& newcomers, const Budget& budget) {
  const int limit = reference.block_limit();
  if (!reference.change().any_above(limit + limit / 4) && std::ranges::none_of(state_, [](const State& tile) { return tile.dirty != 0; }))
    return;
  explained.mark(tracks, reference.change());
  judge(now.gray, limit, reference, explained);
  // As many as the frame allows: least looked at first, and of these the strongest change, since a print put down changes more than a
  // shadow or a camera's tone curve does all over the picture.
  std::sort(wanted_.begin(), wanted_.end(), [&](std::size_t a, std::size_t b) {
    if (state_[a].looks != state_[b].looks) return state_[a].looks < state_[b].looks;
    return state_[a].most != state_[b].most ? state_[a].most > state_[b].most : a < b;
  });
  for (const std::size_t tile : wanted_) state_[tile].seen_in_look = 0;
  const int margin = reading_margin(known);
  for (const std::size_t tile : wanted_) {
    if (budget.pixels <= 0) break;
    if (state_[tile].seen_in_look != 0) continue;
    const Window w = window_round(tile);
    const int looks = state_[tile].looks;
    for (int r = w.r0; r <= w.r1; ++r) {
      for (int c = w.c0; c <= w.c1; ++c) {
        State& n = at(c, r);
        if (n.dirty == 0 || n.looks != looks) continue;
        n.seen_in_look = 1;
        if (n.looks < kMostCount) ++n.looks;
      }
    }
    newcomers.read(now, tiles_.box(w.c0, w.r0, w.c1, w.r1, margin), looks);
  }
}

}  // namespace polemarch::vision
