#include "ui/fills.hpp"

#include <array>
#include <cmath>

#define GLFW_INCLUDE_GLEXT
#include <GLFW/glfw3.h>

namespace polemarch::ui {

namespace {

struct Run {
  Stretch stretch;
  double area = 0;  ///< pixels
};

/// Neighbours of one kind become one.
void join(std::vector<Run>& runs) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (kept > 0 && runs[kept - 1].stretch.fill == runs[i].stretch.fill) {
      runs[kept - 1].stretch.count += runs[i].stretch.count;
      runs[kept - 1].area += runs[i].area;
    } else {
      runs[kept++] = runs[i];
    }
  }
  runs.resize(kept);
}

/// What fills less than `worth` pixels is drawn as `otherwise`, which draws it as well.
void give_up_small(std::vector<Run>& runs, Fill fill, double worth, Fill otherwise) {
  for (Run& run : runs)
    if (run.stretch.fill == fill && run.area < worth) run.stretch.fill = otherwise;
  join(runs);
}

}  // namespace

std::vector<Stretch> stretches_of(const ImDrawList& list, const ImDrawCmd& command, ImVec2 white) {
  // Measured on llvmpipe: a change of program takes about 10 us, a pixel looked up and blended 7 ns, blended 1 to 3 ns, filled 0.2 to 1 ns.
  constexpr double kWorthFlat = 3000, kWorthOpaque = 8000;
  std::vector<Run> runs;
  const auto vertex = [&](unsigned i) -> const ImDrawVert& {
    return list.VtxBuffer[static_cast<int>(command.VtxOffset + list.IdxBuffer[static_cast<int>(command.IdxOffset + i)])];
  };
  const auto plain = [&](const ImDrawVert& v) { return v.uv.x == white.x && v.uv.y == white.y; };
  for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
    const ImDrawVert &a = vertex(i), &b = vertex(i + 1), &c = vertex(i + 2);
    const bool flat = plain(a) && plain(b) && plain(c), opaque = (a.col & b.col & c.col & IM_COL32_A_MASK) == IM_COL32_A_MASK;
    const Fill fill = !flat ? Fill::Textured : opaque ? Fill::Opaque : Fill::Flat;
    const float twice = (b.pos.x - a.pos.x) * (c.pos.y - a.pos.y) - (c.pos.x - a.pos.x) * (b.pos.y - a.pos.y);
    if (runs.empty() || runs.back().stretch.fill != fill) runs.push_back({{command.IdxOffset + i, 0, fill}, 0});
    runs.back().stretch.count += 3;
    runs.back().area += 0.5 * std::abs(static_cast<double>(twice));
  }
  give_up_small(runs, Fill::Opaque, kWorthOpaque, Fill::Flat);
  give_up_small(runs, Fill::Flat, kWorthFlat, Fill::Textured);
  std::vector<Stretch> found;
  found.reserve(runs.size());
  for (const Run& run : runs) found.push_back(run.stretch);
  return found;
}

/// What OpenGL 3 adds to what the headers declare, and the program without a texture.
struct FillPrograms::Inner {
  template <class Function>
  static Function named(const char* name) {
    return reinterpret_cast<Function>(glfwGetProcAddress(name));
  }
  PFNGLCREATESHADERPROC create_shader = named<PFNGLCREATESHADERPROC>("glCreateShader");
  PFNGLSHADERSOURCEPROC shader_source = named<PFNGLSHADERSOURCEPROC>("glShaderSource");
  PFNGLCOMPILESHADERPROC compile_shader = named<PFNGLCOMPILESHADERPROC>("glCompileShader");
  PFNGLDELETESHADERPROC delete_shader = named<PFNGLDELETESHADERPROC>("glDeleteShader");
  PFNGLCREATEPROGRAMPROC create_program = named<PFNGLCREATEPROGRAMPROC>("glCreateProgram");
  PFNGLATTACHSHADERPROC attach_shader = named<PFNGLATTACHSHADERPROC>("glAttachShader");
  PFNGLBINDATTRIBLOCATIONPROC bind_attribute = named<PFNGLBINDATTRIBLOCATIONPROC>("glBindAttribLocation");
  PFNGLGETATTRIBLOCATIONPROC attribute = named<PFNGLGETATTRIBLOCATIONPROC>("glGetAttribLocation");
  PFNGLLINKPROGRAMPROC link_program = named<PFNGLLINKPROGRAMPROC>("glLinkProgram");
  PFNGLGETPROGRAMIVPROC program_value = named<PFNGLGETPROGRAMIVPROC>("glGetProgramiv");
  PFNGLDELETEPROGRAMPROC delete_program = named<PFNGLDELETEPROGRAMPROC>("glDeleteProgram");
  PFNGLUSEPROGRAMPROC use_program = named<PFNGLUSEPROGRAMPROC>("glUseProgram");
  PFNGLGETUNIFORMLOCATIONPROC uniform = named<PFNGLGETUNIFORMLOCATIONPROC>("glGetUniformLocation");
  PFNGLGETUNIFORMFVPROC uniform_value = named<PFNGLGETUNIFORMFVPROC>("glGetUniformfv");
  PFNGLUNIFORMMATRIX4FVPROC set_matrix = named<PFNGLUNIFORMMATRIX4FVPROC>("glUniformMatrix4fv");

  GLuint textured = 0, flat = 0;  ///< ImGui's own, ours
  bool failed = false;
  Fill now = Fill::Textured;
  ImVector<ImDrawCmd> commands;  ///< kept for its room

  GLuint shader(GLenum kind, const char* source) const {
    const GLuint made = create_shader(kind);
    shader_source(made, 1, &source, nullptr);
    compile_shader(made);
    return made;
  }

  /// Ours reads the vertices as ImGui's does, whose program is in use when the first stretch is drawn.
  void make(GLuint like) {
    textured = like;
    const GLuint vertex = shader(GL_VERTEX_SHADER,
                                 "#version 130\nuniform mat4 ProjMtx;\nin vec2 Position;\nin vec4 Color;\nout vec4 Frag_Color;\n"
                                 "void main() {\n  Frag_Color = Color;\n  gl_Position = ProjMtx * vec4(Position.xy, 0, 1);\n}\n");
    const GLuint fragment =
        shader(GL_FRAGMENT_SHADER, "#version 130\nin vec4 Frag_Color;\nout vec4 Out_Color;\nvoid main() { Out_Color = Frag_Color; }\n");
    flat = create_program();
    attach_shader(flat, vertex);
    attach_shader(flat, fragment);
    for (const char* name : {"Position", "Color"}) bind_attribute(flat, static_cast<GLuint>(attribute(textured, name)), name);
    link_program(flat);
    delete_shader(vertex);
    delete_shader(fragment);
    GLint linked = GL_FALSE;
    program_value(flat, GL_LINK_STATUS, &linked);
    failed = linked != GL_TRUE;
  }

  void use(Fill fill) {
    if (flat == 0) {
      GLint current = 0;
      glGetIntegerv(GL_CURRENT_PROGRAM, &current);
      make(static_cast<GLuint>(current));
    }
    if (failed) return;  // ImGui's program draws everything
    if (fill == Fill::Textured) {
      use_program(textured);
    } else {
      std::array<GLfloat, 16> matrix{};
      uniform_value(textured, uniform(textured, "ProjMtx"), matrix.data());
      use_program(flat);
      set_matrix(uniform(flat, "ProjMtx"), 1, GL_FALSE, matrix.data());
    }
    fill == Fill::Opaque ? glDisable(GL_BLEND) : glEnable(GL_BLEND);
  }

  template <Fill fill>
  static void callback(const ImDrawList*, const ImDrawCmd* command) {
    static_cast<Inner*>(command->UserCallbackData)->use(fill);
  }
  ImDrawCmd change_to(const ImDrawCmd& before, Fill fill) {
    ImDrawCmd change = before;
    change.ElemCount = 0;
    change.UserCallback = fill == Fill::Opaque ? callback<Fill::Opaque>
                          : fill == Fill::Flat ? callback<Fill::Flat>
                                               : callback<Fill::Textured>;
    change.UserCallbackData = this;
    return change;
  }

  void split(ImDrawList& list, ImVec2 white) {
    commands.resize(0);
    Fill drawing = Fill::Textured;
    for (const ImDrawCmd& command : list.CmdBuffer) {
      if (command.UserCallback != nullptr) {
        commands.push_back(command);
        continue;
      }
      for (const Stretch& stretch : stretches_of(list, command, white)) {
        if (stretch.fill != drawing) commands.push_back(change_to(command, drawing = stretch.fill));
        ImDrawCmd part = command;
        part.IdxOffset = stretch.first;
        part.ElemCount = stretch.count;
        commands.push_back(part);
      }
    }
    if (drawing != Fill::Textured && !commands.empty()) commands.push_back(change_to(commands.back(), Fill::Textured));
    list.CmdBuffer.swap(commands);
  }
};

FillPrograms::FillPrograms() : inner_(std::make_unique<Inner>()) {}
FillPrograms::~FillPrograms() {
  if (inner_->flat != 0) inner_->delete_program(inner_->flat);
}

void FillPrograms::split(ImDrawData& data) {
  const ImVec2 white = ImGui::GetFontTexUvWhitePixel();
  for (int i = 0; i < data.CmdListsCount; ++i) inner_->split(*data.CmdLists[i], white);
}

}  // namespace polemarch::ui
