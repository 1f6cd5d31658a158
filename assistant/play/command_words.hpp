#pragma once
/// A command in the players' words, as the battle stands that it is given to. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "engine/core/battle.hpp"

namespace polemarch::assistant::play {

/// The open question of this id ("w12"), whoever is asked; nothing where there is none.
std::optional<engine::Wait> wait_named(const engine::Battle& battle, const std::string& id);
/// An answer by its question, every other command by what it does.
std::string words_of(const engine::Battle& battle, const std::string& command);
/// "the side passes" as "A passes", `by` being who said it; other words as they are.
std::string of_side(std::string words, const std::string& by);
/// The words of the option that an answer picks; nothing for everything else.
std::string chosen_by(const engine::Battle& battle, const std::string& command);
/// It answers dice or cards asked for in the battle; a set-up is told question by question.
bool throws_in_battle(const engine::Battle& battle, const std::string& command);
/// Whose order it is: the first of those named; nobody's where it names none.
UnitId acts_in(const std::string& command);
/// Which way a unit is to face by these words ("N", "south"), in degrees; nothing where they name no quarter.
std::optional<double> heading_of(std::string_view facing);
/// Which way it faces after an order that says so.
std::optional<double> heading_in(const std::string& command);
/// Whose move of which phase it is: what is asked within it belongs to the command that began it.
std::string moment_of(const engine::Battle& battle);

}  // namespace polemarch::assistant::play
