#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {
constexpr double kUsualMarkerMm = 25.0;
constexpr double kSamePlaneMm = 5.0;  // strips on planes this near are found alike (a quarter of a percent in size)
constexpr int kNewcomerFrames = 2;    // frames in which a marker must be believed before it is born
constexpr double kWrongSize = 0.08;   // share by which a print must differ from its declared size before that is said

std::string wrong_size(const std::string& number, double declared_mm, double measured_mm) {
  const auto mm = [](double length) {
    const auto tenths = std::lround(10 * length);
    return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "");
  };
  return "marker " + number + " measures about " + mm(std::round(2 * measured_mm) / 2) + " mm where " + mm(declared_mm) +
         " mm is declared: it is not followed";
}
}  // namespace

/// Pixels round a place in which a print that shows there may lie.
int Tracker::Inside::reading_margin() const {
  const double px = std::sqrt(camera.lens.fx * camera.lens.fy) / std::max(1.0, std::abs(camera.pose.translation_mm[2]));
  double largest = kUsualMarkerMm * 1.6;
  for (const auto& [family, kind] : kinds) largest = std::max(largest, kind->usual_mm() + 4);
  return static_cast<int>(largest * px) + 4;
}

/// What a block must differ by for something to have changed there.
int Tracker::Inside::block_limit() const {
  // Absolute differences of noise: a block's sum spreads by about 0.75 / sqrt(pixels) of itself.
  const double spread = 0.75 / std::sqrt(static_cast<double>(ChangeMap::kPixelsSeen));
  return static_cast<int>(std::max(24, static_cast<int>(usual_change)) * (1.0 + settings.watch.block_spreads * spread)) + 40;
}

void Tracker::Inside::watch(const ImageView& gray, double t) {
  const int limit = block_limit(), stir_limit = static_cast<int>(1.3 * std::max(24, static_cast<int>(usual_change))) + 64;
  const int tile_c = settings.watch.tile_px / 8, tile_r = settings.watch.tile_px / 4;
  if (!change.any_above(limit + limit / 4)) {
    bool waiting = false;
    for (const Tile& tile : tiles) waiting = waiting || tile.dirty != 0;
    if (!waiting) return;
  }
  mark_explained();
  std::vector<std::size_t>& wanted = wanted_tiles;
  wanted.clear();
  change.groups_above(limit, tile_c, tile_r, changed_tiles);
  const int changed_across = (change.columns() + tile_c - 1) / tile_c;
  for (int tr = 0; tr < tile_rows; ++tr) {
    for (int tc = 0; tc < tile_columns; ++tc) {
      Tile& tile = tiles[static_cast<std::size_t>(tr * tile_columns + tc)];
      const auto at = static_cast<std::size_t>(tr * changed_across + tc);
      if (tc >= changed_across || at >= changed_tiles.size() || changed_tiles[at] == 0) {
        tile = {.limit = tile.limit};
        continue;
      }
      int dirty = 0, stirred = 0, most = 0;
      const int own_limit = std::max(limit, tile.limit * 16);
      for (int r = tr * tile_r; r < std::min(change.rows(), (tr + 1) * tile_r); ++r) {
        for (int c = tc * tile_c; c < std::min(change.columns(), (tc + 1) * tile_c); ++c) {
          if (change.change(c, r) <= own_limit) continue;
          if (explained[static_cast<std::size_t>(r) * static_cast<std::size_t>(change.columns()) + static_cast<std::size_t>(c)] != 0)
            continue;
          ++dirty;
          most = std::max(most, change.change(c, r));
          if (change.stir(c, r) > stir_limit) ++stirred;
        }
      }
      if (dirty < 6 &&
          (dirty < 2 || most < 17 * own_limit / 10)) {  // single blocks over the limit are noise; a print changes several, strongly
        tile = {.limit = tile.limit};
        continue;
      }
      tile.dirty = static_cast<std::uint8_t>(std::min(dirty, 255));
      tile.most = most;
      if (stirred > 0) {
        tile.quiet_frames = tile.looks = 0;
      } else if (tile.quiet_frames < 255) {
        ++tile.quiet_frames;
      }
      if (tile.quiet_frames >= 1 && tile.looks < settings.watch.looks) wanted.push_back(static_cast<std::size_t>(tr * tile_columns + tc));
      if (tile.looks >= settings.watch.looks && tile.quiet_frames >= 1) {  // furniture (dice, a tape, a tree) or a restless texture
        change.accept(gray, {tc * settings.watch.tile_px, tr * settings.watch.tile_px, (tc + 1) * settings.watch.tile_px,
                             (tr + 1) * settings.watch.tile_px});
        const bool weak = most < 3 * limit;  // so near the noise that the noise itself is the likeliest reason
        tile = {.limit = static_cast<std::uint8_t>(weak ? std::min(255, most * 5 / 64 + 1) : tile.limit)};
      }
    }
  }
  // Join neighbouring tiles into windows and read as many as the frame allows: least looked at first, and of these the strongest change,
  // since a print put down changes more than a shadow or a camera's tone curve does all over the picture.
  std::sort(wanted.begin(), wanted.end(), [&](std::size_t a, std::size_t b) {
    if (tiles[a].looks != tiles[b].looks) return tiles[a].looks < tiles[b].looks;
    return tiles[a].most != tiles[b].most ? tiles[a].most > tiles[b].most : a < b;
  });
  for (const std::size_t at : wanted) tiles[at].seen_in_look = 0;
  const int margin = reading_margin();
  for (const std::size_t at : wanted) {
    if (pixels_left <= 0) break;
    if (tiles[at].seen_in_look != 0) continue;
    int c0 = static_cast<int>(at) % tile_columns, c1 = c0, r0 = static_cast<int>(at) / tile_columns, r1 = r0;
    const auto quiet_dirty = [&](int c, int r) {
      const Tile& n = tiles[static_cast<std::size_t>(r * tile_columns + c)];
      return n.dirty != 0 && n.quiet_frames >= 1 && n.looks == tiles[at].looks;
    };
    for (bool grown = true; grown && (c1 - c0 < 5 || r1 - r0 < 5);) {  // a window of at most six tiles a side
      grown = false;
      for (int r = r0; r <= r1 && c1 - c0 < 5; ++r) {
        if (c0 > 0 && quiet_dirty(c0 - 1, r)) {
          --c0;
          grown = true;
          break;
        }
        if (c1 + 1 < tile_columns && quiet_dirty(c1 + 1, r)) {
          ++c1;
          grown = true;
          break;
        }
      }
      for (int c = c0; c <= c1 && r1 - r0 < 5; ++c) {
        if (r0 > 0 && quiet_dirty(c, r0 - 1)) {
          --r0;
          grown = true;
          break;
        }
        if (r1 + 1 < tile_rows && quiet_dirty(c, r1 + 1)) {
          ++r1;
          grown = true;
          break;
        }
      }
    }
    const int size = settings.watch.tile_px;
    const PixelBox window =
        clipped({c0 * size - margin, r0 * size - margin, (c1 + 1) * size + margin, (r1 + 1) * size + margin}, gray.width, gray.height);
    const int looks = tiles[at].looks;
    for (int r = r0; r <= r1; ++r) {
      for (int c = c0; c <= c1; ++c) {
        Tile& n = tiles[static_cast<std::size_t>(r * tile_columns + c)];
        if (n.dirty == 0 || n.looks != looks) continue;
        n.seen_in_look = 1;
        if (n.looks < 255) ++n.looks;
      }
    }
    look(gray, window, looks, t);
  }
}

/// Some of the terrain piece's top may show in the window.
bool Tracker::Inside::window_shows(const PixelBox& window, const TerrainPiece& piece) const {
  PixelBox seen{1 << 30, 1 << 30, -(1 << 30), -(1 << 30)};
  for (const Point& p : piece.outline) {
    if (!in_front(camera, p.x.mm(), p.y.mm(), piece.height.mm())) return true;
    const PixelPoint at = project(camera, p.x.mm(), p.y.mm(), piece.height.mm());
    seen.x0 = std::min(seen.x0, static_cast<int>(at.x)), seen.x1 = std::max(seen.x1, static_cast<int>(at.x) + 1);
    seen.y0 = std::min(seen.y0, static_cast<int>(at.y)), seen.y1 = std::max(seen.y1, static_cast<int>(at.y) + 1);
  }
  return seen.x0 < window.x1 && seen.x1 > window.x0 && seen.y0 < window.y1 && seen.y1 > window.y0;
}

int Tracker::Inside::look(const ImageView& gray, const PixelBox& window, int look, double t) {
  const int pixels = (window.x1 - window.x0) * (window.y1 - window.y0);
  pixels_left -= pixels * (look > 0 ? 4 : 1);
  counts.pixels_read += pixels;
  ++counts.reads;
  int found = 0;
  for (auto& [family, kind] : kinds) {
    double size = kUsualMarkerMm;
    std::vector<double> heights;  // of their planes; squares are found on any
    for (const Track& track : tracks) {
      if (track.spec.mount.family != family) continue;
      if (heights.empty()) size = track.spec.mount.size_mm;
      const double mount = track.spec.mount.height_mm;
      if (std::none_of(heights.begin(), heights.end(), [&](double h) { return std::abs(h - mount) < kSamePlaneMm; }))
        heights.push_back(mount);
      if (kind->usual_mm() == 0) break;
    }
    if (heights.empty()) heights.push_back(0);
    const std::size_t mounts = heights.size();
    if (kind->usual_mm() > 0)
      for (const TerrainPiece& piece : table.terrain)
        for (std::size_t i = 0; i < mounts && piece.height.mm() >= kSamePlaneMm; ++i) {
          const double height = heights[i] + piece.height.mm();
          if (std::any_of(heights.begin(), heights.end(), [&](double h) { return std::abs(h - height) < kSamePlaneMm; })) continue;
          if (window_shows(window, piece)) heights.push_back(height);
        }
    for (const double height : heights)
      for (const Detection& d : kind->find(gray, window, camera, height, size, look)) {
        meet(gray, family, d, t);
        ++found;
      }
  }
  return found;
}

/// A believable fit at `pose`, else one found by a search round it.
std::optional<PrintFit> Tracker::Inside::find_near(const ImageView& gray, std::size_t index, const PrintPose& pose, double radius_mm) {
  Track& track = tracks[index];
  const auto good = [&](const std::optional<PrintFit>& f) {
    return f && believable(gray, track, *f, settings.believe.new_share) && !taken_by_other(index, f->pose) &&
           std::hypot(f->pose.x_mm - pose.x_mm, f->pose.y_mm - pose.y_mm) < radius_mm + 3;
  };
  auto fit = try_at(gray, track, pose);
  if (good(fit)) return fit;
  if (fit && !track.own) {
    fit = try_at(gray, track, fit->pose, true);
    if (good(fit)) return fit;
  }
  if (!prepare(track, pose)) return std::nullopt;
  ++counts.searches;
  if (track.own) {
    const auto place = seek(gray, track, pose, radius_mm);
    if (place) fit = try_at(gray, track, *place);
    if (place && good(fit)) return fit;
    return std::nullopt;
  }
  for (const auto& start :
       PrintFitter::search(gray, track.print, *track.plane, pose, radius_mm, settings.watch.search_turn_deg * 0.01745329251994)) {
    if (start.likeness < 0.3) break;
    fit = try_at(gray, track, start.pose);
    if (good(fit)) return fit;
  }
  return std::nullopt;
}

/// The blur that explains a first sight best: that of the markers met before, or the best of a few.
void Tracker::Inside::choose_blur(const ImageView& gray, Track& track, const PrintPose& pose) {
  constexpr std::array kBlurs{0.5, 0.75, 1.05, 1.45, 2.0};  // pixels, the pixel's own area included
  constexpr int kFamiliar = 6;                              // markers after which their common blur is tried first
  double best = 1e9, chosen = 0;
  bool highlight = false;  // the chosen one fits badly
  const auto by_this = [&](const PrintFit& fit, double blur) {
    const double mm = track.plane->mm_per_px, tried = blur * blur;
    return std::clamp(tried + std::clamp(fit.blur_change / (mm * mm), -0.3 * tried, 0.5 * tried), 0.1, 9.0);
  };
  const auto attempt = [&](double blur) {
    track.blur_seen_px2 = blur * blur;
    const auto fit = try_at(gray, track, pose);
    if (!fit || !fit->steady || fit->share < settings.believe.least_share) return false;
    const double cost = fit->residual / fit->share;
    if (cost >= best) return false;
    best = cost;
    highlight = fit->field_wanted;
    chosen = by_this(*fit, blur);
    return fit->share > 0.9 && std::abs(chosen - blur * blur) < 0.2 * blur * blur;
  };
  const bool familiar = blurs_met >= kFamiliar && attempt(std::sqrt(blur_met_px2));
  if (!familiar)
    for (const double blur : kBlurs) attempt(blur);
  for (int again = 0; again < 2 && highlight && chosen > 0; ++again) {  // it hides the blur of what it lies on
    track.blur_seen_px2 = chosen;
    const auto fit = try_at(gray, track, pose, true);
    if (!fit || !fit->under_field) break;
    chosen = by_this(*fit, std::sqrt(chosen));
  }
  track.blur_seen_px2 = chosen;  // 0 when none fits: the running estimate of the whole picture then serves
  if (chosen > 0) blur_met_px2 += (chosen - blur_met_px2) / std::min(++blurs_met, 50);
}

/// A marker was read cold: a base comes back, a new one is met, or something is wrong with its number.
void Tracker::Inside::meet(const ImageView& gray, const std::string& family, const Detection& d, double t) {
  const std::string number = std::to_string(d.marker.number);
  auto known = by_marker.find({family, d.marker.number});
  if (known == by_marker.end()) {
    const auto& border = table.border;
    if (family == table.border_family &&
        std::any_of(border.begin(), border.end(), [&](const BorderMarker& b) { return b.marker == d.marker; }))
      return;
    if (!loose || !is_valid_id(number)) {
      if (d.under_cover) return;  // not sure enough to trouble anybody with
      notice("unknown:" + number, "marker " + number + " belongs to no base", t);
      return;
    }
    BaseSpec spec;
    spec.base = {number};
    spec.mount.family = family;
    spec.mount.marker = d.marker;
    const double usual = kinds.at(family)->usual_mm();
    if (usual > 0) {
      spec.mount.size_mm = usual;
    } else if (settings.loose_size_mm > 0) {
      spec.mount.size_mm = settings.loose_size_mm;
    } else {
      const auto side = side_of(d, 0);
      if (!side) return;
      const double measured = *side, round = std::round(2 * measured) / 2;
      spec.mount.size_mm = std::abs(measured - round) < 0.02 * measured ? round : measured;
    }
    spec.footprint = {Outline::Rectangle, Length::from_mm(spec.mount.size_mm), Length::from_mm(spec.mount.size_mm)};
    Track track = make_track(spec);
    const auto place =
        std::lower_bound(tracks.begin(), tracks.end(), track, [](const Track& a, const Track& b) { return a.spec.base < b.spec.base; });
    const auto index = static_cast<std::size_t>(place - tracks.begin());
    tracks.insert(place, std::move(track));
    for (Newcomer& n : newcomers)
      if (n.track >= index) ++n.track;
    index_tracks();
    known = by_marker.find({family, d.marker.number});
  }
  const std::size_t index = known->second;
  Track& track = tracks[index];
  // The pose on the plane at the height it would stand on there.
  PrintPose pose;
  const bool followed = track.state == Seen::Seen && track.ever_seen;
  if (!followed && std::none_of(newcomers.begin(), newcomers.end(), [&](const Newcomer& n) { return n.track == index; }))
    stand_on_declared_ground(track);
  for (int round = 0; round < 2; ++round) {
    bool visible = false;
    pose = pose_of(d, round == 0 ? track.spec.mount.height_mm : height_under(track, pose), visible);
    if (!visible) return;
  }
  if (followed) {
    const double off = std::hypot(track.pose.x_mm - pose.x_mm, track.pose.y_mm - pose.y_mm);
    if (off > 0.6 * std::max(track.pattern.width_mm, track.pattern.height_mm))
      notice("doubled:" + number, "marker " + number + " lies on the table twice; the one that was there first counts", t);
    return;
  }
  for (const Newcomer& n : newcomers) {
    if (n.track != index) continue;
    if (std::hypot(n.pose.x_mm - pose.x_mm, n.pose.y_mm - pose.y_mm) > track.pattern.width_mm)
      notice("doubled:" + number, "marker " + number + " lies on the table twice; the one that was there first counts", t);
    return;
  }
  const bool first_look = track.blur_seen_px2 <= 0;
  if (first_look) choose_blur(gray, track, pose);
  auto fit = find_near(gray, index, pose, 3.0);
  for (const double ground : other_grounds(track, d)) {
    if (fit) break;
    bool visible = false;
    track.ground_mm = ground;
    pose = pose_of(d, ground + track.spec.mount.height_mm, visible);
    if (!visible) continue;
    if (first_look) choose_blur(gray, track, pose);  // on the wrong ground it is the wrong blur
    fit = find_near(gray, index, pose, 3.0);
  }
  if (!fit && guess_ground(track, d, pose)) {
    fit = find_near(gray, index, pose, 3.0);
    if (fit && (fit->field_wanted || fit->under_field))
      fit.reset();  // a highlight moves corners as well: nothing but the ground may be odd about it
  }
  if (!fit) {
    stand_on_declared_ground(track);
    const MarkerMount& mount = track.spec.mount;
    const auto side = side_of(d, mount.height_mm);
    if (side && !track.own && !d.under_cover && std::abs(*side / mount.size_mm - 1) > kWrongSize)
      notice("size", wrong_size(number, mount.size_mm, *side), t);
    return;
  }
  track.ground_mm = track.height_mm - track.spec.mount.height_mm;  // it stays there, though the outline runs through it
  newcomers.push_back({index, fit->pose, 1, 0});
}

void Tracker::Inside::confirm_newcomers(const ImageView& gray) {
  for (std::size_t i = 0; i < newcomers.size();) {
    Newcomer& n = newcomers[i];
    Track& track = tracks[n.track];
    bool done = track.state == Seen::Seen && track.ever_seen;
    if (!done) {
      auto fit = find_near(gray, n.track, n.pose, settings.watch.search_mm);  // it may be in somebody's hand
      if (fit && fit->field_wanted) {
        const auto again = try_at(gray, track, fit->pose, true);
        if (again && believable(gray, track, *again, settings.believe.new_share)) fit = again;
      }
      if (fit) {
        n.pose = fit->pose;
        n.misses = 0;
        if (++n.frames >= kNewcomerFrames) {
          track.rest.count = 0;
          track.gain = fit->gain;
          track.path.clear();
          track.lost_frames = 0;
          track.state = Seen::Gone;  // accept() sees that it was not there a frame ago
          accept(gray, n.track, *fit, true);
          done = true;
        }
      } else if (++n.misses > 2) {
        stand_on_declared_ground(track);
        done = true;
      }
    }
    if (done) {
      newcomers.erase(newcomers.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      ++i;
    }
  }
}

}  // namespace polemarch::vision
