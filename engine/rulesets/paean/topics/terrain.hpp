#pragma once
/// Ground: what hides, what slows, how high a place is. PA-TER, PA-ROL-06 to 08. Pure.

#include <vector>

#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

bool hides(const Piece& piece);                        ///< wood, hill, settlement: blocks a line (PA-TER-02, PA-TER-03, PA-AMB-76)
bool slows(const Piece& piece);                        ///< M, LH and H at half speed (PA-TER-09)
bool unforms(const State& state, const Piece& piece);  ///< M, LH and H moving in it (PA-TER-08, PA-AMB-89)
bool covers(const Piece& piece);                       ///< gives a cover save (PA-TER-11)
geometry::Outline2 outline_of(const Piece& piece);
/// Length of the segment inside ground that slows, mm.
double slow_stretch(const State& state, Vec2 from, Vec2 to);
/// The first piece that hides one point from the other; null: an unobstructed line. Into, out of and inside a wood or settlement one sees
/// 5 cm (PA-TER-05, PA-AMB-75); a hill on which one of them stands does not hide.
const Piece* hidden_by(const State& state, Vec2 from, Vec2 to);
/// Any line between any part of the two is free (PA-TER-01).
bool in_sight(const State& state, const UnitId& from, const UnitId& to);
/// Pieces whose rectangle meets that area.
std::vector<const Piece*> pieces_in(const State& state, const Area& area);
/// The base smaller by as much at its front and rear, and at its sides; half of it is always left.
geometry::Shape drawn_in(geometry::Shape base, double ahead_mm, double aside_mm);
/// The base reaches into the piece by more than the table's tolerance: who stands on its edge does not stand in it (PA-TER-06).
bool reaches_into(const State& state, const geometry::Shape& base, const Piece& piece);
/// Any of these bases stands in ground that unforms, as far as M, LH and H are concerned (PA-TER-08).
bool in_bad_ground(const State& state, const std::vector<geometry::Shape>& bases);
/// Height of the ground under the point.
Length height_at(const State& state, Vec2 at);

}  // namespace polemarch::paean
