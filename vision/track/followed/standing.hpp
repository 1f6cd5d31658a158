#pragma once
/// On which ground a base stands, as far as that is known, and what is in doubt about it. mm over the table. Pure.

#include <array>

#include "vision/track/followed/size_seen.hpp"

namespace polemarch::vision {

struct Standing {
  double height_mm = 0;           ///< of the print's plane
  double ground_mm = -1;          ///< height of the ground it was found to stand on; < 0: not yet, the terrain under it says
  bool by_size = false;           ///< two grounds were possible, the print's size told
  bool undeclared = false;        ///< that ground is no level of the terrain's: the print's size alone tells
  bool rough = false;             ///< and so far only its corners, a few percent of its size
  SizeSeen size;                  ///< on the plane of now
  std::array<double, 3> doubt{};  ///< mm^2 xx, xy, yy that the other ground's likelihood adds
  double open_size = 0;  ///< share by which the print at rest looks larger than it would where it is taken to stand; 0: it does not

  /// Stands on `ground`, which nobody declared; `roughly`: its corners told.
  void lift_to(double ground, bool roughly);
  /// Forgets how large it looks: it lies elsewhere now.
  void forget_size();
  /// Forgets the ground it was found to stand on: the terrain under it says.
  void forget_ground();
  bool is_doubted() const { return doubt[0] > 0; }
  /// Adds the doubt to a covariance of x, y and turn.
  void add_doubt(std::array<double, 9>& covariance) const;
};

}  // namespace polemarch::vision
