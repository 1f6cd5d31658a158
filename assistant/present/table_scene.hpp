#pragma once
/// The draw list of a table: cloth, terrain, grid or ruler, advice, bases with names, ghosts. Table frame, millimetres. Pure.

#include "assistant/present/present.hpp"
#include "engine/core/advice.hpp"
#include "models/scene.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::present {

/// Terrain, then grid lines with box names, or ruler ticks along the edges.
void add_table(Scene& scene, const Table& table, const engine::LengthUnit& unit);

/// Advice shapes with the colour, pattern and stable word of their meaning; rings of one kind are joined.
void add_advice(Scene& scene, const engine::Advice& advice);
/// Rings and outlines of one kind and label become one.
void join_rings(Scene& scene);

/// One base: outline, front edge, and nothing else; `state` chooses the pattern.
void add_base(Scene& scene, const BaseId& base, const UnitId& unit, const Footprint& footprint, Vec2 centre, double heading_deg, Tone tone,
              Pattern pattern, bool filled, const std::string& meaning);

/// Who stands on a drawn base: two rows of dots (foot), one row (light foot), a stroke (mounted). `alone`: it is all its unit has; a
/// square one bears its name then.
void add_troops(Scene& scene, engine::Troops troops, Side side, const Footprint& footprint, Vec2 centre, double heading_deg, bool alone);

inline Vec2 vec_of(Point p) { return {p.x.mm(), p.y.mm()}; }
/// The footprint's corners (or a circle as polygon points are left to the painter): front-left, front-right, rear-right, rear-left.
std::vector<Vec2> corners_of(const Footprint& footprint, Vec2 centre, double heading_deg);

/// Everything of `inputs` in painting order.
Scene scene_of(const Inputs& inputs);

/// Markers that no unit carries, dashed in the colour of doubt with their number (loose.cpp).
void add_loose(Scene& scene, const Inputs& inputs);
/// Bases that the rules have on the table and the camera sees nowhere, dotted where they should stand (loose.cpp).
void add_missing(Scene& scene, const Inputs& inputs);

}  // namespace polemarch::assistant::present
