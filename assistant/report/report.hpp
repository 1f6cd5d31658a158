#pragma once
/// The battle told afterwards: one self-contained HTML page. No link to anything outside, readable without scripts, by a screen reader, on
/// a phone and on paper.

#include <string>
#include <vector>

#include "assistant/story/photos.hpp"
#include "assistant/story/story.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

struct ReportSettings {
  std::vector<KeptPhoto> photos;       ///< as many of them as there is room for, spread over the battle; default none
  std::size_t most_bytes = 1'000'000;  ///< a longer battle is told shorter, step by step, until it fits. Larger: more detail, slower page
};

/// `path` is a game.battle. The HTML text, or one line about what is wrong.
Result<std::string> report_html(const std::string& path, const ReportSettings& settings = {});
/// The same, written beside the log, anew each time: "salamis.battle" is told in "salamis-report.html". Its name, or one line about what is
/// wrong: no log, or a file of that name that is a link to another one.
Result<std::string> report_beside(const std::string& path);
/// The same of a story that is read already.
std::string report_page(const story::Story& story, const ReportSettings& settings = {});

}  // namespace polemarch::assistant
