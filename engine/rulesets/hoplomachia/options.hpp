#pragma once
/// What a table agrees on before the battle: the twelve optional rules (HM-OPT-00) and the decisions that are switchable. Pure.

namespace polemarch::hoplomachia {

struct Options {
  // Optional rules, each off by default.
  bool competitive_sequence = false, competitive_by_step = false;  ///< 1 and its variant
  bool inclining = false;                                          ///< 2
  bool countermarch = false;                                       ///< 3
  bool unit_signal = false;                                        ///< 4
  bool ekdromoi_signals = false;                                   ///< 5
  bool lakonian_ekdromoi = false;                                  ///< 6
  bool epilektoi = false;                                          ///< 7
  bool nemesis = false;                                            ///< 8
  bool scythed_chariots = false;                                   ///< 9
  bool ammunition = false;                                         ///< 10
  bool weak_missiles = false;                                      ///< 11
  bool interactive_ekdromoi = false;                               ///< 12
  // Switchable decisions.
  bool hegemon_signal_and_verbal = false;  ///< HM-AMB-06
  bool ambushed_base_lowest = false;       ///< HM-AMB-08
  bool crafty_adds_one = false;            ///< HM-AMB-09
  bool hamippoi_six = false;               ///< HM-AMB-20: cap 6" instead of 7"
  bool ekdromoi_at_shooters = false;       ///< HM-AMB-23
  bool stands_count_as_lochoi = false;     ///< HM-AMB-57
  bool target_by_rolled_distance = false;  ///< HM-AMB-74
  bool wall_shoots = false;                ///< HM-AMB-91
  bool level_four_by_chart = false;        ///< HM-AMB-119
  int turns = 0;                           ///< time available (HM-NIKE-08); 0: no limit
  bool operator==(const Options&) const = default;
};

}  // namespace polemarch::hoplomachia
