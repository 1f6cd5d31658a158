#pragma once
/// Long work done a slice at a time on the caller's thread: a coroutine that says what it has spent and rests when the slice is through.
/// The same calls give the same result, however they are sliced. Internal to calibration. Pure.

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace polemarch::calibration {

/// What all coroutines of one piece of work share.
struct Slice {
  std::coroutine_handle<> resting;  ///< where the work goes on
  int left = 0;                     ///< of this slice; negative: without end
};

/// `co_await Spent{n}` in a Sliced: so many units of the slice are through.
struct Spent {
  int units = 1;
};

template <class T>
class [[nodiscard]] Sliced {
 public:
  struct promise_type;
  using Handle = std::coroutine_handle<promise_type>;

  struct promise_type {
    std::optional<T> value;
    Slice* slice = nullptr;
    std::coroutine_handle<> caller;

    Sliced get_return_object() { return Sliced(Handle::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Back {
        bool await_ready() const noexcept { return false; }
        std::coroutine_handle<> await_suspend(Handle done) const noexcept {
          const auto caller = done.promise().caller;
          return caller ? caller : std::noop_coroutine();
        }
        void await_resume() const noexcept {}
      };
      return Back{};
    }
    void return_value(T result) { value.emplace(std::move(result)); }
    void unhandled_exception() { std::terminate(); }

    auto await_transform(Spent spent) noexcept {
      struct Rest {
        Slice& slice;
        int units;
        bool await_ready() const noexcept { return slice.left < 0 || (slice.left -= units) > 0; }
        void await_suspend(std::coroutine_handle<> here) const noexcept {
          slice.resting = here;
          slice.left = 0;
        }
        void await_resume() const noexcept {}
      };
      return Rest{*slice, spent.units};
    }
    template <class U>
    auto await_transform(Sliced<U>&& part) noexcept {
      struct Run {
        Sliced<U> part;
        Slice* slice;
        bool await_ready() const noexcept { return false; }
        std::coroutine_handle<> await_suspend(Handle caller) noexcept {
          part.handle_.promise().slice = slice;
          part.handle_.promise().caller = caller;
          return part.handle_;
        }
        U await_resume() { return std::move(*part.handle_.promise().value); }
      };
      return Run{std::move(part), slice};
    }
  };

  Sliced(Sliced&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Sliced& operator=(Sliced&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  Sliced(const Sliced&) = delete;
  Sliced& operator=(const Sliced&) = delete;
  ~Sliced() {
    if (handle_) handle_.destroy();
  }

  /// Goes on for `units`, or to the end (negative). True once the result is there. `slice` stays the same for all of the work.
  bool advance(Slice& slice, int units) {
    if (handle_.done()) return true;
    slice.left = units;
    if (handle_.promise().slice == nullptr) {
      handle_.promise().slice = &slice;
      slice.resting = handle_;
    }
    slice.resting.resume();
    return handle_.done();
  }
  T take() { return std::move(*handle_.promise().value); }

 private:
  template <class>
  friend class Sliced;
  explicit Sliced(Handle handle) : handle_(handle) {}
  Handle handle_;
};

/// The whole work at once.
template <class T>
T all_of(Sliced<T> work) {
  Slice slice;
  work.advance(slice, -1);
  return work.take();
}

}  // namespace polemarch::calibration
