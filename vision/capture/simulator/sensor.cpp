#include "vision/capture/simulator/sensor.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/capture/simulator/random.hpp"
#include "vision/pixels/image_mat.hpp"

namespace polemarch::vision::sim {
namespace {

using capture::decode_image;
using capture::image_of;

constexpr std::size_t kBank = std::size_t{1} << 20;
constexpr int kCurve = 512;

}  // namespace

double level_at(const std::vector<LevelKey>& keys, double t, double fallback) {
  if (keys.empty()) return fallback;
  if (t <= keys.front().t) return keys.front().value;
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (t < keys[i].t) return keys[i - 1].value + (keys[i].value - keys[i - 1].value) * (t - keys[i - 1].t) / (keys[i].t - keys[i - 1].t);
  return keys.back().value;
}

Sensor::Sensor(const SensorSpec& spec, int width, int height, std::uint64_t seed) : spec_(spec), seed_(seed) {
  if (spec.noise_sigma > 0) {
    noise_.resize(kBank);
    Random random(seed ^ 0x5EEDULL);
    for (std::size_t i = 0; i < kBank; i += 2) {
      const double r = spec.noise_sigma * std::sqrt(-2.0 * std::log(1.0 - random.unit())), a = 2.0 * std::numbers::pi * random.unit();
      noise_[i] = static_cast<float>(r * std::cos(a));
      noise_[i + 1] = static_cast<float>(r * std::sin(a));
    }
  }
  if (spec.vignette > 0) {
    const double far = std::hypot(width, height) / 2;
    vignette_.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const double r = std::hypot(x - width / 2.0, y - height / 2.0) / far;
        vignette_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
            static_cast<float>(1 - spec.vignette * r * r);
      }
  }
  if (spec.hdr > 0) {
    // A phone's curve: lifted shadows, steep middle, rolled-off highlights.
    curve_.resize(kCurve);
    for (int i = 0; i < kCurve; ++i) {
      const double v = std::min(1.5, i / 255.0), lifted = std::pow(v, 0.65),
                   rolled = lifted / std::pow(1 + std::pow(lifted, 6.0), 1.0 / 6.0) * 1.04;
      curve_[static_cast<std::size_t>(i)] = static_cast<float>(255.0 * ((1 - spec.hdr) * std::min(1.0, v) + spec.hdr * rolled));
    }
  }
}

float Sensor::tone(float level) const {
  const float at = std::clamp(level, 0.0F, static_cast<float>(kCurve) - 1.001F);
  const auto i = static_cast<std::size_t>(at);
  return curve_[i] + (at - static_cast<float>(i)) * (curve_[i + 1] - curve_[i]);
}

void Sensor::expose(const CleanPicture& clean, std::int64_t frame, double t, std::shared_ptr<const Image>& gray,
                    std::shared_ptr<const Image>& colour) {
  const int width = clean.width, height = clean.height, channels = clean.channels;
  cv::Mat picture(height, width, CV_8UC(channels));
  // Neighbouring seeds give the same sequence one draw later: without the mixing, a frame's noise is the last frame's, one row up.
  Random mixed(seed_ * 1000003 + static_cast<std::uint64_t>(frame));
  Random random(mixed.next());
  const double gain = level_at(spec_.gain, t, 1.0);
  std::vector<float> line(static_cast<std::size_t>(width));
  cv::Mat soft;  // for sharpening: the clean plane, blurred
  for (int c = 0; c < channels; ++c) {
    if (spec_.sharpen > 0) {
      const cv::Mat plane(height, width, CV_32F, const_cast<float*>(clean.row(c, 0)));
      cv::GaussianBlur(plane, soft, {}, 1.2);
    }
    for (int y = 0; y < height; ++y) {
      const float* from = clean.row(c, y);
      const double row_time = t + spec_.rolling_shutter_s * (static_cast<double>(y) / height - 0.5);
      const float row_gain = static_cast<float>(
          gain * (spec_.flicker > 0 ? 1.0 + spec_.flicker * std::sin(2.0 * std::numbers::pi * spec_.flicker_hz * row_time) : 1.0));
      float* to = line.data();
      for (int x = 0; x < width; ++x) to[x] = from[x] * row_gain;
      if (spec_.sharpen > 0) {
        const float amount = static_cast<float>(spec_.sharpen) * row_gain;
        const float* blurred = soft.ptr<float>(y);
        for (int x = 0; x < width; ++x) to[x] += amount * (from[x] - blurred[x]);
      }
      if (!vignette_.empty()) {
        const float* v = vignette_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width);
        for (int x = 0; x < width; ++x) to[x] *= v[x];
      }
      if (!curve_.empty())
        for (int x = 0; x < width; ++x) to[x] = tone(to[x]);
      if (!noise_.empty()) {
        const std::size_t start = static_cast<std::size_t>(random.next() % (kBank - static_cast<std::size_t>(width)));
        const float* n = noise_.data() + start;
        for (int x = 0; x < width; ++x) to[x] += n[x];
      }
      std::uint8_t* out = picture.ptr<std::uint8_t>(y) + c;
      for (int x = 0; x < width; ++x) out[x * channels] = static_cast<std::uint8_t>(std::clamp(to[x] + 0.5F, 0.0F, 255.0F));
    }
  }
  if (spec_.jpeg_quality > 0) {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, spec_.jpeg_quality});
    gray = decode_image(bytes, false);
    colour = channels == 3 ? decode_image(bytes, true) : nullptr;
    return;
  }
  if (channels == 3) {
    cv::Mat luma;
    cv::cvtColor(picture, luma, cv::COLOR_BGR2GRAY);
    gray = image_of(luma);
    colour = image_of(picture);
  } else {
    gray = image_of(picture);
    colour = nullptr;
  }
}

}  // namespace polemarch::vision::sim
