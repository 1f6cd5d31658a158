#include "models/nearest_word.hpp"

#include "models/result.hpp"
#include "tests/support/catch.hpp"

namespace nearest_word_tests {

using namespace polemarch;

TEST_CASE("a mistyped word is answered with the nearest one, anything else with all of them", "[models]") {
  const std::vector<std::string> verbs{"play", "replay", "report", "end_turn"};
  CHECK(meant_instead_of("plya", verbs) == "did you mean play?");
  CHECK(meant_instead_of("end_trun", verbs) == "did you mean end_turn?");
  CHECK(meant_instead_of("zzz", verbs) == "there are play, replay, report, end_turn");
  CHECK(meant_instead_of("x", verbs) == "there are play, replay, report, end_turn");
  CHECK(meant_instead_of("", verbs) == "there are play, replay, report, end_turn");
  CHECK(meant_instead_of(std::string(100000, 'p'), verbs) == "there are play, replay, report, end_turn");
}

TEST_CASE("a word that somebody wrote is repeated on one line, in whole letters", "[models]") {
  CHECK(in_quotes("plya") == "\"plya\"");
  CHECK(in_quotes("a\nb\tc\x7F") == "\"a?b?c?\"");
  CHECK(in_quotes("caf\xC3\xA9\n") == "\"caf\xC3\xA9?\"");
  CHECK(in_quotes(std::string(39, 'x') + "\xC3\xA9") == "\"" + std::string(39, 'x') + "\"");
  CHECK(in_quotes(std::string(100, 'x')) == "\"" + std::string(40, 'x') + "\"");
  CHECK(in_quotes("") == "\"\"");
}

TEST_CASE("a complaint is one line whatever name it repeats", "[models]") {
  const std::string name = "two\nlines\r\x7F";
  CHECK(InputError{"no unit " + name}.line == "no unit two?lines??");
  const Result<int> result = InputError("caf\xC3\xA9\t");
  CHECK(result.error().line == "caf\xC3\xA9?");
}

TEST_CASE("what a terminal would obey is not repeated: escapes of one or two bytes, line separators, turns of direction", "[models]") {
  CHECK(on_a_line("a\x1B[31mb") == "a?[31mb");
  CHECK(on_a_line("a\xC2\x9B"
                  "31mb") == "a?31mb");
  CHECK(on_a_line("a\xE2\x80\xAE"
                  "b\xE2\x80\xA8"
                  "c\xE2\x81\xA6"
                  "d\xD8\x9C") == "a?b?c?d?");
  const std::string words = "caf\xC3\xA9 \xC2\xB1 \xE2\x80\x93 \xE2\x82\xAC \xD8\xA8";  // é, ±, dash, euro, an Arabic letter
  CHECK(on_a_line(words) == words);
  CHECK(on_a_line("\xE2\x80") == "\xE2\x80");  // cut off within a letter
  CHECK(spelled_out("a\x1B[31m\tb\n\xC2\x9B\xE2\x80\xAE\xE2\x81\xA6\xD8\x9C") == "a\\u001b[31m\tb\n\\u009b\\u202e\\u2066\\u061c");
  CHECK(spelled_out(words) == words);
}

TEST_CASE("a long name is cut at a whole letter, and says so", "[models]") {
  CHECK(shortened("Hoplites", 8) == "Hoplites");
  CHECK(shortened("Hoplites", 7) == "Hopl...");
  CHECK(shortened("\u1F49\u03C0\u03BB\u1FD6\u03C4\u03B1\u03B9", 5) == "\u1F49\u03C0...");
  CHECK(shortened("", 3).empty());
}

}  // namespace nearest_word_tests
