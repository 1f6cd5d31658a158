#pragma once
/// What the tracker wants said, for as long as it stands.

#include <map>
#include <string>
#include <vector>

#include "models/table_state.hpp"

namespace polemarch::vision {

class Notices {
 public:
  /// `key` and `text` as in TableNotice; it stands for three seconds after it was last said.
  void say(const std::string& key, const std::string& text, double t);
  void drop(const std::string& key);
  /// Those that stand at `t`, by key; older ones are forgotten.
  void standing(double t, std::vector<TableNotice>& out);

 private:
  struct Said {
    std::string text;
    double until = 0;  // s
  };
  std::map<std::string, Said> said_;
};

}  // namespace polemarch::vision
