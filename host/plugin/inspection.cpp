#include "host/plugin/inspection.hpp"

#include "host/failure.hpp"

#include <agon/plugin.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

namespace host {

namespace {

namespace fs = std::filesystem;

/// The versions that this host can use, both ends included.
using Version = std::pair<std::uint32_t, std::uint32_t>;
constexpr Version oldest_abi{1, 0};
constexpr Version newest_abi{AGON_ABI_MAJOR, AGON_ABI_MINOR};

#if defined(__x86_64__)
constexpr GElf_Half this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr GElf_Half this_machine = EM_AARCH64;
#elif defined(__riscv)
constexpr GElf_Half this_machine = EM_RISCV;
#else
constexpr GElf_Half this_machine = EM_NONE;  // not checked here: the loader will say it
#endif

[[noreturn]] void refuse(const fs::path& path, const std::string& why) {
  throw Failure(Exit::plugin, path.string() + ": " + why);
}

/// An open ELF file.
class ElfFile {
 public:
  explicit ElfFile(const fs::path& path) {
    std::error_code fault;
    const fs::file_status status = fs::status(path, fault);
    if (!fs::exists(status)) refuse(path, "no such file");
    if (fs::is_directory(status)) refuse(path, "is a folder, not a shared library (.so)");
    if (!fs::is_regular_file(status)) refuse(path, "is not a regular file, and so no shared library (.so)");
    file_.number = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_.number < 0) refuse(path, std::string("can't be read: ") + std::strerror(errno));
    elf_version(EV_CURRENT);
    elf_.reset(elf_begin(file_.number, ELF_C_READ, nullptr));
    GElf_Ehdr header{};
    if (!elf_ || elf_kind(elf_.get()) != ELF_K_ELF || gelf_getehdr(elf_.get(), &header) == nullptr) {
      refuse(path, "is not a shared library; build one with g++ -shared -fPIC");
    }
    // The table of sections stands at the end of the file.
    const std::uintmax_t size = fs::file_size(path, fault);
    if (!fault && size < header.e_shoff + std::uintmax_t{header.e_shentsize} * header.e_shnum) {
      refuse(path, "is damaged: its end is missing; build or copy it again");
    }
    if (header.e_type != ET_DYN) {
      refuse(path, "is not a shared library but an object file or a program; build it with g++ -shared -fPIC");
    }
    if (this_machine != EM_NONE && header.e_machine != this_machine) {
      refuse(path, "is a shared library for another kind of processor than this machine's");
    }
  }

  /// Calls `visit(symbol, name)` for each symbol that the library defines and shows to others.
  template <class Visit>
  void each_export(Visit&& visit) const {
    for (Elf_Scn* section = elf_nextscn(elf_.get(), nullptr); section != nullptr;
         section = elf_nextscn(elf_.get(), section)) {
      GElf_Shdr header{};
      if (gelf_getshdr(section, &header) == nullptr || header.sh_type != SHT_DYNSYM || header.sh_entsize == 0) continue;
      Elf_Data* const data = elf_getdata(section, nullptr);
      if (data == nullptr) continue;
      const auto count = static_cast<int>(header.sh_size / header.sh_entsize);
      for (int index = 0; index < count; ++index) {
        GElf_Sym symbol{};
        if (gelf_getsym(data, index, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
        const char* const name = elf_strptr(elf_.get(), header.sh_link, symbol.st_name);
        if (name != nullptr) visit(symbol, name);
      }
    }
  }

  /// Whether the symbol stands for a variable, and not for a constant.
  [[nodiscard]] bool writable(const GElf_Sym& symbol) const {
    GElf_Shdr header{};
    Elf_Scn* const section = elf_getscn(elf_.get(), symbol.st_shndx);
    return section != nullptr && gelf_getshdr(section, &header) != nullptr && (header.sh_flags & SHF_WRITE) != 0;
  }

  /// The two words at a virtual address, as far as the file holds them.
  [[nodiscard]] std::optional<Version> words_at(GElf_Addr address) const {
    std::size_t count = 0;
    if (elf_getphdrnum(elf_.get(), &count) != 0) return std::nullopt;
    for (std::size_t index = 0; index < count; ++index) {
      GElf_Phdr segment{};
      if (gelf_getphdr(elf_.get(), static_cast<int>(index), &segment) == nullptr || segment.p_type != PT_LOAD) continue;
      if (address < segment.p_vaddr || address + 8 > segment.p_vaddr + segment.p_filesz) continue;
      std::uint32_t words[2] = {};
      const auto offset = static_cast<off_t>(address - segment.p_vaddr + segment.p_offset);
      if (::pread(file_.number, words, sizeof words, offset) != static_cast<ssize_t>(sizeof words)) return std::nullopt;
      return Version{words[0], words[1]};
    }
    return std::nullopt;
  }

 private:
  struct Descriptor {
    Descriptor() = default;
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
      if (number >= 0) ::close(number);
    }
    int number = -1;
  };
  struct End {
    void operator()(Elf* elf) const { elf_end(elf); }
  };

  Descriptor file_;  // closed after elf_ has ended
  std::unique_ptr<Elf, End> elf_;
};

std::string spell(Version version) {
  return std::to_string(version.first) + "." + std::to_string(version.second);
}

}  // namespace

Inspection inspect(const fs::path& path) {
  const ElfFile file(path);
  Inspection inspection;
  std::optional<GElf_Addr> object;
  file.each_export([&](const GElf_Sym& symbol, const char* name) {
    if (std::strcmp(name, "agon_plugin") == 0 && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT) {
      object = symbol.st_value;
      inspection.object_size = symbol.st_size;
    }
    if (GELF_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE && file.writable(symbol))
      inspection.unique_symbols.emplace_back(name);
  });
  if (!object) {
    refuse(path,
           "is a shared library but no plugin: it does not export the object agon_plugin (end the source with "
           "AGON_STRATEGY or AGON_GAME)");
  }
  const std::optional<Version> version = file.words_at(*object);
  if (!version) refuse(path, "its agon_plugin is not constant data in the file, so its version can't be read");
  inspection.abi_major = version->first;
  inspection.abi_minor = version->second;
  return inspection;
}

bool is_plugin(const fs::path& path) {
  try {
    static_cast<void>(inspect(path));
    return true;
  } catch (const Failure&) {
    return false;
  }
}

void check_abi(const std::string& path, std::uint32_t major, std::uint32_t minor) {
  const Version version{major, minor};
  const std::string supported =
      oldest_abi == newest_abi ? spell(newest_abi) : spell(oldest_abi) + " to " + spell(newest_abi);
  if (version < oldest_abi) {
    refuse(path, "was built for the plugin ABI " + spell(version) + ", older than what this host supports (" +
                     supported + "): build it again with this host's headers");
  }
  if (newest_abi < version) {
    refuse(path, "was built for the plugin ABI " + spell(version) + ", newer than what this host supports (" +
                     supported + "): use a newer host, or build the plugin with this host's headers");
  }
}

}  // namespace host
