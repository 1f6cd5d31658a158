#pragma once
/// A replay's reel under a held button. Pure.

#include <optional>
#include <string>

#include "ui/page/items.hpp"

namespace polemarch::ui::page {

/// The key of the place on the reel at a point ("@63"). Held: the place nearest along the reel, wherever the mouse has gone meanwhile.
enum class Grip { Touched, Held };
std::optional<std::string> reel_place(const Page& page, Px at, Grip grip);

}  // namespace polemarch::ui::page
