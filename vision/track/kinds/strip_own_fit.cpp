#include "vision/track/kinds/strip_own_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/detect/strips/words/strip_blur.hpp"
#include "vision/pixels/picture_light.hpp"

namespace polemarch::vision {

namespace {

constexpr double kStepRatio = 1.05;      // from one blur to the next
constexpr double kLeastOwnGain = 12;     // grey levels
constexpr float kMostResidual = 0.11F;   // share of the gain; an uncovered strip has 0.03 to 0.06
constexpr float kMostPartly = 0.085F;    // of what a cover leaves: other words fit to 0.09 what is left of them
constexpr float kMostUsual = 0.07F;      // of one that nothing covers, at the usual noise
constexpr float kOwnLead = 0.02F;        // by how much another word must fit worse where the quick reading was not ours
constexpr double kShadowedLead = 0.06;   // the same of a strip with a shadow taken off
constexpr float kFarBetter = 0.85F;      // of what our word leaves of the whole strip: another that leaves less is what lies there
constexpr float kSlipsUnder = 0.85F;     // share of a covered strip under which other words are asked a column or two along, too
constexpr int kBlurWidth = 3;            // blur steps to either side that are tried
constexpr int kBlurEvery = 4;            // fits from one look at the blur to the next
constexpr std::size_t kKeptTables = 12;  // along-tables of one word
constexpr int kCoveredRingBits = 37;     // rings of shorter codes are not followed by what a cover leaves
constexpr float kLeastShown = 0.7F;      // of such a ring, and of a strip
constexpr float kMostCovered = 0.075F;   // residual of it
constexpr double kLateScale = 1.25;      // px per mm, under which late blur moves a strip by more than its noise
constexpr double kLeastPsf = 0.3;        // px
constexpr float kBeyond = 40;            // grey levels beyond black and white that sharpening and clipped paper may make of them
constexpr double kBesideMm = 10;         // how far from where it is expected a strip may be fitted, and more
// OwnFit::lasting_spread: the base and the figures lie beside all of a strip, and on both sides of a ring.
constexpr PrintFactors kStripSpread{.right = 0.4, .up = 2, .turn = 0.8};
constexpr PrintFactors kRingSpread{.right = 2, .up = 2, .turn = 2};
// OwnFit::swallowed: what lies before and behind a strip is fitted along, so half of what pulls it across or turns it passes for that.
constexpr PrintFactors kStripSwallows{.right = 1.2, .up = 2.3, .turn = 2};

/// Ink and paper are grey levels that a picture can hold: a strip on another plane than it lies on fits a blur that is far too soft well,
/// with paper far beyond white.
bool in_range(const StripFit& fit) { return fit.black > -kBeyond && fit.black + fit.gain < 255 + kBeyond; }

LocalMap map_of(const LocalPlane& p) {
  LocalMap m;
  m.px = p.px;
  m.py = p.py;
  m.x_mm = p.x[0], m.xx = p.x[1], m.xy = p.x[2], m.x_dxdx = p.x[3], m.x_dxdy = p.x[4], m.x_dydy = p.x[5];
  m.y_mm = p.y[0], m.yx = p.y[1], m.yy = p.y[2], m.y_dxdx = p.y[3], m.y_dxdy = p.y[4], m.y_dydy = p.y[5];
  m.valid = true;
  return m;
}

/// Where the parabola through three costs at -1, 0, 1 is least, within -1 .. 1.
double vertex(double low, double middle, double high) {
  const double bend = low + high - 2 * middle;
  if (bend <= 0) return low < high ? -1 : 1;
  return std::clamp(0.5 * (low - high) / bend, -1.0, 1.0);
}

/// The blur's variance as last seen by comparing neighbours, for PrintFit::blur_change.
class BlurSeen {
 public:
  bool due() { return fits_++ % kBlurEvery == 0; }
  void take(int step, double low, double middle, double high) {
    variance_ = std::pow(StripTools::blur_of(step) * std::pow(kStepRatio, kBlurWidth * vertex(low, middle, high)), 2);
  }
  double change(double blur_mm) const { return variance_ > 0 ? variance_ - blur_mm * blur_mm : 0; }

 private:
  int fits_ = 0;
  double variance_ = 0;
};

class StripOwnFit : public OwnFit {
 public:
  StripOwnFit(std::shared_ptr<StripTools> tools, int id)
      : tools_(std::move(tools)), id_(id), word_(tools_->book().words[static_cast<std::size_t>(id)]) {}

  std::optional<PrintFit> fit(const ImageView& gray, const LocalPlane& plane, const PrintPose& start, double blur_mm,
                              const OwnAsked& asked) override {
    const int step = StripTools::step_of(blur_mm);
    const StripDecoder& decoder = tools_->decoder(step);
    if (along_.size() > kKeptTables) along_.clear();  // only here: the fit keeps its own table while it looks at others
    const LaneTable& along = along_at(step);
    StripPixels& pixels = tools_->strip_pixels;
    const StripPose from{start.x_mm, start.y_mm, start.up_rad - std::numbers::pi / 2};
    const float noise = tools_->noise(gray);
    const LocalMap map = map_of(plane);
    const ImageView seen = tools_->seen(gray, map, from);
    const StripFit found = refit_strip(seen, map, decoder.profiles(), along, from, usual_residual_, pixels, noise);
    if (!found.ok || pixels.size() < 40) return std::nullopt;
    PrintFit out;
    out.pose = {found.pose.x_mm, found.pose.y_mm, found.pose.along_rad + std::numbers::pi / 2};
    out.cov = found.covariance;
    out.gain = static_cast<double>(found.gain);
    out.black = static_cast<double>(found.black);
    out.residual = static_cast<double>(found.residual);
    out.share = static_cast<double>(found.kept);
    out.samples = static_cast<int>(pixels.size());
    out.steps = 2;
    const float most = found.kept < 1 ? kMostPartly : kMostResidual;
    out.steady =
        passes(found.residual, most, found.gain, noise) && out.gain > kLeastOwnGain && found.kept >= kLeastShown && in_range(found);
    if (!out.steady) return out;
    out.reads_own = reads_own(seen, map, decoder, along, found);
    out.partly = found.shadowed;
    const bool odd = out.residual * out.gain > asked.pull_from;  // it may hang in the air
    if ((asked.size || odd) && out.reads_own && !found.shadowed) {
      const StripLength length = length_seen(pixels, decoder.profiles(), along, found);
      out.size_change = length.longer;
      out.size_sd = length.sd;
    }
    out.shadowed = found.shadowed;
    if (found.shadowed)
      out.pulled = found.covariance;  // its border is drawn alike in every frame
    else if (odd)
      out.pulled = fit_strip(pixels, decoder.profiles(), along, found.pose, 1, 1e9F, 0, StripFitKind::Last).covariance;
    if (found.kept >= 1 && !found.shadowed && out.reads_own) {
      const bool usual = passes(found.residual, kMostUsual, found.gain, noise);
      usual_residual_ += 0.05F * ((usual ? found.residual : std::min(found.residual, kMostUsual)) - usual_residual_);
      if (blur_.due()) {
        const auto cost = [&](int at) {
          const StripFit other = levels_at(pixels, tools_->decoder(at).profiles(), along_at(at), found.pose);
          return std::pow(static_cast<double>(other.residual * other.gain), 2);
        };
        blur_.take(step, cost(step - kBlurWidth), cost(step), cost(step + kBlurWidth));
      }
      take_off_late_blur(map, decoder.profiles(), along, found, out);
    }
    out.blur_change = blur_.change(blur_mm);
    return out;
  }

  PrintFactors lasting_spread() const override { return kStripSpread; }
  PrintFactors swallowed() const override { return kStripSwallows; }

 private:
  void take_off_late_blur(const LocalMap& map, const StripProfiles& profiles, const LaneTable& along, const StripFit& found,
                          PrintFit& out) {
    const double scale = map.px_per_mm();
    if (scale > kLateScale || !tools_->late.wanted()) return;
    const double psf = std::sqrt(std::max(kLeastPsf * kLeastPsf, std::pow(profiles.blur().along_mm * scale, 2) - kPixelArea));
    const LateTables tables{profiles, along, word_, psf};
    const StripFit fine = place_finely(tools_->strip_pixels, map, &tables, profiles, along, found, tools_->late, true, StripFitKind::Fine);
    out.pose = {fine.pose.x_mm, fine.pose.y_mm, fine.pose.along_rad + std::numbers::pi / 2};
    out.cov = fine.covariance;
  }

  /// Our word explains the pixels best; where something covers the strip, what is left of them, and no other word all of them.
  bool reads_own(const ImageView& seen, const LocalMap& map, const StripDecoder& decoder, const LaneTable& along, const StripFit& found) {
    const StripPixels& pixels = tools_->strip_pixels;
    const MatchedSums sums = match_pixels(pixels, decoder.profiles(), along, found.pose);
    const auto best = decoder.decode(sums, found.kept < 1 ? 4 : 2);
    if (found.shadowed) {  // its border was drawn to suit our word: that must be better than any other by far
      const double gain = static_cast<double>(found.gain), residual = static_cast<double>(found.residual);
      const double lead = (best[0].score * best[0].score - best[1].score * best[1].score) / decoder.weight_mm2() / (gain * gain);
      const double margin = std::sqrt(residual * residual + std::max(0.0, lead)) - residual;
      return best[0].id == id_ && !best[0].turned && margin > std::max(kShadowedLead, residual);
    }
    if (best[0].id == id_ && !best[0].turned && (found.kept >= 1 || found.kept > kSlipsUnder)) return true;
    if (found.kept >= 1) return false;
    const float own = decoder.unexplained(sums, decoder.free_word(sums, word_, 0).score);
    for (const StripReading& reading : best) {
      if (reading.id == id_ && !reading.turned) break;
      if (decoder.unexplained(sums, reading.score) < kFarBetter * own) return false;  // that one lies there, and nothing over it
      const StripFit other = levels_at(pixels, decoder.profiles(), decoder.profiles().along(reading.word), found.pose);
      if (other.ok && other.residual < found.residual + kOwnLead) return false;
    }
    return found.kept > kSlipsUnder || !lies_aslip(seen, map, decoder, along, found, own);
  }

  /// Another word, one or two columns along, explains all of the strip far better than ours does: what was left out did not suit us.
  bool lies_aslip(const ImageView& seen, const LocalMap& map, const StripDecoder& decoder, const LaneTable& along, const StripFit& found,
                  float own) {
    const StripLayout& layout = tools_->layout();
    for (const int slip : {1, -1, 2, -2, 3, -3, 4, -4}) {
      StripPose pose = found.pose;
      pose.x_mm += slip * layout.pitch_mm * std::cos(pose.along_rad);
      pose.y_mm += slip * layout.pitch_mm * std::sin(pose.along_rad);
      collect_pixels(seen, map, pose, layout, beside_);
      if (beside_.size() < 40) continue;
      const MatchedSums sums = match_pixels(beside_, decoder.profiles(), along, pose);
      if (decoder.unexplained(sums, decoder.best(sums).score) < kFarBetter * own) return true;
    }
    return false;
  }

  const LaneTable& along_at(int step) {
    auto [at, fresh] = along_.try_emplace(step);
    if (fresh) at->second = tools_->decoder(step).profiles().along(word_);
    return at->second;
  }

  std::shared_ptr<StripTools> tools_;
  int id_;
  StripWord word_;
  std::map<int, LaneTable> along_;
  float usual_residual_ = 0.045F;
  BlurSeen blur_;
  StripPixels beside_;
};

class RingOwnFit : public OwnFit {
 public:
  RingOwnFit(std::shared_ptr<StripTools> tools, int id)
      : tools_(std::move(tools)), word_(tools_->book().words[static_cast<std::size_t>(id)]) {}

  std::optional<PrintFit> fit(const ImageView& gray, const LocalPlane& plane, const PrintPose& start, double blur_mm,
                              const OwnAsked& /*asked*/) override {
    const int step = StripTools::step_of(blur_mm);
    const LocalMap map = map_of(plane);
    RingFit found = fitted(gray, map, step, start, false);
    const float noise = tools_->noise(gray);
    const auto steady = [&](const RingFit& f) {
      return f.ok && passes(f.residual, kMostResidual, f.gain, noise) && f.gain > kLeastOwnGain;
    };
    bool covered = false;
    if (!steady(found) && tools_->layout().bits() >= kCoveredRingBits) {
      if (usual_gain_ <= 0) usual_gain_ = found.gain;
      const RingFit left = fitted(gray, map, step, start, true);
      covered = left.ok && shown_ >= kLeastShown && left.residual <= kMostCovered && left.gain > kLeastOwnGain;
      if (covered) found = left;
    }
    if (!found.ok) return std::nullopt;
    const RingPose& pose = found.pose;
    PrintFit out;
    out.pose = {pose.x_mm, pose.y_mm, pose.up_rad};
    out.cov = found.covariance;
    out.gain = static_cast<double>(found.gain);
    out.black = static_cast<double>(found.black);
    out.residual = static_cast<double>(found.residual);
    out.samples = static_cast<int>(tools_->ring_pixels.x.size());
    out.steps = 3;
    // The residual is the check of the word too: seven other teeth of 31 alone give over 0.25, three of what a cover leaves over 0.15.
    out.share = covered ? static_cast<double>(shown_) : 1.0;
    out.steady = covered || steady(found);
    if (out.steady) usual_gain_ = found.gain;
    if (out.steady && !covered && blur_.due()) {
      const auto cost = [&](int at) {
        const RingFit other = fit_ring(tools_->ring_pixels, tools_->ring(at), around_at(at), pose, 1);
        return std::pow(static_cast<double>(other.residual * other.gain), 2);
      };
      blur_.take(step, cost(step - kBlurWidth), cost(step), cost(step + kBlurWidth));
    }
    out.blur_change = blur_.change(blur_mm);
    return out;
  }

  PrintFactors lasting_spread() const override { return kRingSpread; }

 private:
  /// From `start`; `cover`: without the directions in which the white ring does not show.
  RingFit fitted(const ImageView& gray, const LocalMap& map, int step, const PrintPose& start, bool cover) {
    RingPose pose{start.x_mm, start.y_mm, start.up_rad};
    RingFit found;
    for (int round = 0; round < 2; ++round) {  // the pixels are gathered again where it turned out to lie
      const ImageView seen = tools_->seen(gray, map, {pose.x_mm, pose.y_mm, 0});
      collect_ring(seen, map, pose, tools_->layout(), tools_->ring_pixels);
      if (cover) {
        shown_ = leave_out_cover(tools_->ring_pixels, tools_->ring(step), pose, usual_gain_);
        if (shown_ < kLeastShown) return {};
      }
      found = fit_ring(tools_->ring_pixels, tools_->ring(step), around_at(step), pose, round == 0 ? 3 : 2);
      if (!found.ok) return found;
      const double moved = std::hypot(found.pose.x_mm - pose.x_mm, found.pose.y_mm - pose.y_mm);
      pose = found.pose;
      if (moved < 0.15) break;
    }
    return found;
  }

  const RingProfiles::Around& around_at(int step) {
    if (around_.size() > kKeptTables) around_.clear();
    auto [at, fresh] = around_.try_emplace(step);
    if (fresh) at->second = tools_->ring(step).around(word_);
    return at->second;
  }

  std::shared_ptr<StripTools> tools_;
  StripWord word_;
  float usual_gain_ = 0, shown_ = 1;
  std::map<int, RingProfiles::Around> around_;
  BlurSeen blur_;
};

}  // namespace

int StripTools::step_of(double blur_mm) { return static_cast<int>(std::lround(std::log(std::max(0.02, blur_mm)) / std::log(kStepRatio))); }
double StripTools::blur_of(int step) { return std::pow(kStepRatio, step); }

const StripDecoder& StripTools::decoder(int step) {
  auto& made = decoders_[step];
  if (!made) made = std::make_unique<StripDecoder>(layout_, *book_, StripBlur{blur_of(step), blur_of(step)});
  return *made;
}

ImageView StripTools::seen(const ImageView& gray, const LocalMap& map, const StripPose& pose) {
  if (tone.plain()) return gray;
  const PixelPoint middle = map.to_pixel(pose.x_mm, pose.y_mm);
  const int reach = static_cast<int>((layout_.length_mm / 2 + kBesideMm) * map.px_per_mm()) + 4;
  take_back(gray, {static_cast<int>(middle.x) - reach, static_cast<int>(middle.y) - reach, 2 * reach + 1, 2 * reach + 1}, tone, toned_);
  return toned_.view();
}

float StripTools::noise(const ImageView& gray) {
  constexpr int kNoiseEvery = 1000;  // fits: it takes as long as ten
  if (fits_-- <= 0) {
    fits_ = kNoiseEvery;
    noise_ = light_of(gray).noise;
  }
  return noise_;
}

const RingProfiles& StripTools::ring(int step) {
  auto& made = rings_[step];
  if (!made) made = std::make_unique<RingProfiles>(layout_, blur_of(step));
  return *made;
}

std::unique_ptr<OwnFit> make_strip_own_fit(std::shared_ptr<StripTools> tools, int id) {
  if (tools->layout().kind == StripKind::Ring) return std::make_unique<RingOwnFit>(std::move(tools), id);
  return std::make_unique<StripOwnFit>(std::move(tools), id);
}

}  // namespace polemarch::vision
