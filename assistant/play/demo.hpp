#pragma once
/// The demo: a sample battle half-way, hands that move its bases before a simulated camera, and keys typed meanwhile. Made from
/// models/data/demo/demo.json into the files `play` takes. Pure.

#include <string>
#include <string_view>

#include "models/result.hpp"

namespace polemarch::assistant::play {

struct DemoFiles {
  std::string battle;  ///< battle.json with border, bases and markers
  std::string scene;   ///< scene.json for sim:
  std::string script;  ///< JSON Lines for --script
};

/// From the text of a demo file; when that is empty, the shipped one of the ruleset (empty: the first of all). Errors name the place in the
/// file.
Result<DemoFiles> demo_files(std::string_view text = {}, std::string_view ruleset = {});

}  // namespace polemarch::assistant::play
