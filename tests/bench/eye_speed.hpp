#pragma once
/// The whole eye at speed: border, lens and bases found from the pictures alone, as `track` and `play` run it, beside the tracker with
/// the true camera and beside ArUco's default detector on the same frames.

/// A row for `moving` of a hundred bases; `frames` at 30 a second.
void eye_speed(int moving, int frames, double goal);
