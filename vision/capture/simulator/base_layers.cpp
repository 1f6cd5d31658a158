// Bases with their prints and miniatures, border markers, hills.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/capture/simulator/random.hpp"
#include "vision/capture/simulator/stage.hpp"
#include "vision/pixels/radian.hpp"

namespace polemarch::vision::sim {
namespace {

std::vector<Vec2> rectangle(double half_x, double half_y) {
  return {{half_x, half_y}, {-half_x, half_y}, {-half_x, -half_y}, {half_x, -half_y}};
}

Colour grey(double level) {
  const auto v = static_cast<float>(level);
  return {v, v, v};
}

/// A print as one layer: paper is the ground, ink the marks.
struct Print {
  Artwork art;
  double offset_x = 0, offset_y = 0, rotation_deg = 0, height = 0, size = 0;
  double ink = 40, paper = 200;

  /// Bounding rectangle without the rim, marker frame.
  struct Extent {
    double left = 1e9, right = -1e9, bottom = 1e9, top = -1e9;
    void add(const std::vector<Vec2>& points) {
      for (const Vec2& p : points) {
        left = std::min(left, p.x);
        right = std::max(right, p.x);
        bottom = std::min(bottom, p.y);
        top = std::max(top, p.y);
      }
    }
  };
  Extent extent() const {
    Extent e;
    if (art.ground.reflectance < 0.5) e.add(art.ground.outline);
    for (const ArtPatch& patch : art.patches) e.add(patch.outline);
    return e;
  }
  Vec2 in_base(Vec2 p) const {  // marker frame (right, up) -> subject frame (forward, left)
    const double c = std::cos(rotation_deg * kRadian), s = std::sin(rotation_deg * kRadian);
    return {offset_x + p.x * s + p.y * c, offset_y - p.x * c + p.y * s};
  }
  std::vector<PixelPoint> outline(const Subject::Map& map, const std::vector<Vec2>& points) const {
    std::vector<Vec2> placed;
    placed.reserve(points.size());
    for (const Vec2& p : points) placed.push_back(in_base(p));
    return outline_of(map, placed, height);
  }
  Layer layer(const Subject::Map& map, int owner) const {
    Layer out;
    out.outline = outline(map, art.ground.outline);
    const double ground = art.ground.reflectance;
    const bool on_paper = ground >= 0.5;  // else light teeth on a black strip
    out.ground = grey(ink + (paper - ink) * ground);
    out.ink = grey(on_paper ? ink : paper);
    for (const ArtPatch& patch : art.patches) {
      const double weight = on_paper ? (ground - patch.reflectance) / ground : (patch.reflectance - ground) / (1 - ground);
      out.marks.push_back({outline(map, patch.outline), weight});
    }
    const Extent e = extent();
    const std::array<Vec2, 4> corners{{{e.left, e.top}, {e.right, e.top}, {e.right, e.bottom}, {e.left, e.bottom}}};
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec2 q = in_base(corners[i]);
      out.corners[i] = map(q.x, q.y, height);
    }
    out.owner = owner;
    return out;
  }
};

Print print_of(const MarkerMount& mount, const SceneSpec& scene, const MarkerArtwork& artwork) {
  Print print;
  print.size = mount.size_mm * mount.print_scale.value_or(1.0);
  if (auto art = artwork(mount.family, mount.marker.number, print.size)) print.art = std::move(*art);
  print.offset_x = mount.offset_x_mm;
  print.offset_y = mount.offset_y_mm;
  print.rotation_deg = mount.rotation_deg;
  print.height = mount.height_mm;
  print.ink = scene.ink_level;
  print.paper = scene.paper_level;
  return print;
}

double reach_of(const Print& print) {
  double reach = 0;
  for (const Vec2& p : print.art.ground.outline) {
    const Vec2 q = print.in_base(p);
    reach = std::max(reach, std::hypot(q.x, q.y));
  }
  return reach;
}

/// Something laid on the print from a seeded side until `share` of its square is hidden.
std::vector<Vec2> cover_outline(const Print& print, double share, Random& random) {
  auto [left, right, bottom, top] = print.extent();
  const double w = right - left, h = top - bottom;
  switch (random.below(4)) {
    case 0:
      right = left + share * w;
      left -= 0.2 * w;
      break;
    case 1:
      left = right - share * w;
      right += 0.2 * w;
      break;
    case 2:
      top = bottom + share * h;
      bottom -= 0.2 * h;
      break;
    default:
      bottom = top - share * h;
      top += 0.2 * h;
      break;
  }
  return {{left, bottom}, {right, bottom}, {right, top}, {left, top}};
}

void paint_figure(const Figure& figure, double base_top, const Subject::Map& map, std::uint64_t seed, std::vector<Layer>& out) {
  // Stacked discs, the profile of a standing man; each in a shade of its own, so that it is as contrasty as a painted miniature.
  constexpr std::array<double, 6> kProfile{1.0, 0.75, 0.9, 1.0, 0.6, 0.55};
  Random random(seed);
  std::vector<PixelPoint> below;
  for (std::size_t i = 0; i < kProfile.size(); ++i) {
    const double z = base_top + figure.height_mm * static_cast<double>(i) / (kProfile.size() - 1);
    std::vector<PixelPoint> ring;
    for (const Vec2& p : disc(figure.x_mm, figure.y_mm, figure.radius_mm * kProfile[i], 14)) ring.push_back(map(p.x, p.y, z));
    Layer layer;
    std::vector<PixelPoint> both = ring;
    both.insert(both.end(), below.begin(), below.end());
    layer.outline = hull(std::move(both));
    layer.ground = shaded(figure.colour, random.between(0.5, 1.7));
    layer.order = base_top + 1 + 0.01 * z;
    out.push_back(std::move(layer));
    below = std::move(ring);
  }
}

void paint_spear(const Spear& spear, const Subject::Map& map, std::vector<Layer>& out) {
  const auto& a = spear.from_mm;
  const auto& b = spear.to_mm;
  const double length = std::max(1e-6, std::hypot(b[0] - a[0], b[1] - a[1]));
  const double nx = -(b[1] - a[1]) / length * spear.width_mm / 2, ny = (b[0] - a[0]) / length * spear.width_mm / 2;
  Layer layer;
  layer.outline = {map(a[0] + nx, a[1] + ny, a[2]), map(b[0] + nx, b[1] + ny, b[2]), map(b[0] - nx, b[1] - ny, b[2]),
                   map(a[0] - nx, a[1] - ny, a[2])};
  layer.ground = spear.colour;
  layer.order = std::max(a[2], b[2]) + 2;
  out.push_back(std::move(layer));
}

}  // namespace

Subject base_subject(const SceneSpec& scene, int index, const MarkerArtwork& artwork) {
  const SceneBase base = scene.bases[static_cast<std::size_t>(index)];
  Print print = print_of(base.spec.mount, scene, artwork);
  print.ink += base.fade * (print.paper - print.ink);
  Subject subject;
  subject.path = base.path;
  subject.smear_mm = base.smear_mm;
  subject.smear_heading_deg = base.smear_heading_deg;
  subject.reach_mm = std::max(reach_of(print), std::hypot(base.spec.footprint.frontage.mm(), base.spec.footprint.depth.mm()) / 2);
  for (const Figure& f : base.figures) subject.reach_mm = std::max(subject.reach_mm, std::hypot(f.x_mm, f.y_mm) + f.radius_mm);
  for (const Spear& s : base.spears)
    subject.reach_mm = std::max({subject.reach_mm, std::hypot(s.from_mm[0], s.from_mm[1]), std::hypot(s.to_mm[0], s.to_mm[1])});
  const std::uint64_t seed = scene.seed * 7919 + static_cast<std::uint64_t>(index);
  subject.paint = [base, print, seed, index](const Keyframe&, double, const Subject::Map& map, std::vector<Layer>& out) {
    const Footprint& f = base.spec.footprint;
    const double hx = f.depth.mm() / 2, hy = f.frontage.mm() / 2, top = std::max(0.0, base.spec.mount.height_mm);
    const std::vector<Vec2> shape = f.outline == Outline::Circle ? disc(0, 0, hx, 48) : rectangle(hx, hy);
    Layer plate;
    plate.outline = outline_of(map, shape, top);
    plate.ground = base.colour;
    plate.ink = shaded(base.colour, 1.6);
    Random random(seed);
    for (int i = 0; i < 8; ++i) {  // flock: a base is never evenly coloured
      const double x = random.between(-0.8, 0.8) * hx, y = random.between(-0.8, 0.8) * hy, r = random.between(0.03, 0.1) * std::min(hx, hy);
      plate.marks.push_back({outline_of(map, disc(x, y, r, 6), top), random.between(-0.6, 0.5)});
    }
    if (top > 0.5) {
      Layer side;
      std::vector<PixelPoint> both = plate.outline, foot = outline_of(map, shape, 0);
      both.insert(both.end(), foot.begin(), foot.end());
      side.outline = hull(std::move(both));
      side.ground = shaded(base.colour, 0.6);
      out.push_back(std::move(side));
    }
    out.push_back(std::move(plate));
    if (!print.art.ground.outline.empty()) {
      out.push_back(print.layer(map, index));
      if (base.covered > 0) {
        Layer cover;
        cover.outline = print.outline(map, cover_outline(print, base.covered, random));
        cover.ground = shaded(base.colour, 1.3);
        out.push_back(std::move(cover));
      }
      if (base.gloss > 0) {
        Layer shine;
        shine.outline = print.outline(map, print.art.ground.outline);
        shine.ground = {250, 250, 250};
        shine.alpha = base.gloss;
        shine.casts = false;
        const double turn = random.between(0, 2 * std::numbers::pi), away = random.between(0, 0.35) * print.size;
        const double wide = random.between(0.12, 0.3) * print.size;
        const Subject::Map local = [&](double x, double y, double z) {
          const Vec2 q = print.in_base({away * std::cos(turn) + x * std::cos(turn) - y * std::sin(turn),
                                        away * std::sin(turn) + x * std::sin(turn) + y * std::cos(turn)});
          return map(q.x, q.y, z);
        };
        shine.soft = field_of(local, print.height, wide, 2 * wide, wide);
        out.push_back(std::move(shine));
      }
    }
    for (std::size_t i = 0; i < base.figures.size(); ++i) paint_figure(base.figures[i], top, map, seed * 31 + i, out);
    for (const Spear& spear : base.spears) paint_spear(spear, map, out);
  };
  return subject;
}

Subject border_subject(const SceneSpec& scene, int index, const MarkerArtwork& artwork) {
  const BorderMarker marker = scene.table.border[static_cast<std::size_t>(index)];
  MarkerMount mount;
  mount.family = scene.table.border_family;
  mount.marker = marker.marker;
  mount.size_mm = marker.size_mm;
  mount.height_mm = marker.z_mm;
  const Print print = print_of(mount, scene, artwork);
  Subject subject;
  subject.path = {{0, marker.x_mm, marker.y_mm, marker.heading_deg, 0, true}};
  subject.reach_mm = reach_of(print);
  const int owner = static_cast<int>(scene.bases.size()) + index;
  subject.paint = [print, owner](const Keyframe&, double, const Subject::Map& map, std::vector<Layer>& out) {
    if (!print.art.ground.outline.empty()) out.push_back(print.layer(map, owner));
  };
  return subject;
}

Subject terrain_subject(const SceneSpec& scene, int index) {
  const TerrainPiece piece = scene.table.terrain[static_cast<std::size_t>(index)];
  Subject subject;
  subject.path = {{0, 0, 0, 0, 0, true}};
  for (const Point& p : piece.outline) subject.reach_mm = std::max(subject.reach_mm, std::hypot(p.x.mm(), p.y.mm()));
  const double ground = ground_height(scene.table, 0, 0);  // the subject's own frame is the table's
  subject.paint = [piece, ground](const Keyframe&, double, const Subject::Map& map, std::vector<Layer>& out) {
    if (paint_ground_cover(piece, map, -ground, out)) return;
    std::vector<Vec2> shape;
    for (const Point& p : piece.outline) shape.push_back({p.x.mm(), p.y.mm()});
    Layer top;
    top.outline = outline_of(map, shape, piece.height.mm() - ground);
    top.ground = piece.kind == "water" || piece.kind == "river" ? Colour{130, 100, 60} : Colour{95, 150, 140};
    top.alpha = piece.height.um > 0 ? 0.55 : 0.35;
    top.casts = false;
    top.order = -1 - ground;
    if (piece.height.um > 0) {
      Layer side;
      std::vector<PixelPoint> both = top.outline, foot = outline_of(map, shape, -ground);
      both.insert(both.end(), foot.begin(), foot.end());
      side.outline = hull(std::move(both));
      side.ground = {60, 100, 95};
      side.alpha = 0.8;
      side.casts = false;
      side.order = -1 - ground;
      out.push_back(std::move(side));
    }
    out.push_back(std::move(top));
  };
  return subject;
}

}  // namespace polemarch::vision::sim
