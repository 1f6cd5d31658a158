#include "engine/rulesets/hoplomachia/topics/recognise.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/shape.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace {

using geometry::operator-;

constexpr double kAlike = 0.985;  ///< cosine of 10 degrees: facings that count as one
constexpr Length kHand = 4_mm;    ///< between two stands that a hand put 2 mm off each

/// Place of a stand in the frame of the first one: ahead and to the right, mm.
struct PlaceIn {
  std::size_t index = 0;
  double ahead = 0, right = 0;
};

/// Where most of them face: the mean, so that one stand set down askew turns nobody's files.
Vec2 facing_of(const std::vector<geometry::Shape>& stands) {
  Vec2 sum{};
  for (const geometry::Shape& stand : stands) sum = {sum.x + stand.ahead.x, sum.y + stand.ahead.y};
  const double length = geometry::length_of(sum);
  return length < 0.5 ? stands.front().ahead : Vec2{sum.x / length, sum.y / length};
}

std::vector<PlaceIn> places_in(const std::vector<geometry::Shape>& stands) {
  std::vector<PlaceIn> out;
  const Vec2 ahead = facing_of(stands);
  for (std::size_t i = 0; i < stands.size(); ++i) {
    const Vec2 d = stands[i].centre - stands.front().centre;
    out.push_back({i, geometry::dot(d, ahead), -geometry::cross(ahead, d)});
  }
  return out;
}

}  // namespace

ReadBody read_body(const std::vector<geometry::Shape>& stands, Length slack) {
  ReadBody body;
  if (stands.empty()) return body;
  std::vector<PlaceIn> places = places_in(stands);
  const double width = 2 * stands.front().half_front, near = width / 2 + slack.mm();
  // Files: stands one behind the other.
  std::sort(places.begin(), places.end(), [](const PlaceIn& a, const PlaceIn& b) { return a.right > b.right; });
  std::vector<std::vector<PlaceIn>> files;
  for (const PlaceIn& place : places) {
    if (!files.empty() && std::fabs(files.back().front().right - place.right) < near) {
      files.back().push_back(place);
    } else {
      files.push_back({place});
    }
  }
  for (std::vector<PlaceIn>& file : files) {
    std::sort(file.begin(), file.end(), [](const PlaceIn& a, const PlaceIn& b) { return a.ahead > b.ahead; });
    std::vector<std::size_t> lochos;
    for (const PlaceIn& place : file) lochos.push_back(place.index);
    body.lochoi.push_back(std::move(lochos));
  }
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (i == 0) {
      body.gaps.push_back(i);  // nobody to the right of the rightmost
    } else if (files[i - 1].front().right - files[i].front().right - width >= width - slack.mm()) {
      body.gaps.push_back(i);
    }
  }
  return body;
}

Reading read_stands(const std::vector<geometry::Shape>& stands, Length slack) {
  Reading reading;
  if (stands.empty()) {
    reading.text = "nothing";
    return reading;
  }
  const ReadBody body = read_body(stands, slack);
  reading.files = static_cast<int>(body.lochoi.size());
  for (const auto& lochos : body.lochoi) reading.ranks = std::max(reading.ranks, static_cast<int>(lochos.size()));
  const double s = slack.mm(), depth = 2 * stands.front().half_depth, width = 2 * stands.front().half_front;
  const std::vector<PlaceIn> places = places_in(stands);
  bool askew = false;
  const Vec2 facing = facing_of(stands);
  for (const geometry::Shape& stand : stands) askew = askew || geometry::dot(stand.ahead, facing) < kAlike;
  if (askew) {
    reading.disarrayed = true;
    reading.text = "disarray";
    return reading;
  }
  // Depth between ranks tells close from open files; where there is one rank, the space between files does.
  std::vector<double> depths, sides;
  for (const auto& lochos : body.lochoi)
    for (std::size_t i = 1; i < lochos.size(); ++i) depths.push_back(places[lochos[i - 1]].ahead - places[lochos[i]].ahead - depth);
  for (std::size_t i = 1; i < body.lochoi.size(); ++i)
    sides.push_back(places[body.lochoi[i - 1].front()].right - places[body.lochoi[i].front()].right - width);
  const auto all = [](const std::vector<double>& values, double low, double high) {
    return std::all_of(values.begin(), values.end(), [&](double v) { return v >= low && v <= high; });
  };
  if (all(depths, -s, s) && all(sides, -s, s)) {
    reading.arrangement = Arrangement::CF;
  } else if (!depths.empty() && all(depths, depth - s, depth + s) && all(sides, -s, width / 2 + s)) {
    reading.arrangement = Arrangement::OF;
  } else if (depths.empty() && all(sides, s, width / 2 + s)) {
    reading.arrangement = Arrangement::OF;
  } else if (all(depths, -s, depth / 2 + s) && all(sides, -s, width / 2 + s)) {
    reading.arrangement = Arrangement::NF;
  }
  reading.text = reading.arrangement ? std::string(name_of(*reading.arrangement)) : "scattered";
  return reading;
}

namespace {

Length slack_of(const State& state, const std::vector<geometry::Shape>& stands) {
  Length slack = std::max(state.tolerance, kHand + 0.5_mm);
  for (const geometry::Shape& stand : stands)
    slack = std::max(slack, Length::from_mm(3 * geometry::standard_deviation(stand, {1, 0, 0}) + state.tolerance.mm()));
  return slack;
}

/// The widest gap that has to be bridged to come from each of these bodies to all others.
Length widest_gap(const std::vector<std::vector<geometry::Shape>>& bodies) {
  Length widest;
  std::vector<bool> reached(bodies.size(), false);
  if (!reached.empty()) reached.front() = true;
  for (std::size_t step = 1; step < bodies.size(); ++step) {
    std::optional<Length> nearest;
    std::size_t next = 0;
    for (std::size_t a = 0; a < bodies.size(); ++a)
      for (std::size_t b = 0; reached[a] && b < bodies.size(); ++b) {
        if (reached[b]) continue;
        const Length gap = geometry::gap_between(bodies[a], bodies[b]).distance().value;
        if (!nearest || gap < *nearest) nearest = gap, next = b;
      }
    reached[next] = true;
    widest = std::max(widest, nearest.value_or(Length{}));
  }
  return widest;
}

std::vector<std::vector<geometry::Shape>> one_by_one(const std::vector<geometry::Shape>& stands) {
  std::vector<std::vector<geometry::Shape>> out;
  for (const geometry::Shape& stand : stands) out.push_back({stand});
  return out;
}
std::vector<std::vector<geometry::Shape>> lochos_by_lochos(const Taxis& unit) {
  std::vector<std::vector<geometry::Shape>> out;
  for (const Lochos& lochos : unit.lochoi)
    if (auto stands = shapes_of(lochos); !stands.empty()) out.push_back(std::move(stands));
  return out;
}

}  // namespace

std::optional<Torn> torn_apart(const State& state, const Taxis& before, const Taxis& after) {
  const auto stood = shapes_of(before), stands = shapes_of(after);
  if (stands.size() < 2) return std::nullopt;
  const Length depth = Length::from_mm(2 * stands.front().half_depth), width = Length::from_mm(2 * stands.front().half_front);
  // Where a hand puts them: half a base is soon set down askew, and a camera's error comes on top.
  const Length slack = std::max(slack_of(state, stands), depth / 2);
  const auto too_wide = [&](Length then, Length now, Length most) { return now > most + slack && now > then + slack; };
  if (after.arrangement == Arrangement::NF) {
    const Length most = depth / 2, gap = widest_gap(one_by_one(stands));
    if (!too_wide(widest_gap(one_by_one(stood)), gap, most)) return std::nullopt;
    return Torn{"HM-ARR-12", "its stands are put too far apart", gap, most};
  }
  const bool open = after.arrangement == Arrangement::OF || after.disarrayed();
  const Length most = open ? depth : Length{};
  for (std::size_t i = 0; i < after.lochoi.size() && i < before.lochoi.size(); ++i) {
    const Length gap = widest_gap(one_by_one(shapes_of(after.lochoi[i])));
    if (too_wide(widest_gap(one_by_one(shapes_of(before.lochoi[i]))), gap, most))
      return Torn{open ? "HM-ARR-11" : "HM-ARR-10", "the stands of a lochos are put too far apart", gap, most};
  }
  const Length gap = widest_gap(lochos_by_lochos(after));
  if (!too_wide(widest_gap(lochos_by_lochos(before)), gap, width)) return std::nullopt;
  return Torn{"HM-TROOP-10", "its lochoi are put too far apart", gap, width};
}

Reading read_arrangement(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const auto stands = shapes_of(unit);
  const Length slack = slack_of(state, stands);
  Reading reading = read_stands(stands, slack);
  const bool touching = reading.arrangement == Arrangement::CF;
  const auto lochoi = std::count_if(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.on_table(); });
  if (reading.files < lochoi) {
    reading.fits = true;  // a column on the march: how wide its files are does not show
  } else if (unit.disarrayed()) {
    reading.fits = true;  // it may still be straightened: the marker says so
  } else if (unit.arrangement == Arrangement::NF) {
    reading.fits = reading.arrangement.has_value() || reading.disarrayed;  // any direction, up to half a base
  } else {
    reading.fits = reading.arrangement == unit.arrangement || (touching && stands.size() == 1);
  }
  if (stands.size() <= 1) reading.fits = true;
  return reading;
}

}  // namespace polemarch::hoplomachia
