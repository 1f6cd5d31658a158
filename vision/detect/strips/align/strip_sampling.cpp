#include "vision/detect/strips/align/strip_sampling.hpp"

#include <algorithm>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "vision/pixels/bilinear.hpp"

namespace polemarch::vision {
namespace {

float sample_at(const ImageView& picture, float x, float y) {
  const float cx = std::clamp(x, 0.0F, static_cast<float>(picture.width) - 1.001F);
  const float cy = std::clamp(y, 0.0F, static_cast<float>(picture.height) - 1.001F);
  return bilinear(picture, cx, cy);
}

#if defined(__x86_64__)
/// Eight at once; all of them must lie inside the picture, four pixels from its right edge. Returns how many were taken.
__attribute__((target("avx2"))) inline int sample_wide(const ImageView& picture, const Ray& ray, int count, float offset, float* out) {
  const __m256 lane = _mm256_setr_ps(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i byte = _mm256_set1_epi32(255), stride = _mm256_set1_epi32(static_cast<int>(picture.stride));
  const __m256 less = _mm256_set1_ps(offset);
  if (count < 8) return 0;
  for (int next = 0; next < count; next += 8) {
    const int j = next + 8 <= count ? next : count - 8;  // the last eight overlap
    const __m256 n = _mm256_add_ps(_mm256_set1_ps(static_cast<float>(j)), lane);
    const __m256 x = _mm256_add_ps(_mm256_set1_ps(ray.x), _mm256_mul_ps(n, _mm256_set1_ps(ray.step_x)));
    const __m256 y = _mm256_add_ps(_mm256_set1_ps(ray.y), _mm256_mul_ps(n, _mm256_set1_ps(ray.step_y)));
    const __m256i ix = _mm256_cvttps_epi32(x), iy = _mm256_cvttps_epi32(y);
    const __m256 fx = _mm256_sub_ps(x, _mm256_cvtepi32_ps(ix)), fy = _mm256_sub_ps(y, _mm256_cvtepi32_ps(iy));
    const __m256i at = _mm256_add_epi32(_mm256_mullo_epi32(iy, stride), ix);
    const auto* data = reinterpret_cast<const int*>(picture.data);
    const __m256i top = _mm256_i32gather_epi32(data, at, 1);
    const __m256i low = _mm256_i32gather_epi32(data, _mm256_add_epi32(at, stride), 1);
    const __m256 p0 = _mm256_cvtepi32_ps(_mm256_and_si256(top, byte)),
                 p1 = _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(top, 8), byte));
    const __m256 q0 = _mm256_cvtepi32_ps(_mm256_and_si256(low, byte)),
                 q1 = _mm256_cvtepi32_ps(_mm256_and_si256(_mm256_srli_epi32(low, 8), byte));
    const __m256 upper = _mm256_add_ps(p0, _mm256_mul_ps(fx, _mm256_sub_ps(p1, p0)));
    const __m256 lower = _mm256_add_ps(q0, _mm256_mul_ps(fx, _mm256_sub_ps(q1, q0)));
    _mm256_storeu_ps(out + j, _mm256_sub_ps(_mm256_add_ps(upper, _mm256_mul_ps(fy, _mm256_sub_ps(lower, upper))), less));
  }
  return count;
}

__attribute__((target("avx2"))) void sample_rays_wide(const ImageView& picture, const Ray& first, float next_x, float next_y, int rays,
                                                      int count, float offset, float* out) {
  for (int i = 0; i < rays; ++i, out += count) {
    const auto n = static_cast<float>(i);
    sample_wide(picture, {first.x + n * next_x, first.y + n * next_y, first.step_x, first.step_y}, count, offset, out);
  }
}
#endif

bool well_inside(const ImageView& picture, float x, float y) {
  return x >= 0 && y >= 0 && x < static_cast<float>(picture.width - 4) && y < static_cast<float>(picture.height - 2);
}

}  // namespace

void sample_ray(const ImageView& picture, const Ray& ray, int count, float offset, float* out) {
  int j = 0;
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  const auto n = static_cast<float>(count);
  const bool inside = well_inside(picture, ray.x, ray.y) && well_inside(picture, ray.x + n * ray.step_x, ray.y + n * ray.step_y);
  if (wide && inside) j = sample_wide(picture, ray, count, offset, out);
#endif
  for (; j < count; ++j) {
    const auto at = static_cast<float>(j);
    out[j] = sample_at(picture, ray.x + at * ray.step_x, ray.y + at * ray.step_y) - offset;
  }
}

void sample_rays(const ImageView& picture, Ray ray, float next_x, float next_y, int rays, int count, float offset, float* out) {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2") != 0;
  const auto n = static_cast<float>(rays), m = static_cast<float>(count);
  const float across_x = m * ray.step_x, across_y = m * ray.step_y, end_x = ray.x + n * next_x, end_y = ray.y + n * next_y;
  if (wide && count >= 8 && well_inside(picture, ray.x, ray.y) && well_inside(picture, end_x, end_y) &&
      well_inside(picture, ray.x + across_x, ray.y + across_y) && well_inside(picture, end_x + across_x, end_y + across_y))
    return sample_rays_wide(picture, ray, next_x, next_y, rays, count, offset, out);
#endif
  const Ray first = ray;
  for (int i = 0; i < rays; ++i, out += count) {
    ray.x = first.x + static_cast<float>(i) * next_x;
    ray.y = first.y + static_cast<float>(i) * next_y;
    sample_ray(picture, ray, count, offset, out);
  }
}

}  // namespace polemarch::vision
