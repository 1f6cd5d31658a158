#pragma once
/// What is said of the files that a key writes, and how a picture of the screen is named.

#include <string>

namespace polemarch::assistant::play {

std::string said_of_report(const std::string& file);
std::string said_of_picture(const std::string& file);
/// The window over the table was closed by its button.
std::string said_of_closed_beam();
/// "salamis-3.png" for the stem "salamis-": the first number that no file has, so that no evening writes over another's pictures. Looks at
/// the folder.
std::string next_picture(const std::string& stem);

}  // namespace polemarch::assistant::play
