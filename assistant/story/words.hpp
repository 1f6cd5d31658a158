#pragma once
/// Sentences made of a story's parts. Pure.

#include <string>
#include <vector>

#include "assistant/story/story.hpp"

namespace polemarch::assistant::story {

/// "3", "3 and 4", "3, 4 and 5".
std::string joined(const std::vector<std::string>& items);
/// "1 unit", "3 units".
std::string counted(std::size_t n, std::string_view one, std::string_view many = {});
/// "no", "one" ... "ten", then digits.
std::string number_word(int n);
/// "9:07", "1:02:09".
std::string clock_text(double seconds);
/// "1 h 15 min", "20 min", "45 s".
std::string span_text(double seconds);
/// First letter large.
std::string capital(std::string text);
/// "8 or more", "7 or less", "only a 10".
std::string need_text(const engine::Thrown& thrown);
/// "needs 8 or more, throws 4 and 2".
std::string throw_text(const engine::Thrown& thrown);
/// "4.9", "6".
std::string number_text(double value);
/// A name with its verb, a person's always in the singular: "Aristeas stops", "Slingers stop".
std::string with_verb(const Story& story, const UnitId& unit, std::string_view one, std::string_view many);
/// What was measured, with its error (95 % of measures lie inside it) and the limit it was held against: "17.999 ± 0.002 in, limit 18 in";
/// empty where the reason's own words say so or nothing was measured.
std::string measure_text(const engine::Reason& reason);
/// A row of a throw without the number that stands behind it: "rating of Consul: 8" is "rating of Consul".
std::string row_words(const engine::ThrowRow& row);
/// A reason in words that need no keys: without what was to be typed, without a measure that `measure_text` says better.
std::string reason_words(const engine::Reason& reason);
/// "Yew clan is lost", "Legate Cassius is killed"; in the past "was".
enum class Tense { Present, Past };
std::string loss_text(const Story& story, const engine::Lost& lost, Tense tense = Tense::Present);
/// The same of several; what one unit, or detachments that have its name, lost bit by bit is said once.
std::vector<std::string> losses_text(const Story& story, const std::vector<engine::Lost>& losses, Tense tense = Tense::Present);
/// A part of a unit of which the whole was lost in the same way.
bool is_told_with_whole(const engine::Lost& lost, const std::vector<engine::Lost>& losses);
/// What was lost in one clause of the past, alike fates said once: "Horsemen and Birch clan left the table"; beyond `most` fates "and
/// others with them".
std::string losses_together(const Story& story, const std::vector<engine::Lost>& losses, std::size_t most);
/// " by Archers", " to Archers" of bases: who took what was lost, where it was one for all. Empty where nobody is known.
std::string dealt_by(const Story& story, const std::vector<engine::Lost>& losses);
/// Words and numbers of texts, little words and endings aside.
std::vector<std::string> words_said(const std::vector<std::string>& texts);
/// What an order says already, so that nobody need say it again: the words of its title, of its throws and their values, of its sides.
std::vector<std::string> said_by(const Story& story, const Act& act);
/// Every word and number of the line is among those said.
bool says_again(const std::string& line, const std::vector<std::string>& said);
/// It was done and taken back later: what came of it did not come to be. Of steps back that were stepped behind nobody is told.
bool is_taken_back(const Story& story, const Act& act);
/// Who won a fight, as the rules tell it in a line of its own and neither title nor outcome say: "Sparta wins by 9 hits to 5".
std::vector<std::string> decisions_of(const Story& story, const Act& act);
/// "First cohort charges Yew clan: the throw fails"; "(taken back)" of what was.
std::string act_text(const Act& act, const Story& story);
/// A command that ends a phase, a turn or a part of them for a whole side: what comes behind it is not its doing.
bool closes(const Moment& moment);
/// An order that ends a phase, a turn or a command, and nothing came of it: nobody looks for it among what was done.
bool only_ends(const Story& story, const Act& act);
/// A counter's name for so many: "medal" for one, "divisions broken" for several.
std::string counter_name(int n, std::string name);
/// "the Romans", "the Britons of the hills", "Athens": a people takes its article.
std::string with_article(const std::string& name);
/// Words without catalogue ids: those stand beside, small.
std::string without_rules(const std::string& text);

/// Writes title, outcome and sentences of every act and moment. Last step of building a story.
void write_sentences(Story& story);
/// Those of the moments from `first` on alone, of a story that goes on.
void write_sentences_from(Story& story, std::size_t first);

}  // namespace polemarch::assistant::story
