/// Advice as shapes: the one table that gives each meaning its colour and pattern.
#include "assistant/present/table_scene.hpp"

namespace polemarch::assistant::present {

namespace {

struct Look {
  Tone tone;
  Pattern pattern;
  double width_mm;
};

/// Every meaning has its own pair of colour and pattern, so that no two are told apart by colour alone.
Look look_of(engine::Meaning meaning) {
  using M = engine::Meaning;
  switch (meaning) {
    case M::ZocStrong:
      return {Tone::Zone, Pattern::CrossHatch, 2.0};
    case M::ZocWeak:
      return {Tone::WeakZone, Pattern::HatchLeft, 1.5};
    case M::ZocBond:
      return {Tone::Zone, Pattern::Dotted, 3.0};
    case M::ArcOfFire:
      return {Tone::Arc, Pattern::HatchRight, 2.0};
    case M::RangeBand:
      return {Tone::Ink, Pattern::Dashed, 2.0};
    case M::LegalMove:
      return {Tone::Move, Pattern::Solid, 2.0};
    case M::IllegalMove:
      return {Tone::Blocked, Pattern::Dotted, 2.0};
    case M::ChargeReach:
      return {Tone::Charge, Pattern::Dashed, 2.0};
    case M::ChargeTarget:
      return {Tone::Target, Pattern::Solid, 4.0};
    case M::ShootTarget:
      return {Tone::Target, Pattern::Dashed, 4.0};
    case M::NotATarget:
      return {Tone::Faint, Pattern::Dotted, 2.0};
    case M::EvadeTo:
      return {Tone::Move, Pattern::Dashed, 2.5};
    case M::RoutPath:
      return {Tone::Warn, Pattern::Dashed, 3.0};
    case M::CommandRange:
      return {Tone::Ink, Pattern::Dotted, 2.5};
    case M::SightClear:
      return {Tone::Clear, Pattern::Solid, 2.5};
    case M::SightBlocked:
      return {Tone::Blocked, Pattern::Dashed, 2.5};
    case M::Proximity:
      return {Tone::Zone, Pattern::Dashed, 2.0};
    case M::Support:
      return {Tone::Clear, Pattern::Dotted, 2.0};
    case M::Ghost:
      return {Tone::Ghost, Pattern::Dashed, 2.0};
    case M::Measure:
      return {Tone::Ink, Pattern::Solid, 1.5};
    case M::Note:
      return {Tone::Text, Pattern::Solid, 1.5};
  }
  return {Tone::Ink, Pattern::Solid, 1.5};
}

}  // namespace

void add_advice(Scene& scene, const engine::Advice& advice) {
  for (const engine::AdviceShape& shape : advice.shapes) {
    const Look look = look_of(shape.meaning);
    SceneItem item;
    item.shape = shape.shape;
    item.tone = look.tone;
    item.pattern = look.pattern;
    item.width_mm = look.width_mm;
    item.label = shape.label;
    // Where a unit might stand lies beneath the bases; a "ghost" of the scene is owed by hand and lies above them.
    item.meaning = shape.meaning == engine::Meaning::Ghost ? "might_stand" : std::string(engine::name_of(shape.meaning));
    item.rule = shape.rule;
    item.about = shape.about;
    item.left = shape.left;
    scene.items.push_back(std::move(item));
  }
  join_rings(scene);
}

}  // namespace polemarch::assistant::present
