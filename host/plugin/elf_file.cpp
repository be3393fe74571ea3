#include "host/plugin/elf_file.hpp"

#include "host/failure.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace host {

namespace fs = std::filesystem;

namespace {

#if defined(__x86_64__)
constexpr GElf_Half this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr GElf_Half this_machine = EM_AARCH64;
#elif defined(__riscv)
constexpr GElf_Half this_machine = EM_RISCV;
#else
constexpr GElf_Half this_machine = EM_NONE;  // not checked here: the loader refuses other machines
#endif

constexpr unsigned char this_class = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char this_order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;

/// Returns a section's content; NULL if it is empty, damaged, or larger than the symbols of any real library.
Elf_Data* content(Elf_Scn* section) {
  constexpr GElf_Xword most = GElf_Xword{64} << 20U;
  GElf_Shdr header{};
  if (section == nullptr || gelf_getshdr(section, &header) == nullptr || header.sh_size > most) return nullptr;
  Elf_Data* const data = elf_getdata(section, nullptr);
  return data == nullptr || data->d_buf == nullptr || data->d_size == 0 ? nullptr : data;
}

/// A section with entries and their names; without entries if the file has none, or a damaged one. A library has one of
/// each kind; reading thousands would block the host.
struct Table {
  Table(Elf* elf, GElf_Word kind, Elf_Type entry) {
    Elf_Scn* section = nullptr;
    GElf_Shdr header{};
    do {
      section = elf_nextscn(elf, section);
      if (section == nullptr) return;
    } while (gelf_getshdr(section, &header) == nullptr || header.sh_type != kind);
    entries = content(section);
    const Elf_Data* const texts = content(elf_getscn(elf, header.sh_link));
    if (entries == nullptr || texts == nullptr) return;
    names = static_cast<const char*>(texts->d_buf);
    names_size = texts->d_size;
    if (names[names_size - 1] == '\0')
      count = static_cast<int>(entries->d_size / gelf_fsize(elf, entry, 1, EV_CURRENT));
  }

  Elf_Data* entries = nullptr;
  int count = 0;
  const char* names = nullptr;
  std::size_t names_size = 0;
};

/// Returns whether the number of sections is stored outside the file's header. Then the file may claim millions, and
/// libelf allocates memory for each.
bool counts_sections_elsewhere(int file) {
  Elf64_Ehdr header{};
  return ::pread(file, &header, sizeof header, 0) == static_cast<ssize_t>(sizeof header) &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_shnum == 0 && header.e_shoff != 0;
}

}  // namespace

void refuse_file(const fs::path& path, const std::string& why) {
  throw Failure(Exit::plugin, path.string() + ": " + why);
}

Descriptor open_library(const fs::path& path) {
  std::error_code fault;
  const fs::file_status status = fs::status(path, fault);
  if (!fs::exists(status)) refuse_file(path, "no such file");
  if (fs::is_directory(status)) refuse_file(path, "is a folder, not a shared library (.so)");
  if (!fs::is_regular_file(status)) refuse_file(path, "is not a regular file, and so no shared library (.so)");
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) refuse_file(path, std::string("can't be read: ") + std::strerror(errno));
  return file;
}

ElfFile::ElfFile(const fs::path& path) : ElfFile(open_library(path), path) {}

ElfFile::ElfFile(Descriptor file, const fs::path& path) : file_(std::move(file)) {
  if (counts_sections_elsewhere(file_.get())) refuse_file(path, "is damaged: it does not say how many sections it has");
  elf_version(EV_CURRENT);
  elf_.reset(elf_begin(file_.get(), ELF_C_READ, nullptr));
  GElf_Ehdr header{};
  if (!elf_ || elf_kind(elf_.get()) != ELF_K_ELF || gelf_getehdr(elf_.get(), &header) == nullptr) {
    refuse_file(path, "is not a shared library; build one with g++ -shared -fPIC");
  }
  // The section table is at the end of the file.
  struct stat status {};
  const bool known = ::fstat(file_.get(), &status) == 0;
  if (known && static_cast<std::uintmax_t>(status.st_size) <
                   header.e_shoff + std::uintmax_t{header.e_shentsize} * header.e_shnum) {
    refuse_file(path, "is damaged: its end is missing; build or copy it again");
  }
  if (header.e_type != ET_DYN) {
    refuse_file(path, "is not a shared library but an object file or a program; build it with g++ -shared -fPIC");
  }
  const bool foreign = header.e_ident[EI_CLASS] != this_class || header.e_ident[EI_DATA] != this_order;
  if (foreign || (this_machine != EM_NONE && header.e_machine != this_machine)) {
    refuse_file(path, "is a shared library for another kind of processor than this machine's");
  }
}

void ElfFile::each_export(const std::function<void(const GElf_Sym& symbol, const char* name)>& visit) const {
  const Table table(elf_.get(), SHT_DYNSYM, ELF_T_SYM);
  for (int index = 0; index < table.count; ++index) {
    GElf_Sym symbol{};
    if (gelf_getsym(table.entries, index, &symbol) == nullptr || symbol.st_shndx == SHN_UNDEF) continue;
    if (symbol.st_name < table.names_size) visit(symbol, table.names + symbol.st_name);
  }
}

std::vector<std::string> ElfFile::dynamic_texts(GElf_Sxword tag) const {
  std::vector<std::string> found;
  const Table table(elf_.get(), SHT_DYNAMIC, ELF_T_DYN);
  for (int index = 0; index < table.count; ++index) {
    GElf_Dyn entry{};
    if (gelf_getdyn(table.entries, index, &entry) == nullptr || entry.d_tag == DT_NULL) break;
    if (entry.d_tag == tag && entry.d_un.d_val < table.names_size) found.emplace_back(table.names + entry.d_un.d_val);
  }
  return found;
}

bool ElfFile::writable(const GElf_Sym& symbol) const {
  GElf_Shdr header{};
  Elf_Scn* const section = elf_getscn(elf_.get(), symbol.st_shndx);
  return section != nullptr && gelf_getshdr(section, &header) != nullptr && (header.sh_flags & SHF_WRITE) != 0;
}

std::vector<GElf_Phdr> ElfFile::segments(GElf_Word type) const {
  std::vector<GElf_Phdr> found;
  std::size_t count = 0;
  if (elf_getphdrnum(elf_.get(), &count) != 0) return found;
  constexpr std::size_t most = PN_XNUM;  // a larger number would be stored elsewhere: no library has so many
  for (std::size_t index = 0; index < count && index < most; ++index) {
    GElf_Phdr segment{};
    if (gelf_getphdr(elf_.get(), static_cast<int>(index), &segment) != nullptr && segment.p_type == type)
      found.push_back(segment);
  }
  return found;
}

bool ElfFile::read(std::uint64_t offset, void* to, std::size_t size) const {
  if (offset > INT64_MAX) return false;
  return ::pread(file_.get(), to, size, static_cast<off_t>(offset)) == static_cast<ssize_t>(size);
}

}  // namespace host
