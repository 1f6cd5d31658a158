#include "ui/palette.hpp"

namespace polemarch::ui {

namespace {
// Okabe & Ito, "Color Universal Design", 2008.
constexpr Colour kOrange{0xE6, 0x9F, 0x00};
constexpr Colour kSkyBlue{0x56, 0xB4, 0xE9};
constexpr Colour kGreen{0x00, 0x9E, 0x73};
constexpr Colour kYellow{0xF0, 0xE4, 0x42};
constexpr Colour kBlue{0x00, 0x72, 0xB2};
constexpr Colour kVermilion{0xD5, 0x5E, 0x00};
constexpr Colour kPurple{0xCC, 0x79, 0xA7};
constexpr Colour kBlack{0x10, 0x10, 0x10};
constexpr Colour kWhite{0xFF, 0xFF, 0xFF};
constexpr Colour kGrey{0x70, 0x70, 0x70};
constexpr Colour kLightGrey{0xC8, 0xC8, 0xC8};
constexpr Colour kEarth{0x8A, 0x7A, 0x55};
}  // namespace

Colour colour_of(Tone tone, Ground ground) {
  const bool light = ground == Ground::Drawn;
  switch (tone) {
    case Tone::Ink:
    case Tone::Text:
      return light ? kBlack : kWhite;
    case Tone::Faint:
      return light ? Colour{0xA8, 0xA2, 0x94} : ground == Ground::Dark ? Colour{0x46, 0x54, 0x4F} : kLightGrey;
    case Tone::SideA:
      return light || ground == Ground::Dark ? kBlue : kSkyBlue;
    case Tone::SideB:
      return kVermilion;
    case Tone::Zone:
    case Tone::WeakZone:
      return kPurple;
    case Tone::Range:
      return kSkyBlue;
    case Tone::Arc:
      return kOrange;
    case Tone::Move:
      return kGreen;
    case Tone::Charge:
      return kYellow;
    case Tone::Target:
      return kVermilion;
    case Tone::Clear:
      return kGreen;
    case Tone::Blocked:
      return kVermilion;
    case Tone::Ghost:
      return light ? kGrey : kLightGrey;
    case Tone::Warn:
      return kOrange;
    case Tone::Selected:
      return kYellow;
    case Tone::Terrain:
      return ground == Ground::Dark ? Colour{0x8C, 0xA0, 0x96} : kEarth;
    case Tone::Water:
      return kSkyBlue;
    case Tone::OnSideA:
      return {0xF4, 0xF2, 0xEC};
    case Tone::OnSideB:
      return {0x12, 0x0C, 0x06};
  }
  return kBlack;
}

bool has_casing(Tone tone) { return tone != Tone::Faint && tone != Tone::OnSideA && tone != Tone::OnSideB; }

Colour casing_of(Tone tone, Ground ground) {
  if (ground != Ground::Drawn) return kBlack;
  // Yellow vanishes on light cloth unless it is edged in black; everything else is edged in the cloth.
  if (tone == Tone::Charge || tone == Tone::Selected) return kBlack;
  return {0xFF, 0xFD, 0xF6};
}

double fill_strength(Tone tone, Ground ground) {
  const double over = ground == Ground::Picture ? 0.8 : 1.0;
  switch (tone) {
    case Tone::SideA:
    case Tone::SideB:
      // Over a picture the miniatures stay in sight.
      return ground == Ground::Drawn ? 0.85 : ground == Ground::Dark ? 0.95 : ground == Ground::Picture ? 0.0 : 0.35;
    case Tone::Terrain:
      return ground == Ground::Dark ? 0.18 : 0.35 * over;
    case Tone::Water:
      return 0.45 * over;
    case Tone::WeakZone:
      return 0.10 * over;
    case Tone::Selected:
      return 0.25;
    case Tone::Ghost:
      return 0.15;
    case Tone::Ink:
    case Tone::Text:
      return 0.9;
    default:
      return 0.22 * over;
  }
}

Colour cloth(Ground ground) {
  switch (ground) {
    case Ground::Drawn:
      return {0xEC, 0xE7, 0xD8};
    case Ground::Dark:
      return {0x25, 0x2E, 0x2E};
    case Ground::Picture:
      return {0x20, 0x22, 0x20};
    case Ground::Black:
      return {0, 0, 0};
  }
  return {};
}

}  // namespace polemarch::ui
