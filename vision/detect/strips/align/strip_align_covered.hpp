#pragma once
/// Places of strips that something partly covers, on a line that is laid out: words are compared on what is left when one stretch is not
/// looked at. Pure (keeps its memory between calls).

#include <memory>
#include <vector>

#include "vision/detect/strips/align/line_laid_out.hpp"
#include "vision/detect/strips/words/strip_decode.hpp"

namespace polemarch::vision {

class CoveredAligner {
 public:
  CoveredAligner(const StripDecoder& decoder, const LineGrid& grid, CourseFinder& courses, const GridSums& sums)
      : decoder_(decoder), grid_(grid), courses_(courses), sums_(sums) {}
  /// Best first. `book`: of the decoder.
  std::vector<StripStart> places(const LineLaidOut& line, const CodeBook& book);

 private:
  /// A stretch that is not looked at, and the decoder of the rest.
  struct Masked {
    StripHidden hidden;
    std::shared_ptr<const StripDecoder> decoder;
  };
  void make_masks(const CodeBook& book);
  std::vector<const Masked*> least_spine(const LineLaidOut& line, int place) const;
  StripStart start_at_place(const LineLaidOut& line, int place);

  const StripDecoder& decoder_;
  const LineGrid& grid_;
  CourseFinder& courses_;
  const GridSums& sums_;
  std::vector<Masked> masked_;
  Followed of_place_;  // along the course of one place
};

}  // namespace polemarch::vision
