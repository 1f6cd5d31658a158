#pragma once
/// The text of a source file as the checks read it: lines without comments and without the insides of strings.

#include <string>
#include <vector>

namespace polemarch::architecture {

struct CodeLine {
  int number = 0;          ///< of its first line in the file
  std::string code;        ///< comments gone, strings empty; an include keeps its header
  std::string strings;     ///< what its strings say; adjacent ones stand joined, others are parted by a line break
  bool directive = false;  ///< it begins with #
};

/// Lines that end with a backslash are one with the next; raw strings may hold line breaks.
std::vector<CodeLine> code_lines(const std::string& text);

/// A word, a number, "::", "->", or one other sign.
struct Token {
  std::string text;
  int line = 0;
  bool word = false;
};
/// How the tokens of a line stand in it; blanks part words and nothing else.
std::vector<Token> tokens_of(const CodeLine& line);

}  // namespace polemarch::architecture
