#include "tests/tools/schemata.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace polemarch::tools {
namespace {

bool word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool opens(char c) { return c == '(' || c == '[' || c == '{'; }
bool closes(char c) { return c == ')' || c == ']' || c == '}'; }

/// Where the bracket opens that closes at `at`; npos without one.
std::size_t opening(const std::string& code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at + 1; i-- > 0;) {
    if (closes(code[i])) ++depth;
    if (opens(code[i]) && --depth == 0) return i;
  }
  return std::string::npos;
}

std::size_t closing(const std::string& code, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < code.size(); ++i) {
    if (opens(code[i])) ++depth;
    if (closes(code[i]) && --depth == 0) return i;
  }
  return std::string::npos;
}

std::size_t after_spaces(const std::string& code, std::size_t at) {
  while (at < code.size() && std::isspace(static_cast<unsigned char>(code[at]))) ++at;
  return at;
}

/// The word that ends before `at`, spaces between passed over.
std::string_view word_before(const std::string& code, std::size_t at) {
  while (at > 0 && std::isspace(static_cast<unsigned char>(code[at - 1]))) --at;
  const std::size_t end = at;
  while (at > 0 && word_char(code[at - 1])) --at;
  return std::string_view(code).substr(at, end - at);
}

/// A sign that no expression of a value goes past, brackets apart: statement ends, commas, assignments, choices.
bool separates(const std::string& code, std::size_t i) {
  const char c = code[i], before = i > 0 ? code[i - 1] : ' ', after = i + 1 < code.size() ? code[i + 1] : ' ';
  if (c == ';' || c == ',' || c == '?') return true;
  if (c == ':') return before != ':' && after != ':';
  if (c != '=' || after == '=') return false;
  return std::string_view("=<>!").find(before) == std::string_view::npos;
}

/// Whether what closes at `at` ends a statement's head or a block, so that what follows begins anew.
bool begins_anew_after(const std::string& code, std::size_t at, std::size_t opened) {
  if (code[at] == ')') {
    const std::string_view word = word_before(code, opened);
    return word == "if" || word == "for" || word == "while" || word == "switch";
  }
  const std::size_t next = after_spaces(code, at + 1);
  return code[at] == '}' && next < code.size() && std::string_view("=<>!+-*/&|.,)").find(code[next]) == std::string_view::npos;
}

/// Words and quotes are read in `code`, where strings are blank; spaces in the text itself.
std::size_t beginning(const std::string& text, const std::string& code, std::size_t at) {
  std::size_t i = at;
  while (i > 0) {
    const char c = code[i - 1];
    if (opens(c) || separates(code, i - 1)) break;
    if (closes(c)) {
      const std::size_t opened = opening(code, i - 1);
      if (opened == std::string::npos || begins_anew_after(code, i - 1, opened)) break;
      i = opened;
    } else {
      --i;
    }
  }
  for (bool again = true; again;) {
    again = false;
    i = after_spaces(text, i);
    for (const std::string_view word : std::array<std::string_view, 4>{"return", "else", "do", "throw"}) {
      if (code.compare(i, word.size(), word) != 0 || word_char(code[i + word.size()])) continue;
      i += word.size();
      again = true;
    }
  }
  return i;
}

std::size_t ending(const std::string& text, const std::string& code, std::size_t at) {
  std::size_t i = at;
  while (i < code.size() && !closes(code[i]) && !separates(code, i)) {
    const std::size_t closed = opens(code[i]) ? closing(code, i) : i;
    if (closed == std::string::npos) break;
    i = closed + 1;
  }
  while (i > at && std::isspace(static_cast<unsigned char>(text[i - 1]))) --i;
  return i;
}

int line_of(const std::string& text, std::size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// Constants of the text as plain values: `constexpr` gives way to `const`, in as many bytes.
std::string loosened_text(const std::string& text) {
  static constexpr std::string_view kWord = "constexpr";
  const std::string code = code_of(text);
  std::string out = text;
  for (std::size_t at = code.find(kWord); at != std::string::npos; at = code.find(kWord, at + 1)) {
    if (word_before(code, at) == "if") continue;
    const std::size_t next = after_spaces(code, at + kWord.size());
    const bool said = code.compare(next, 6, "const ") == 0;
    out.replace(at, kWord.size(), said ? "         " : "const    ");
  }
  return out;
}

/// The expression with its one wrong change, in one line.
std::string wrong(const std::string& text, const Mutant& mutant) {
  const Mutation& m = mutant.mutation;
  std::string out =
      text.substr(mutant.begin, m.at - mutant.begin) + m.replacement + text.substr(m.at + m.length, mutant.end - m.at - m.length);
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

/// `text` between two places with `mutants` in it, those that stand further out before those within.
std::string between(const std::string& text, std::size_t begin, std::size_t end, const std::vector<Mutant>& mutants) {
  std::string out;
  std::size_t at = begin;
  for (std::size_t i = 0; i < mutants.size();) {
    const std::size_t from = mutants[i].begin, to = mutants[i].end;
    std::string chosen;
    std::vector<Mutant> within;
    for (; i < mutants.size() && mutants[i].begin < to; ++i) {
      if (mutants[i].begin == from && mutants[i].end == to)
        chosen += "polemarch::mutant::on(" + std::to_string(mutants[i].number) + ") ? (" + wrong(text, mutants[i]) + ") : ";
      else
        within.push_back(mutants[i]);
    }
    out += text.substr(at, from - at) + "(" + chosen + "(" + between(text, from, to, within) + "))";
    at = to;
  }
  return out + text.substr(at, end - at);
}

}  // namespace

bool place(const std::string& text, Mutant& mutant) {
  const std::string code = code_of(text);
  mutant.begin = beginning(text, code, mutant.mutation.at);
  mutant.end = ending(text, code, mutant.mutation.at + mutant.mutation.length);
  if (mutant.begin > mutant.mutation.at || mutant.end <= mutant.begin) return false;
  const std::string piece = text.substr(mutant.begin, mutant.end - mutant.begin);
  if (piece.find("//") != std::string::npos || piece.find("/*") != std::string::npos) return false;
  if (mutant.mutation.was == "+" && piece.find('"') != std::string::npos) return false;  // words are joined, nothing is counted
  mutant.first_line = line_of(text, mutant.begin);
  mutant.last_line = line_of(text, mutant.end);
  return true;
}

std::string schemata_of(const std::string& text, std::vector<Mutant> mutants, bool loosened) {
  std::sort(mutants.begin(), mutants.end(), [](const Mutant& a, const Mutant& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end != b.end ? a.end > b.end : a.number < b.number;
  });
  const std::string from = loosened ? loosened_text(text) : text;
  return between(from, 0, from.size(), mutants);
}

std::string switch_header() {
  return "#pragma once\n#include <cstdlib>\nnamespace polemarch::mutant {\ninline bool on(int number) {\n  static const int thrown = [] {\n"
         "    const char* said = std::getenv(\"POLEMARCH_MUTANT\");\n    return said ? std::atoi(said) : 0;\n  }();\n"
         "  return thrown == number;\n}\n}  // namespace polemarch::mutant\n";
}

}  // namespace polemarch::tools
