#pragma once
/// What a button of the mouse takes of a page: what can be clicked, and a replay's reel under a held one. Pure.

#include <optional>
#include <string>
#include <vector>

#include "ui/page/items.hpp"

namespace polemarch::ui::page {

/// The key of the place on the reel at a point ("@63"). Held: the place nearest along the reel, wherever the mouse has gone meanwhile.
enum class Grip { Touched, Held };
std::optional<std::string> reel_place(const Page& page, Px at, Grip grip);
/// A click on what lies uppermost there, added to the wishes: it is no click on the table below it. A plate on the table only says whose it
/// is: the click stays one on the table. False then, and where nothing can be clicked.
bool take_hit(const Page& shown, Px pointer, std::vector<Intent>& wishes);

}  // namespace polemarch::ui::page
