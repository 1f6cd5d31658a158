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

Reading read_arrangement(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  const auto stands = shapes_of(unit);
  Length slack = std::max(state.tolerance, kHand + 0.5_mm);
  for (const geometry::Shape& stand : stands)
    slack = std::max(slack, Length::from_mm(3 * geometry::standard_deviation(stand, {1, 0, 0}) + state.tolerance.mm()));
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
