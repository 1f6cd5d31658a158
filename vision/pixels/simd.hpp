#pragma once
/// One body, compiled for the plainest processor and again for AVX2 where the compiler can; chosen at run time. No build flag needed.
///
///   POLEMARCH_INLINE void work_body(...) { ... }         // written with V8 or plain loops
///   POLEMARCH_DISPATCH(void, work, (const float* a, int n), (a, n))   // defines work(): calls work_body() as AVX2 or plain

namespace polemarch::vision {

/// Eight floats. GCC and Clang lower it to whatever the processor has.
typedef float V8 __attribute__((vector_size(32)));
typedef int I8 __attribute__((vector_size(32)));

#define POLEMARCH_INLINE static inline __attribute__((always_inline))

#if defined(__x86_64__) || defined(__i386__)
inline bool has_avx2() {
  static const bool yes = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0;
  return yes;
}
inline bool has_avx512() {
  static const bool yes = has_avx2() && __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0;
  return yes;
}
#define POLEMARCH_DISPATCH(result, name, parameters, arguments)                                                   \
  __attribute__((target("avx2,bmi,bmi2"))) static result name##_avx2 parameters { return name##_body arguments; } \
  static result name##_plain parameters { return name##_body arguments; }                                         \
  static result name parameters { return has_avx2() ? name##_avx2 arguments : name##_plain arguments; }
/// The same a third time, for registers of 64 bytes: for whole rows of pixels or bits.
#define POLEMARCH_DISPATCH_WIDEST(result, name, parameters, arguments)                                                                    \
  __attribute__((target("avx512bw,avx512vl,avx512dq,bmi,bmi2"))) static result name##_avx512 parameters { return name##_body arguments; } \
  __attribute__((target("avx2,bmi,bmi2"))) static result name##_avx2 parameters { return name##_body arguments; }                         \
  static result name##_plain parameters { return name##_body arguments; }                                                                 \
  static result name parameters {                                                                                                         \
    return has_avx512() ? name##_avx512 arguments : has_avx2() ? name##_avx2 arguments : name##_plain arguments;                          \
  }
#else
#define POLEMARCH_DISPATCH_WIDEST(result, name, parameters, arguments) POLEMARCH_DISPATCH(result, name, parameters, arguments)
#define POLEMARCH_DISPATCH(result, name, parameters, arguments) \
  static result name parameters { return name##_body arguments; }
#endif

}  // namespace polemarch::vision
