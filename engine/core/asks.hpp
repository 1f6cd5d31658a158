#pragma once
/// Questions as every room builds them. `who` answers and, unless said otherwise, both sides see the question. Pure.

#include <string>
#include <vector>

#include "engine/core/agenda.hpp"

namespace polemarch::engine {

/// Dice thrown by a side: `count` of them, each 1 to `faces`.
Wait ask_dice(Side who, std::string rule, std::string question, int count, int faces = 6);
/// Cards or chits from a pile, each `lowest` to `highest`.
Wait ask_cards(Side who, std::string rule, std::string question, std::string pile, int count, int lowest, int highest);
/// One of the options.
Wait ask_choice(Side who, std::string rule, std::string question, std::vector<Option> options);
/// `least` to `most` of the options.
Wait ask_several(Side who, std::string rule, std::string question, std::vector<Option> options, int least, int most);
/// Yes (key "y") or no (key "n"), each in words: "evade", "stand".
Wait ask_yes_no(Side who, std::string rule, std::string question, std::string yes, std::string no);
/// Where bases stand, which the rules need before they can go on.
Wait ask_place(Side who, std::string rule, std::string question, std::vector<BaseId> bases, std::vector<Point> region = {});
/// The same question, unseen by the other side until every wait of the step is answered.
Wait sealed(Wait wait);

/// What was answered.
inline bool said_yes(const Answer& answer) { return !answer.choices.empty() && answer.choices.front() == "y"; }
inline std::string chosen(const Answer& answer) { return answer.choices.empty() ? std::string() : answer.choices.front(); }
int total(const Answer& answer);
/// How many of the values are `need` or more.
int at_least(const Answer& answer, int need);

}  // namespace polemarch::engine
