#include "ui/window.hpp"

#include <imgui.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <utility>

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include "ui/beam_corners.hpp"
#include "ui/drawn.hpp"
#include "ui/fills.hpp"
#include "ui/keys.hpp"
#include "ui/mouse_queue.hpp"
#include "ui/page/page.hpp"
#include "ui/page/projector.hpp"
#include "ui/page/scrub.hpp"
#include "ui/page_painter.hpp"
#include "ui/picture_texture.hpp"
#include "ui/table_canvas.hpp"
#include "ui/typed_keys.hpp"

namespace polemarch::ui {

namespace {

/// GLFW is started once and stays; two windows share it.
bool glfw_ready() {
  static const bool ready = glfwInit() == GLFW_TRUE;
  return ready;
}

}  // namespace

struct Window::Inner {
  GLFWwindow* window = nullptr;
  ImGuiContext* context = nullptr;
  PageFonts fonts;
  float font_height = 0;
  Drawn drawn;
  std::int64_t frames = 0;
  bool resting = false;  ///< nothing changed: the next look waits for an event
  Vec2 mouse;            ///< where it is, pixels
  MouseQueue buttons;    ///< what they did since wishes were last taken
  bool touched = true;   ///< a button, the wheel or the window's size since the last picture
  WindowSettings settings;
  KeyQueue pressed;
  TypedKeys keyboard{pressed};
  std::optional<std::string> scrubbed;  ///< the place on a replay's reel that a held button has reached
  bool full_screen = false;
  int windowed[4] = {60, 60, 1600, 900};
  PictureTexture texture;
  std::unique_ptr<FillPrograms> fills;
  CanvasMemory memory;
  int copied = 0;    ///< of what was put on the clipboard
  BeamCorners beam;  ///< of a projector's window

  ~Inner() {
    if (window == nullptr) return;
    glfwMakeContextCurrent(window);
    fills.reset();
    if (context != nullptr) {
      ImGui::SetCurrentContext(context);
      ImGui_ImplOpenGL3_Shutdown();
      ImGui_ImplGlfw_Shutdown();
      ImGui::DestroyContext(context);
    }
    glfwDestroyWindow(window);
  }

  void toggle_full_screen() {
    if (full_screen) {
      glfwSetWindowMonitor(window, nullptr, windowed[0], windowed[1], windowed[2], windowed[3], 0);
    } else {
      glfwGetWindowPos(window, &windowed[0], &windowed[1]);
      glfwGetWindowSize(window, &windowed[2], &windowed[3]);
      GLFWmonitor* monitor = glfwGetPrimaryMonitor();
      int count = 0;
      GLFWmonitor** monitors = glfwGetMonitors(&count);
      if (settings.projector && count > 1) monitor = monitors[1];  // the beamer is the second screen
      if (monitor == nullptr) return;
      const GLFWvidmode* mode = glfwGetVideoMode(monitor);
      glfwSetWindowMonitor(window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    full_screen = !full_screen;
  }

  /// Fonts are baked for the height of the window; a window made much larger or smaller gets its own.
  void load_fonts(float height) {
    ImGui::GetIO().Fonts->Clear();
    font_height = height;
    fonts.load(settings.font, settings.bold_font, static_cast<double>(height));
  }

  page::Page lay_out(const ViewState& view, double width, double height) const {
    return page::page_of(
        view, width, height, [&](std::string_view text, double size, page::Face face) { return fonts.width_of(text, size, face); },
        page::Px{mouse.x, mouse.y});
  }

  /// Nothing to draw: the window shows just this already and nobody holds a button on it.
  bool rests(const ViewState& view, const page::Page& next) {
    if (settings.projector || frames == 0) return false;
    const bool same = drawn.shows(next, view.scene, view.picture.image.get(), view.picture.version);
    const bool held = glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS ||
                      glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS ||
                      glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_MIDDLE) == GLFW_PRESS;
    const bool held_last = ImGui::IsAnyMouseDown();  // a click faster than a picture: its end is still to be seen
    const page::TableFit fit = page::fit_of(view, next);
    const bool elsewhere = unit_under(view, fit.to_table({mouse.x, mouse.y})) != memory.pointed;
    return !std::exchange(touched, false) && same && !held && !buttons.waiting() && !held_last && !memory.drag && !memory.ruler_from &&
           !elsewhere;
  }

  std::vector<Intent> typed(const ViewState& view) {
    std::vector<Intent> wishes;
    if (auto wish = pressed.next(view, glfwGetTime())) wishes.push_back(std::move(*wish));
    return wishes;
  }

  std::vector<Intent> draw_desk(const ViewState& view, const page::Page& shown, float width, float height, Takes takes) {
    constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBringToFrontOnFocus;
    std::vector<Intent> wishes;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::Begin("screen", nullptr, kFixed | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse);
    const page::Box& table = shown.table;
    ImGui::SetCursorScreenPos({static_cast<float>(table.x), static_cast<float>(table.y)});
    ImGui::BeginChild("table", {static_cast<float>(table.w), static_cast<float>(table.h)}, false,
                      kFixed | ImGuiWindowFlags_NoScrollWithMouse);
    const page::TableFit fit = page::fit_of(view, shown);
    if (takes == Takes::Wishes) wishes = use_mouse(view, fit, memory);
    draw_table_canvas(view, fonts, view.picture.image ? texture.id() : 0, fit, memory);
    ImGui::EndChild();
    draw_page(*ImGui::GetForegroundDrawList(), shown, fonts);
    if (takes == Takes::Wishes) use_page(view, shown, wishes);
    ImGui::End();
    ImGui::PopStyleVar();
    return wishes;
  }

  /// What the mouse did on the panels, and what is to lie on the clipboard.
  void use_page(const ViewState& view, const page::Page& shown, std::vector<Intent>& wishes) {
    const ImGuiIO& io = ImGui::GetIO();
    const page::Px pointer{static_cast<double>(io.MousePos.x), static_cast<double>(io.MousePos.y)};
    if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) scrubbed.reset();
    if (scrubbed)  // the reel goes with the mouse
      if (const auto place = page::reel_place(shown, pointer, page::Grip::Held); place && place != scrubbed) {
        scrubbed = place;
        wishes.push_back(TypeKey{*place});
      }
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
      scrubbed = page::reel_place(shown, pointer, page::Grip::Touched);
      if (page::take_hit(shown, pointer, wishes)) memory.drag.reset();
    }
    if (view.clipboard_at != copied) {
      copied = view.clipboard_at;
      ImGui::SetClipboardText(view.clipboard.c_str());
    }
  }

  void draw_projector(const ViewState& view, float width, float height) {
    const ImGuiIO& io = ImGui::GetIO();
    const double wide = view.scene.width_mm, deep = view.scene.depth_mm;
    const auto shown_corners = [&] { return beam.in(static_cast<double>(width), static_cast<double>(height), wide, deep); };
    beam.mouse({static_cast<double>(io.MousePos.x), static_cast<double>(io.MousePos.y)}, ImGui::IsMouseDown(0), shown_corners(), wide,
               deep);
    const Corners corners = shown_corners();
    const auto map = Homography::from_corners(wide, deep, corners);
    if (!map) return;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const page::Page shown = page::projector_page(
        view, static_cast<double>(width), static_cast<double>(height),
        [&](Vec2 p) {
          const Vec2 at = (*map)(p);
          return page::Px{at.x, at.y};
        },
        [&](std::string_view text, double size, page::Face face) { return fonts.width_of(text, size, face); });
    draw_page(list, shown, fonts);
    for (const Vec2 c : corners)
      if (beam.held()) list.AddCircle({static_cast<float>(c.x), static_cast<float>(c.y)}, 20, IM_COL32(255, 255, 255, 255), 32, 3);
  }
};

/// Whichever window looks for events gets those of the other one, too (the projector's): each goes to the window it is meant for, with
/// that window's context.
class Window::Event {
 public:
  explicit Event(GLFWwindow* window) : inner_(static_cast<Inner*>(glfwGetWindowUserPointer(window))), before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(inner_->context);
  }
  ~Event() { ImGui::SetCurrentContext(before_); }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  Inner* operator->() const { return inner_; }

  static void take(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int scancode, int action, int mods) {
      const Event event(w);
      if (event->keyboard.key(key, scancode, action, mods)) event->toggle_full_screen();
      ImGui_ImplGlfw_KeyCallback(w, key, scancode, action, mods);
    });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned code) {
      const Event event(w);
      event->keyboard.character(code);
      ImGui_ImplGlfw_CharCallback(w, code);
    });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int button, int action, int mods) {
      const Event event(w);
      event->touched = true;
      event->buttons.went(button, action == GLFW_PRESS, event->mouse);
      ImGui_ImplGlfw_MouseButtonCallback(w, button, action, mods);
    });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double x, double y) { Event(w)->mouse = {x, y}; });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double x, double y) {
      const Event event(w);
      event->touched = true;
      ImGui_ImplGlfw_ScrollCallback(w, x, y);
    });
    glfwSetWindowFocusCallback(window, [](GLFWwindow* w, int focused) {
      const Event event(w);
      ImGui_ImplGlfw_WindowFocusCallback(w, focused);
    });
    glfwSetCursorEnterCallback(window, [](GLFWwindow* w, int entered) {
      const Event event(w);
      ImGui_ImplGlfw_CursorEnterCallback(w, entered);
    });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { Event(w)->touched = true; });
  }

 private:
  Inner* inner_;
  ImGuiContext* before_;
};

Window::Window(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Window::~Window() = default;

namespace {
/// A window in sight is no larger than its screen: a small laptop's cuts the panels off.
std::pair<int, int> size_on_screen(const WindowSettings& settings) {
  int x = 0, y = 0, width = 0, height = 0;
  if (GLFWmonitor* monitor = glfwGetPrimaryMonitor(); settings.visible && monitor != nullptr)
    glfwGetMonitorWorkarea(monitor, &x, &y, &width, &height);
  if (width <= 0 || height <= 0) return {settings.width, settings.height};
  return {std::min(settings.width, width), std::min(settings.height, height)};
}
}  // namespace

Result<std::unique_ptr<Window>> Window::make(const WindowSettings& settings) {
  if (!glfw_ready()) return InputError{"no display to open a window on (run with --headless DIR, or under xvfb-run)"};
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 0);
  glfwWindowHint(GLFW_VISIBLE, settings.visible ? GLFW_TRUE : GLFW_FALSE);
  for (const int unused : {GLFW_DEPTH_BITS, GLFW_STENCIL_BITS, GLFW_ALPHA_BITS})
    glfwWindowHint(unused, 0);  // a software renderer has less to do
  auto inner = std::make_unique<Inner>();
  inner->settings = settings;
  const auto [width, height] = size_on_screen(settings);
  inner->window = glfwCreateWindow(width, height, settings.title.c_str(), nullptr, nullptr);
  if (inner->window == nullptr) return InputError{"the display has no OpenGL 3 (install libgl1-mesa-dri, or run with --headless DIR)"};
  glfwMakeContextCurrent(inner->window);
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(inner->window, inner.get());
  inner->context = ImGui::CreateContext();
  ImGui::SetCurrentContext(inner->context);
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::StyleColorsDark();
  ImGui::GetStyle().WindowRounding = 0;
  ImGui::GetStyle().WindowBorderSize = 0;
  ImGui::GetStyle().Colors[ImGuiCol_WindowBg] = {0.118F, 0.133F, 0.149F, 1.0F};
  ImGui::GetStyle().Colors[ImGuiCol_ChildBg] = {0, 0, 0, 0};
  inner->load_fonts(static_cast<float>(height));
  ImGui_ImplGlfw_InitForOpenGL(inner->window, false);
  Event::take(inner->window);
  ImGui_ImplOpenGL3_Init("#version 130");
  ImGui_ImplOpenGL3_CreateDeviceObjects();
  inner->fills = std::make_unique<FillPrograms>();
  return std::unique_ptr<Window>(new Window(std::move(inner)));
}

bool Window::open() const { return glfwWindowShouldClose(inner_->window) == GLFW_FALSE; }

std::vector<Intent> Window::show(const ViewState& view) { return draw(view, Takes::Wishes); }
void Window::show_meanwhile(const ViewState& view) { draw(view, Takes::Nothing); }

std::vector<Intent> Window::draw(const ViewState& view, Takes takes) {
  Inner& inner = *inner_;
  const bool taking = takes == Takes::Wishes;
  glfwMakeContextCurrent(inner.window);
  ImGui::SetCurrentContext(inner.context);
  // An idle window waits for events instead of drawing the same again; a live picture is never kept waiting.
  if (taking && inner.resting && inner.pressed.waiting() == 0 && !inner.settings.projector) {
    glfwWaitEventsTimeout(view.picture.image ? 0.004 : 0.08);
  } else {
    glfwPollEvents();
  }
  // Keys typed faster than pictures are drawn are all taken first.
  if (taking && inner.pressed.waiting() > 1) return inner.typed(view);
  int wide = 0, tall = 0;
  glfwGetWindowSize(inner.window, &wide, &tall);
  if (tall > 0 && std::abs(static_cast<float>(tall) - inner.font_height) > 0.12F * inner.font_height) {
    inner.load_fonts(static_cast<float>(tall));
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    inner.touched = true;
  }
  const page::Page next = inner.settings.projector ? page::Page{} : inner.lay_out(view, wide, tall);
  const bool touched = inner.touched;
  inner.resting = inner.rests(view, next);
  if (!taking) inner.touched = touched;  // for the picture that takes it
  if (inner.resting) return taking ? inner.typed(view) : std::vector<Intent>{};
  ++inner.frames;
  inner.texture.show(view.picture);
  ImGui_ImplOpenGL3_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  const float wheel = io.MouseWheel;
  if (taking) {
    ImGui_ImplGlfw_NewFrame();
    const bool outside = io.MousePos.x < -1e6F && !inner.buttons.waiting();  // over no window
    const MouseQueue::Moment now = inner.buttons.next(inner.mouse);
    std::copy(now.down.begin(), now.down.end(), io.MouseDown);
    if (!outside) io.MousePos = {static_cast<float>(now.at.x), static_cast<float>(now.at.y)};
  } else {
    io.MouseWheel = 0;  // buttons and wheel wait as keys do
  }
  ImGui::NewFrame();
  const ImVec2 size = io.DisplaySize;
  std::vector<Intent> wishes;
  if (inner.settings.projector) {
    inner.draw_projector(view, size.x, size.y);
  } else {
    wishes = inner.draw_desk(view, next, size.x, size.y, takes);
  }
  ImGui::Render();
  if (!taking) io.MouseWheel = wheel;
  inner.fills->split(*ImGui::GetDrawData());
  int width = 0, height = 0;
  glfwGetFramebufferSize(inner.window, &width, &height);
  glViewport(0, 0, width, height);
  glClearColor(static_cast<float>(next.ground.r) / 255.0F, static_cast<float>(next.ground.g) / 255.0F,
               static_cast<float>(next.ground.b) / 255.0F, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(inner.window);
  if (!taking) return {};
  for (Intent& wish : inner.typed(view)) wishes.push_back(std::move(wish));
  return wishes;
}

Image Window::screenshot() {
  Inner& inner = *inner_;
  glfwMakeContextCurrent(inner.window);
  int width = 0, height = 0;
  glfwGetFramebufferSize(inner.window, &width, &height);
  Image flipped(width, height, 3), upright(width, height, 3);
  // Drawn once more into the back buffer, which is ours even when another window lies over this one.
  ImGui::SetCurrentContext(inner.context);
  glClear(GL_COLOR_BUFFER_BIT);
  if (ImGui::GetDrawData() != nullptr) ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadBuffer(GL_BACK);
  glReadPixels(0, 0, width, height, GL_BGR, GL_UNSIGNED_BYTE, flipped.bytes.data());
  for (int y = 0; y < height; ++y) std::copy_n(flipped.row(height - 1 - y), flipped.stride(), upright.row(y));
  return upright;
}

std::optional<Corners> Window::projector_corners() const { return inner_->beam.dragged(); }
void Window::set_projector_corners(const Corners& corners) { inner_->beam = BeamCorners(corners); }

}  // namespace polemarch::ui
