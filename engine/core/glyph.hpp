#pragma once
/// The glyphs in which the state of units is drawn, the same in every ruleset. Pure.

#include <string_view>

namespace polemarch::engine {

/// One glyph has one meaning in every ruleset; rooms choose those that fit.
enum class Glyph {
  Disordered,
  DoublyDisordered,
  TriplyDisordered,
  Hits,
  Casualties,
  Shaken,
  Ammunition,
  NoAmmunition,
  ActivationCard,  ///< its count is the card's number
  TwoRanks,
  ThreeRanks,
  FourRanks,
  Files,
  Line,
  Column,
  OpenOrder,
  Testudo,
  Orbis,
  Wedge,
  ShieldWall,
  Unformed,
  Rallying,
  General,
  SeniorGeneral,
  Hero,
  Arete,
  Andreia,
  Demoralised,
  Routed,
  InMelee,
  Camp,
  // The screen's own.
  Hidden,
  BeingMoved,
  ToBePlaced,
  Gone,
  Zone,
  TooClose,
  NotAllowed,
  LookHere,
};
inline constexpr int kGlyphs = static_cast<int>(Glyph::LookHere) + 1;
/// "doubly disordered": what it means, for the list of glyphs and for those who do not see it.
std::string_view words_of(Glyph glyph);

}  // namespace polemarch::engine
