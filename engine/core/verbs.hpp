#pragma once
/// English verbs, as lines about units and sides need them. Pure.

#include <string>

namespace polemarch::engine {

/// The verb of one as that of many: "have" of "has", "carry" of "carries", "pass" of "passes", "win" of "wins".
std::string verb_of_many(const std::string& verb);

/// What was not allowed: "First cohort cannot move to c5" of the order "First cohort: move to c5", "A1 cannot go 4 in ahead" of the
/// sentence "A1 goes 4 in ahead". `subject`: how many of its letters name who should have done it.
std::string cannot(const std::string& order, std::size_t subject);

}  // namespace polemarch::engine
