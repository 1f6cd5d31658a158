#include "vision/track/notices.hpp"

namespace polemarch::vision {

void Notices::say(const std::string& key, const std::string& text, double t) {
  constexpr double kStandsFor = 3.0;  // s
  said_[key] = {text, t + kStandsFor};
}

void Notices::drop(const std::string& key) { said_.erase(key); }

void Notices::standing(double t, std::vector<TableNotice>& out) {
  std::erase_if(said_, [&](const auto& said) { return said.second.until < t; });
  out.clear();
  for (const auto& [key, said] : said_) out.push_back({key, said.text});
}

}  // namespace polemarch::vision
