#pragma once
/// The words of NOW without what stands beside them already. Inside ui/page only. Pure.

#include <string>
#include <vector>

#include "ui/page/pen.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

/// As many of its clauses as find room, whole: "5 of 13" of "5 of 13, initiative moves".
std::string in_whole_clauses(const Pen& pen, std::string words, double room, double size);

/// The need is a card beside the sentence, which does not end with it once more: "Slingers save on 7+", "armour: 6 D8, 3+".
std::string without_need(std::string call, const std::string& need);

/// What the rule takes that bars an entry, with the gap before it; nothing where none does.
double rule_width(const Pen& pen, const OptionView& entry);

/// What the entries of an open fold begin with, in whole words with the blank behind; it has a way back and stands above them. Entries that
/// begin otherwise than the first keep their words.
std::string stem_of(const std::vector<OptionView>& menu);

}  // namespace polemarch::ui::page
