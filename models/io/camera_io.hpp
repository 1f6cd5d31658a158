#pragma once
/// camera.json <-> Camera. Schema: models/data/schemas/camera.schema.json; the format is described in calibration/README.md.
/// Text in, text out. Pure.

#include <string>
#include <string_view>

#include "models/camera.hpp"
#include "models/result.hpp"

namespace polemarch::io {

/// What a camera.json holds. Without a pose the camera is a lens alone: `camera.pose` is the identity and the pose entries of
/// `camera.factors` are zero.
struct CameraFile {
  Camera camera;
  bool has_pose = false;
  std::string board;  ///< what it was calibrated with, e.g. "chessboard:9x6:25"; empty when unknown
  int views = 0;      ///< pictures used
};

/// Errors: one line naming file, JSON path and what was expected (not JSON, a field missing or out of range, a rotation that is none,
/// a lens that folds over inside its own picture).
Result<CameraFile> read_camera(std::string_view text, std::string_view name);

/// Pretty text; numbers are written so that reading gives the same doubles.
std::string write_camera(const CameraFile& file);

}  // namespace polemarch::io
