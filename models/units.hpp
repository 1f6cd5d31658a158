#pragma once
/// Lengths and angles as integers, so that every machine computes the same battle. Unit: 0.001 mm and 0.001 degree. Pure.

#include <cmath>
#include <compare>
#include <cstdint>

namespace polemarch {

/// A distance on the table, in micrometres (0.001 mm).
struct Length {
  std::int64_t um = 0;

  static Length from_mm(double mm) { return {std::llround(mm * 1000.0)}; }
  constexpr double mm() const { return static_cast<double>(um) / 1000.0; }
  constexpr double inches() const { return static_cast<double>(um) / 25400.0; }
  constexpr auto operator<=>(const Length&) const = default;
  constexpr Length operator-() const { return {-um}; }
  constexpr Length& operator+=(Length other) {
    um += other.um;
    return *this;
  }
  constexpr Length& operator-=(Length other) {
    um -= other.um;
    return *this;
  }
};
constexpr Length operator+(Length a, Length b) { return {a.um + b.um}; }
constexpr Length operator-(Length a, Length b) { return {a.um - b.um}; }
constexpr Length operator*(Length a, std::int64_t n) { return {a.um * n}; }
constexpr Length operator*(std::int64_t n, Length a) { return {a.um * n}; }
/// Integer division, truncating towards zero.
constexpr Length operator/(Length a, std::int64_t n) { return {a.um / n}; }

/// An angle in thousandths of a degree. Headings are kept in [0, 360 degrees) by normalised().
struct Angle {
  std::int64_t mdeg = 0;

  static Angle from_deg(double deg) { return {std::llround(deg * 1000.0)}; }
  constexpr double deg() const { return static_cast<double>(mdeg) / 1000.0; }
  /// The same direction in [0, 360 degrees).
  constexpr Angle normalised() const { return {((mdeg % 360000) + 360000) % 360000}; }
  /// The same turn in (-180, 180] degrees.
  constexpr Angle signed_turn() const {
    const Angle n = normalised();
    return {n.mdeg > 180000 ? n.mdeg - 360000 : n.mdeg};
  }
  constexpr auto operator<=>(const Angle&) const = default;
  constexpr Angle operator-() const { return {-mdeg}; }
};
constexpr Angle operator+(Angle a, Angle b) { return {a.mdeg + b.mdeg}; }
constexpr Angle operator-(Angle a, Angle b) { return {a.mdeg - b.mdeg}; }
constexpr Angle operator*(Angle a, std::int64_t n) { return {a.mdeg * n}; }

inline namespace literals {
constexpr Length operator""_um(unsigned long long v) { return {static_cast<std::int64_t>(v)}; }
constexpr Length operator""_mm(unsigned long long v) { return {static_cast<std::int64_t>(v) * 1000}; }
constexpr Length operator""_mm(long double v) { return {static_cast<std::int64_t>(v * 1000.0L + 0.5L)}; }
constexpr Length operator""_cm(unsigned long long v) { return {static_cast<std::int64_t>(v) * 10000}; }
constexpr Length operator""_in(unsigned long long v) { return {static_cast<std::int64_t>(v) * 25400}; }
constexpr Length operator""_in(long double v) { return {static_cast<std::int64_t>(v * 25400.0L + 0.5L)}; }
constexpr Angle operator""_deg(unsigned long long v) { return {static_cast<std::int64_t>(v) * 1000}; }
constexpr Angle operator""_deg(long double v) { return {static_cast<std::int64_t>(v * 1000.0L + 0.5L)}; }
}  // namespace literals

}  // namespace polemarch
