// agon/topcoder_files.hpp - files that a contest's class writes to, where no file can be opened.
//
// Classes wrote what they found to a file on their author's disk. The sandbox lets no file be opened; and the stream
// that main() opens stays NULL, since nobody calls the main() that an author tried the class with. No class should
// crash for that, as it did not where it was written. So in the plugin, and nowhere else in its process:
//
//     fopen() of a file that can't be opened for writing    gives a stream that forgets what is written
//     freopen() of such a file                              leaves the stream as it is: stdout and stderr are the log
//     writing to or closing a NULL stream                   does nothing; fflush(NULL) is allowed anyway
//
// Reading is as it always was: a file that can't be opened gives NULL.
//
// These functions take the places of the C library's when the plugin is linked. They are hidden, so that nobody else
// gets them, and weak, so that each file of a plugin may bring them. Only the assembler knows them by the library's
// names: its declarations promise the compiler that a stream is never NULL.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstring>

extern "C" void* agon_topcoder_symbol(void* handle, const char* name) __asm__("dlsym");

namespace agon {
namespace topcoder {

/// Finds the C library's function of that name behind the plugin's own.
template <class Function>
Function* c_library(const char* name) {
  void* const next = reinterpret_cast<void*>(-1L);  // RTLD_NEXT
  void* const found = agon_topcoder_symbol(next, name);
  Function* function = 0;
  std::memcpy(&function, &found, sizeof function);
  return function;
}

inline bool for_writing(const char* mode) {
  return std::strpbrk(mode, "wa+") != 0;
}

}  // namespace topcoder
}  // namespace agon

#define AGON_TOPCODER_OWN __attribute__((weak, visibility("hidden")))

extern "C" {

typedef FILE* agon_topcoder_open_function(const char*, const char*);
typedef FILE* agon_topcoder_reopen_function(const char*, const char*, FILE*);
typedef int agon_topcoder_stream_function(FILE*);
typedef int agon_topcoder_character_function(int, FILE*);
typedef int agon_topcoder_text_function(const char*, FILE*);
typedef size_t agon_topcoder_block_function(const void*, size_t, size_t, FILE*);

AGON_TOPCODER_OWN FILE* agon_topcoder_fopen(const char* path, const char* mode) __asm__("fopen");
AGON_TOPCODER_OWN FILE* agon_topcoder_freopen(const char* path, const char* mode, FILE* stream) __asm__("freopen");
AGON_TOPCODER_OWN int agon_topcoder_fclose(FILE* stream) __asm__("fclose");
AGON_TOPCODER_OWN int agon_topcoder_fputc(int character, FILE* stream) __asm__("fputc");
AGON_TOPCODER_OWN int agon_topcoder_putc(int character, FILE* stream) __asm__("putc");
AGON_TOPCODER_OWN int agon_topcoder_fputs(const char* text, FILE* stream) __asm__("fputs");
AGON_TOPCODER_OWN size_t agon_topcoder_fwrite(const void* data, size_t size, size_t count,
                                              FILE* stream) __asm__("fwrite");
AGON_TOPCODER_OWN int agon_topcoder_fprintf(FILE* stream, const char* format, ...) __asm__("fprintf");
// What fprintf() becomes with -D_FORTIFY_SOURCE.
AGON_TOPCODER_OWN int agon_topcoder_fprintf_chk(FILE* stream, int flag, const char* format,
                                                ...) __asm__("__fprintf_chk");

inline ssize_t agon_topcoder_forget(void* /*cookie*/, const char* /*data*/, size_t size) {
  return static_cast<ssize_t>(size);
}

FILE* agon_topcoder_fopen(const char* path, const char* mode) {
  FILE* const stream = agon::topcoder::c_library<agon_topcoder_open_function>("fopen")(path, mode);
  if (stream != 0 || !agon::topcoder::for_writing(mode)) return stream;
  cookie_io_functions_t functions = cookie_io_functions_t();
  functions.write = agon_topcoder_forget;
  return fopencookie(0, "w", functions);
}

FILE* agon_topcoder_freopen(const char* path, const char* mode, FILE* stream) {
  if (path != 0 && agon::topcoder::for_writing(mode)) {
    // The C library closes the stream before it knows whether the file can be opened.
    FILE* const trial = agon::topcoder::c_library<agon_topcoder_open_function>("fopen")(path, mode);
    if (trial == 0) return stream;
    agon_topcoder_fclose(trial);
  }
  return agon::topcoder::c_library<agon_topcoder_reopen_function>("freopen")(path, mode, stream);
}

int agon_topcoder_fclose(FILE* stream) {
  return stream == 0 ? 0 : agon::topcoder::c_library<agon_topcoder_stream_function>("fclose")(stream);
}

int agon_topcoder_fputc(int character, FILE* stream) {
  static agon_topcoder_character_function* const put =
      agon::topcoder::c_library<agon_topcoder_character_function>("fputc");
  return stream == 0 ? character : put(character, stream);
}

int agon_topcoder_putc(int character, FILE* stream) {
  return agon_topcoder_fputc(character, stream);
}

int agon_topcoder_fputs(const char* text, FILE* stream) {
  static agon_topcoder_text_function* const put = agon::topcoder::c_library<agon_topcoder_text_function>("fputs");
  return stream == 0 ? 0 : put(text, stream);
}

size_t agon_topcoder_fwrite(const void* data, size_t size, size_t count, FILE* stream) {
  static agon_topcoder_block_function* const put = agon::topcoder::c_library<agon_topcoder_block_function>("fwrite");
  return stream == 0 ? count : put(data, size, count, stream);
}

int agon_topcoder_fprintf(FILE* stream, const char* format, ...) {
  if (stream == 0) return 0;
  va_list values;
  va_start(values, format);
  const int written = vfprintf(stream, format, values);
  va_end(values);
  return written;
}

int agon_topcoder_fprintf_chk(FILE* stream, int /*flag*/, const char* format, ...) {
  if (stream == 0) return 0;
  va_list values;
  va_start(values, format);
  const int written = vfprintf(stream, format, values);
  va_end(values);
  return written;
}

}  // extern "C"
