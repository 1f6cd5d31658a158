/// Photographs with known markers: recall, false finds and corners beside the detectors everybody has, in one process.
/// bench_photographs TRUTH.json [--alone] [--misses]: without the stock detectors; every marker that was missed.

#include <cstring>
#include <iostream>
#include <string>

#include "tests/support/truth_report.hpp"

int main(int argc, char** argv) {
  std::string truth;
  bool alone = false, misses = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--alone") == 0) {
      alone = true;
    } else if (std::strcmp(argv[i], "--misses") == 0) {
      misses = true;
    } else if (argv[i][0] != '-') {
      truth = argv[i];
    }
  }
  if (truth.empty()) {
    std::cout << "photographs: skipped, no truth file is given (bench_photographs TRUTH.json)\n";
    return 0;
  }
  const auto report = polemarch::vision::run_truth_report(truth, !alone);
  if (!report) {
    std::cerr << "bench_photographs: " << report.error().line << "\n";
    return 2;
  }
  polemarch::vision::print_report(std::cout, *report, misses);
  return 0;
}
