#pragma once
/// What throws came to, in words. Pure.

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// The throws in words, the same kind one after the other said once: "needs 8 or more, turns 4; 6 or more to save, turns 2".
std::string throws_words(const Story& story, const std::vector<const engine::Thrown*>& throws, std::size_t most);
/// A number at the head of an outcome, and the words behind it: "2 hits". Nothing of another kind.
std::optional<std::pair<int, std::string>> count_in(const std::string& outcome);
/// What several throws came to: hits of one thrower together, those of several each with its name.
std::string joint_outcome(const Story& story, const std::vector<const engine::Thrown*>& throws);
/// "contact reaction passed"; whose it is, where it is not the one that acts. The only throw of an order needs no name: "passed".
std::string thrown_words(const Story& story, const Moment& first, const engine::Thrown& thrown, bool only);
/// A throw as a reader takes it: whose check a volley's die was, who gains and loses, of his own danger what lets him live.
void tell_plainly(const Story& story, engine::Thrown& thrown);
/// "1 goes on": how the dice of a volley that has more to overcome are told.
std::string said_outcome(const std::string& outcome);

/// Who threw and what for: "Immortals 1, rout check"; whose run it was by its verb: "Toxotes evade".
std::string throw_title(const Story& story, const engine::Thrown& thrown);
/// The throws of an act that no order led to; empty where one did.
std::vector<const engine::Thrown*> alone_throws(const Story& story, const Act& act);
/// What dice that stand alone are called: "Initiative", "Immortals 1, rout check", "Skiritai and Thracians rout".
std::string alone_title(const std::vector<const engine::Thrown*>& throws, const Story& story);
/// "Greeks 3, Persians 6", "Slingers retreat disordered, Archers hold".
std::string alone_outcome(const std::vector<const engine::Thrown*>& throws, const Story& story);

}  // namespace polemarch::assistant::story
