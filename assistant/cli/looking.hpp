#pragma once
/// What the verbs that look at a table share: --source, --table, --camera, --bases and the eye made from them. Reads files.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "models/result.hpp"
#include "vision/capture/source.hpp"

namespace polemarch::assistant {

struct LookingOptions {
  std::string source, table, camera, bases, family;
  double print_scale = 1.0, marker_mm = 0;
};

void add_looking_options(CLI::App& verb, LookingOptions& options);

/// A source and the eye behind it.
struct Looking {
  std::unique_ptr<vision::Source> source;
  std::unique_ptr<TableEye> eye;
  std::vector<BaseSpec> bases;
  Table table;
};
Result<Looking> start_looking(const LookingOptions& options);

/// The files a source is read from: of a folder its pictures, of sim:FILE the scene. No output may take their place.
std::vector<std::string> files_of_source(const std::string& source);

/// What a source says of itself, its name in front once.
std::string said_by(const std::string& source, const std::string& text);

/// How long to wait for the first picture before it is said that the camera is waited for, and for each after it.
constexpr double kFirstWaitS = 0.2, kWaitS = 2.0;

/// Says once when a source is waited for, stalls, is lost and tried again, and when it is back.
class SourceWatch {
 public:
  /// The line to show now; nothing while nothing changed.
  std::optional<std::string> news(const vision::Source& source);

 private:
  std::string said_;
  bool came_ = false;  ///< a picture
};

}  // namespace polemarch::assistant
