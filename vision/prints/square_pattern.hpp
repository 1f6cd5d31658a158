#pragma once
/// The print of a square marker as a Pattern. Pure.

#include "vision/prints/dictionary.hpp"
#include "vision/prints/pattern.hpp"

namespace polemarch::vision {

/// Black square of `size_mm` with its code and a white rim of `rim_modules` modules. `number` must be a word of the dictionary.
Pattern square_pattern(const Dictionary& dictionary, MarkerId number, double size_mm, double rim_modules = 1.0, int samples_per_module = 8);

}  // namespace polemarch::vision
