#pragma once
/// The two halves of `polemarch calibrate`: the lens from a board, and the table from its border markers.

#include <string>

#include "calibration/lens/lens.hpp"
#include "calibration/table/registration.hpp"

namespace polemarch::assistant {

struct CalibrateOptions {
  std::string source, out, board, model = "auto";
  bool json = false, force = false;
  int views = 15;
  calibration::LensSettings lens;
  // with --table
  std::string table, camera, table_out;
  bool grid = false;
  double ruler_mm = 200;
  int frames = 10;
  calibration::RegistrationSettings registration;
};

int calibrate_lens_from(const CalibrateOptions& options);
int calibrate_table_from(const CalibrateOptions& options);

}  // namespace polemarch::assistant
