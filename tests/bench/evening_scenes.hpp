#pragma once
/// Scenes of a real evening in front of the whole eye (border, lens and bases found from the pictures alone): hills, trees, dice and
/// tapes, sleeves and heads, oblique and sagging booms, varnish, spears, a phone's tone curve and zoom.

/// A row a scene: recall of what shows, names in wrong places, error and how often the stated interval held it. `full`: at length.
void evening_rows(bool full);
