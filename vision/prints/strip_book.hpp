#pragma once
/// Code books of the strips and rings: which words are printed, and how far apart any two of them are in every way they can be read.
/// Data: models/data/families/<book>.json, made by tests/tools/make_strip_books.cpp from a seed. Pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::vision {

/// In which ways a word may be read wrongly as another.
enum class Turns {
  Half,  ///< upright or half a turn round: a strip
  Any,   ///< by any number of teeth: a ring
};

/// Bit i of a word is module i (strip_layout.hpp), least significant bit first; 1 is white.
using StripWord = std::uint64_t;

struct CodeBook {
  std::string name;
  int bits = 0;
  int columns = 0;  ///< modules in a row (bits / rows)
  Turns turns = Turns::Half;
  int distance = 0;       ///< least Hamming distance of any two readings of different words, or of a word and its own other readings
  int slip_distance = 0;  ///< the same when one of them is read one column off (the modules both see); 0 for rings
  std::uint64_t seed = 0;
  std::vector<StripWord> words;  ///< id = index
};

/// The reading of `word` after half a turn (bit i becomes bit bits-1-i).
StripWord half_turned(StripWord word, int bits);
/// The reading of a ring's `word` when it starts `teeth` later.
StripWord rotated(StripWord word, int bits, int teeth);

/// Least distance of `book.words` over all turns, recomputed. Pure.
int measured_distance(const CodeBook& book);
/// Least distance over all turns with one word read one column off either way. Only Turns::Half.
int measured_slip_distance(const CodeBook& book);

/// What to ask the generator for.
struct BookRequest {
  std::string_view name;
  int bits = 0;
  int columns = 0;
  Turns turns = Turns::Half;
  int words = 0;
  int distance = 0;
  int slip_distance = 0;  ///< 0: not asked
  std::uint64_t seed = 0;
};
/// Every book that ships, largest first.
std::vector<BookRequest> shipped_books();
/// Greedy and seeded: draws words at random (mt19937_64) and keeps each that is far enough from all kept. The same request gives the
/// same book on every machine. Error: the book cannot be filled within `tries` draws.
Result<CodeBook> make_book(const BookRequest& request, std::int64_t tries = 40'000'000);

/// JSON text of a book, and back. Error: one line with the JSON path.
std::string book_text(const CodeBook& book);
Result<CodeBook> read_book(std::string_view text, std::string_view name);
/// The shipped book called `name`. Error when there is none.
Result<CodeBook> load_book(std::string_view name);

}  // namespace polemarch::vision
