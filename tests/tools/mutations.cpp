#include "tests/tools/mutations.hpp"

#include <algorithm>
#include <cctype>

namespace polemarch::tools {

std::string code_of(const std::string& text) {
  std::string out = text;
  enum class In { Code, Line, Block, String, Char, Preprocessor } in = In::Code;
  bool line_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    const In before = in;
    if (in == In::Code) {
      if (line_start && c == '#')
        in = In::Preprocessor;
      else if (c == '/' && next == '/')
        in = In::Line;
      else if (c == '/' && next == '*')
        in = In::Block;
      else if (c == '"')
        in = In::String;
      else if (c == '\'' && !(i > 0 && std::isalnum(static_cast<unsigned char>(text[i - 1]))))
        in = In::Char;
    } else if (in == In::Block && c == '*' && next == '/') {
      out[i] = out[i + 1] = ' ';
      ++i;
      in = In::Code;
      continue;
    } else if ((in == In::String || in == In::Char) && c == '\\') {
      out[i] = ' ';
      if (i + 1 < text.size() && text[i + 1] != '\n') out[++i] = ' ';
      continue;
    } else if ((in == In::String && c == '"') || (in == In::Char && c == '\'')) {
      out[i] = ' ';
      in = In::Code;
      continue;
    }
    if ((in == In::Line || in == In::Preprocessor) && c == '\n') in = In::Code;
    if ((in != In::Code || before != In::Code) && c != '\n') out[i] = ' ';
    line_start = c == '\n' || (line_start && (c == ' ' || c == '\t'));
  }
  return out;
}

namespace {

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

}  // namespace

std::vector<Mutation> mutations_of(const std::string& text) {
  const std::string code = code_of(text);
  std::vector<Mutation> found;
  int line = 1;
  const auto add = [&](std::size_t at, const std::string& was, const std::string& now) {
    found.push_back({at, was.size(), now, line, was});
  };
  const auto is = [&](std::size_t at, const std::string& token) { return code.compare(at, token.size(), token) == 0; };
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '\n') ++line;
    const char before = i > 0 ? code[i - 1] : ' ';
    const bool spaced = before == ' ';
    if (spaced && is(i, "<= "))
      add(i, "<=", "<");
    else if (spaced && is(i, ">= "))
      add(i, ">=", ">");
    else if (spaced && is(i, "< "))
      add(i, "<", "<=");
    else if (spaced && is(i, "> "))
      add(i, ">", ">=");
    else if (spaced && is(i, "== "))
      add(i, "==", "!=");
    else if (spaced && is(i, "!= "))
      add(i, "!=", "==");
    else if (spaced && is(i, "&& "))
      add(i, "&&", "||");
    else if (spaced && is(i, "|| "))
      add(i, "||", "&&");
    else if (spaced && is(i, "+ "))
      add(i, "+", "-");
    else if (spaced && is(i, "- "))
      add(i, "-", "+");
    else if (spaced && is(i, "+= "))
      add(i, "+=", "-=");
    else if (spaced && is(i, "-= "))
      add(i, "-=", "+=");
    else if (!word_char(before) && is(i, "true") && (i + 4 >= code.size() || !word_char(code[i + 4])))
      add(i, "true", "false");
    else if (!word_char(before) && is(i, "false") && (i + 5 >= code.size() || !word_char(code[i + 5])))
      add(i, "false", "true");
    else if (!word_char(before) && before != '.' && std::isdigit(static_cast<unsigned char>(code[i]))) {
      std::size_t end = i;
      while (end < code.size() && std::isdigit(static_cast<unsigned char>(code[end]))) ++end;
      const std::string number = code.substr(i, end - i);
      const bool index = before == '[' || before == '<';  // array places and template arguments break the build, not a rule
      if (number.size() < 7 && !index && (end >= code.size() || code[end] != '.')) add(i, number, std::to_string(std::stol(number) + 1));
      i = end - 1;
    }
  }
  return found;
}

}  // namespace polemarch::tools
