#pragma once
/// How much of a stranger's text is read: the only place where such limits stand. Every file and message is measured against one of
/// these before anything is parsed, so that a text made to hurt ends in one line. Pure.

#include <cstddef>

namespace polemarch::io {

struct Limits {
  std::size_t bytes;   ///< length of the text
  int depth;           ///< lists and objects inside each other
  std::size_t values;  ///< values of lists and objects, all together
};

/// A whole file: battle, roster, table, bases, camera, scene, keys.
constexpr Limits kFileLimits{64'000'000, 64, 2'000'000};
/// One line of a battle log: the header holds a whole battle.
constexpr Limits kLogLineLimits = kFileLimits;
/// One message: a command on standard input, a line of a script, a text from the bus, the body of a request.
constexpr Limits kMessageLimits{1'000'000, 32, 20'000};

/// One cell of a roster's table: a word, a number or a list of them.
constexpr Limits kCellLimits{1'000, 1, 100};

/// The most a file may hold that is read into memory whole, logs too.
constexpr std::size_t kMostFileBytes = 512'000'000;

}  // namespace polemarch::io
