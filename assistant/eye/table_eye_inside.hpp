#pragma once
/// The eye's inside, split over table_eye.cpp (a frame from start to end, the keeper) and table_eye_registers.cpp (how the table is
/// registered, and better once it has rested).

#include <optional>
#include <vector>

#include "assistant/eye/border_looks.hpp"
#include "assistant/eye/raised_looks.hpp"
#include "assistant/eye/table_eye.hpp"
#include "vision/detect/squares/detector.hpp"

namespace polemarch::assistant {

constexpr double kCheckS = 0.5;  ///< from one check of the light, or for a mirrored picture, to the next

struct TableEye::Inside {
  Table table;
  std::vector<BaseSpec> bases;
  std::optional<Camera> given;
  EyeSettings settings;

  std::optional<vision::SquareDetector> border_reader;
  std::optional<calibration::Registration> registration;
  std::optional<calibration::TableKeeper> keeper;
  std::optional<vision::Tracker> tracker;
  Camera camera;
  TableState state;
  std::vector<ObservedBase> carried;  ///< seen before other bases were declared, not yet found again
  double carried_until = 0;
  std::vector<TableNotice> standing;  ///< notices of the keeper, shown for a while
  std::vector<double> standing_until;
  double next_border_t = 0, watch_until = 0;
  double doubt_since = -1;  ///< t since which the table is in doubt; < 0: it is not
  double next_check_t = 0;
  bool mirrored = false;      ///< at the last check while the table was not found
  int width = 0, height = 0;  ///< of the picture before
  std::vector<vision::BorderSeen> border_before;

  std::optional<BorderLooks> looks;  ///< under way
  bool looked = true;                ///< nothing left to average
  double looks_from = 0, look_up_from = 0;
  // A flat border leaves the focal length open, bases on hills tell it.
  std::vector<calibration::BorderSighting> border_mean;   ///< that the table is registered from; empty once it moved
  std::optional<RaisedLooks> raised;                      ///< under way
  std::optional<calibration::FocalEstimate> focal;        ///< that they told
  int raised_up = 0, raised_asked = 0, raised_tries = 0;  ///< how many are asked, were asked last, and tries since

  /// A better registration under way, a slice a frame.
  struct Better {
    calibration::RegistrationWork work;
    std::vector<calibration::RaisedPrint> prints;  ///< that told the focal length it is fitted with
    int round = 0;
  };
  std::optional<Better> better;

  bool find_table(const Frame& frame);
  Table registered_border() const;
  std::optional<calibration::RegistrationWork> border_work(const ImageView& gray,
                                                           const std::vector<calibration::BorderSighting>& sightings);
  bool take_registration(Result<calibration::Registration> fitted, double t);
  bool fit_border(const Frame& frame, const std::vector<calibration::BorderSighting>& sightings);
  void begin_better(const Frame& frame, std::vector<calibration::RaisedPrint> prints, int round);
  void go_on_with_better(const Frame& frame);
  void drop_better();
  void look_on(const Frame& frame);
  void look_up(const Frame& frame);
  void use_registration();
  void forget_focal();
  bool register_from(const Frame& frame);
  void find_again(const Frame& frame);
  void start_tracker(const Camera& with, const Table& border);
  bool border_stirs(const std::vector<vision::BorderSeen>& border) const;
  void keep(const Frame& frame);
  void say(double t, double for_s, TableNotice notice);
  void check_light(const Frame& frame);
  void check_size(const Frame& frame);
  void forget_table();
  void carry(double t);
};

}  // namespace polemarch::assistant
