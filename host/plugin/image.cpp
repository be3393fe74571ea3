#include "host/plugin/image.hpp"

#include "host/plugin/build.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace host {

namespace {

[[noreturn]] void refuse_long_text(std::size_t most, const std::string& what) {
  throw Failure(Exit::plugin, what + " is longer than " + std::to_string(most) + " bytes");
}

}  // namespace

void OwnMemory::copy(Address from, void* to, std::size_t size, const std::string& /*what*/) const {
  std::memcpy(to, reinterpret_cast<const void*>(from), size);
}

std::string OwnMemory::copied_text(Address from, std::size_t most, const std::string& what) const {
  const char* const begin = reinterpret_cast<const char*>(from);
  const std::size_t size = ::strnlen(begin, most + 1);
  if (size > most) refuse_long_text(most, what);
  return {begin, size};
}

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
  Descriptor file = open_regular(path);
  if (file.is_open()) return file;
  if (errno == ENOENT) refuse_file(path, "no such file");
  if (errno == EISDIR)
    refuse_file(path, "is a folder, and neither a shared library (.so) nor the folder of a game.toml");
  refuse_file(path, why_unread() + (errno == ENODEV ? ", and so no shared library (.so)" : ""));
}

ElfFile::ElfFile(const fs::path& path) : ElfFile(open_library(path), path) {}

ElfFile::ElfFile(const Build& build) : ElfFile(build.memory().duplicate(), build.path()) {}

ElfFile::ElfFile(Descriptor file, fs::path path) : path_(std::move(path)), file_(std::move(file)) {
  if (counts_sections_elsewhere(file_.get()))
    refuse_file(path_, "is damaged: it does not say how many sections it has");
  elf_version(EV_CURRENT);
  elf_.reset(elf_begin(file_.get(), ELF_C_READ, nullptr));
  GElf_Ehdr header{};
  if (!elf_ || elf_kind(elf_.get()) != ELF_K_ELF || gelf_getehdr(elf_.get(), &header) == nullptr) {
    refuse_file(path_, "is not a shared library; build one with g++ -shared -fPIC");
  }
  // The section table is at the end of the file.
  struct stat status {};
  const bool known = ::fstat(file_.get(), &status) == 0;
  if (known && static_cast<std::uintmax_t>(status.st_size) <
                   header.e_shoff + std::uintmax_t{header.e_shentsize} * header.e_shnum) {
    refuse_file(path_, "is damaged: its end is missing; build or copy it again");
  }
  if (header.e_type != ET_DYN) {
    refuse_file(path_, "is not a shared library but an object file or a program; build it with g++ -shared -fPIC");
  }
  const bool foreign = header.e_ident[EI_CLASS] != this_class || header.e_ident[EI_DATA] != this_order;
  if (foreign || (this_machine != EM_NONE && header.e_machine != this_machine)) {
    refuse_file(path_, "is a shared library for another kind of processor than this machine's");
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

namespace {

#if defined(__aarch64__)
constexpr std::uint32_t relative = R_AARCH64_RELATIVE;
constexpr std::uint32_t absolute_relocation = R_AARCH64_ABS64;
constexpr std::uint32_t computed = R_AARCH64_IRELATIVE;
#elif defined(__riscv)
constexpr std::uint32_t relative = R_RISCV_RELATIVE;
constexpr std::uint32_t absolute_relocation = R_RISCV_64;
constexpr std::uint32_t computed = R_RISCV_IRELATIVE;
#else
constexpr std::uint32_t relative = R_X86_64_RELATIVE;
constexpr std::uint32_t absolute_relocation = R_X86_64_64;
constexpr std::uint32_t computed = R_X86_64_IRELATIVE;
#endif
/// Marks a packed relocation: it is relative, and the relocated word contains the addend.
constexpr std::uint32_t packed = UINT32_MAX;

static_assert(sizeof(Address) == 8, "relocations are read as those of 64-bit libraries");

// Some systems' C library headers lack it.
constexpr GElf_Sxword packed_table = 36;
constexpr GElf_Sxword packed_size = 35;

// The address of the library. No valid pointer has such a value by chance: neither NULL nor a small number that was not
// relocated.
constexpr std::uint64_t base = std::uint64_t{1} << 56U;
constexpr std::uint64_t highest = std::uint64_t{1} << 47U;  // no library is that large
/// The value of a pointer out of the library: not NULL, and not readable.
constexpr Address elsewhere = 1;

constexpr std::size_t most_relocations = std::size_t{1} << 21U;
constexpr std::size_t most_read = std::size_t{4} << 20U;  // bytes; a description takes a thousandth of this

[[noreturn]] void damaged(const std::string& what) {
  throw Failure(Exit::plugin, "is damaged: " + what + "; build or copy it again");
}

[[noreturn]] void not_constant(const std::string& what) {
  throw Failure(Exit::plugin, what +
                                  " is not constant data in the file: declare it const (in C++ constinit), with all "
                                  "that it points to");
}

}  // namespace

Image::Image(const ElfFile& file) : file_(file), segments_(file.segments(PT_LOAD)) {
  std::uint64_t end = 0;
  for (const GElf_Phdr& segment : segments_) {
    const bool sound = segment.p_filesz <= segment.p_memsz && segment.p_vaddr < highest && segment.p_memsz < highest &&
                       segment.p_offset < highest;
    if (!sound || segment.p_vaddr < end) damaged("its segments overlap or are out of range");
    end = segment.p_vaddr + segment.p_memsz;
  }
  read_relocations();
}

Address Image::address(std::uint64_t offset) {
  return base + offset;
}

void Image::copy(Address from, void* to, std::size_t size, const std::string& what) const {
  spend(size, what);
  const std::uint64_t begin = from - base;
  if (!read(begin, to, size)) not_constant(what);
  relocate(begin, static_cast<unsigned char*>(to), size, what);
}

std::string Image::copied_text(Address from, std::size_t most, const std::string& what) const {
  std::string text;
  std::array<char, 128> buffer{};
  for (std::uint64_t begin = from - base; text.size() <= most; begin += buffer.size()) {
    const GElf_Phdr* const segment = segment_of(begin);
    if (segment == nullptr) not_constant(what);
    const std::uint64_t left = segment->p_vaddr + segment->p_filesz - begin;
    const std::size_t size = std::min<std::uint64_t>(buffer.size(), left);
    spend(size, what);
    if (!read(begin, buffer.data(), size)) not_constant(what);
    const std::size_t length = ::strnlen(buffer.data(), size);
    text.append(buffer.data(), length);
    if (length < size) break;
    if (size < buffer.size()) throw Failure(Exit::plugin, what + " has no end: a NUL is missing");
  }
  if (text.size() > most) refuse_long_text(most, what);
  return text;
}

/// Returns the segment whose part in the file contains this offset.
const GElf_Phdr* Image::segment_of(std::uint64_t offset) const {
  auto next = std::upper_bound(segments_.begin(), segments_.end(), offset,
                               [](std::uint64_t place, const GElf_Phdr& segment) { return place < segment.p_vaddr; });
  if (next == segments_.begin()) return nullptr;
  --next;
  return offset - next->p_vaddr < next->p_filesz ? &*next : nullptr;
}

bool Image::read(std::uint64_t offset, void* to, std::size_t size) const {
  const GElf_Phdr* const segment = segment_of(offset);
  if (segment == nullptr) return false;
  const std::uint64_t begin = offset - segment->p_vaddr;
  return size <= segment->p_filesz - begin && file_.read(segment->p_offset + begin, to, size);
}

/// Reads the tables that the loader uses, as listed in the dynamic segment.
void Image::read_relocations() {
  std::uint64_t table = 0, table_size = 0, packs = 0, packs_size = 0;
  for (const GElf_Phdr& segment : file_.segments(PT_DYNAMIC)) {
    constexpr std::uint64_t most = 1000;  // entries; a linker writes about 30
    for (std::uint64_t index = 0; index < std::min(most, segment.p_filesz / sizeof(Elf64_Dyn)); ++index) {
      Elf64_Dyn entry{};
      if (!read(segment.p_vaddr + index * sizeof entry, &entry, sizeof entry)) damaged("its dynamic segment is cut");
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_RELA) table = entry.d_un.d_ptr;
      if (entry.d_tag == DT_RELASZ) table_size = entry.d_un.d_val;
      if (entry.d_tag == packed_table) packs = entry.d_un.d_ptr;
      if (entry.d_tag == packed_size) packs_size = entry.d_un.d_val;
      if (entry.d_tag == DT_SYMTAB) symbols_ = entry.d_un.d_ptr;
    }
    break;  // there is at most one
  }
  // In the loader's order: if two entries relocate the same word, the last one takes effect.
  add_packed(packs, packs_size);
  add_table(table, table_size);
  const auto before = [](const Elf64_Rela& left, const Elf64_Rela& right) { return left.r_offset < right.r_offset; };
  std::stable_sort(relocations_.begin(), relocations_.end(), before);
}

void Image::add(const Elf64_Rela& relocation) {
  if (relocations_.size() == most_relocations)
    throw Failure(Exit::plugin, "has more than " + std::to_string(most_relocations) + " relocations");
  relocations_.push_back(relocation);
}

void Image::add_table(std::uint64_t table, std::uint64_t size) {
  std::array<Elf64_Rela, 256> buffer{};
  for (std::uint64_t done = 0, part = 0; done < size / sizeof buffer[0]; done += part) {
    part = std::min<std::uint64_t>(buffer.size(), size / sizeof buffer[0] - done);
    if (!read(table + done * sizeof buffer[0], buffer.data(), part * sizeof buffer[0]))
      damaged("its relocations are cut");
    for (std::size_t index = 0; index < part; ++index) add(buffer[index]);
  }
}

/// Reads DT_RELR: an even word is the address of a pointer; an odd word has a bit for each of the 63 words after it.
void Image::add_packed(std::uint64_t table, std::uint64_t size) {
  std::array<std::uint64_t, 256> buffer{};
  const std::uint64_t words = size / sizeof buffer[0];
  if (words > most_relocations) damaged("its packed relocations are out of range");
  std::uint64_t place = 0;
  for (std::uint64_t done = 0; done < words; ++done) {
    const std::uint64_t part = std::min<std::uint64_t>(buffer.size(), words - done);
    if (done % buffer.size() == 0 && !read(table + done * sizeof buffer[0], buffer.data(), part * sizeof buffer[0]))
      damaged("its packed relocations are cut");
    const std::uint64_t word = buffer[done % buffer.size()];
    if ((word & 1U) == 0) {
      add({word, ELF64_R_INFO(0, packed), 0});
      place = word + 8;
      continue;
    }
    for (std::uint64_t bit = 1; bit < 64; ++bit) {
      if ((word >> bit & 1U) != 0) add({place + (bit - 1) * 8, ELF64_R_INFO(0, packed), 0});
    }
    place += std::uint64_t{63} * 8;
  }
}

/// Applies the loader's relocations to a copy of the `size` bytes at `begin`.
void Image::relocate(std::uint64_t begin, unsigned char* bytes, std::size_t size, const std::string& what) const {
  constexpr std::size_t width = sizeof(Address);
  const auto before = [](const Elf64_Rela& relocation, std::uint64_t place) { return relocation.r_offset < place; };
  const std::uint64_t first = begin < width ? 0 : begin - (width - 1);  // a relocation may overlap the start
  for (auto each = std::lower_bound(relocations_.begin(), relocations_.end(), first, before);
       each != relocations_.end() && each->r_offset < begin + size; ++each) {
    spend(width, what);
    const auto kind = static_cast<std::uint32_t>(ELF64_R_TYPE(each->r_info));
    if (kind == 0) continue;  // R_..._NONE of all processors
    if (each->r_offset < begin || each->r_offset + width > begin + size) damaged("a relocation cuts through " + what);
    unsigned char* const place = bytes + (each->r_offset - begin);
    Address value = 0;
    if (kind == packed) {
      std::memcpy(&value, place, width);
      value += base;
    } else if (kind == relative) {
      value = base + static_cast<std::uint64_t>(each->r_addend);
    } else if (kind == absolute_relocation) {
      value = symbol(ELF64_R_SYM(each->r_info), each->r_addend, what);
    } else if (kind == computed) {
      value = elsewhere;  // a function that the loader selects
    } else {
      not_constant(what);
    }
    std::memcpy(place, &value, width);
  }
}

/// Returns the address of a dynamic symbol that the library itself defines.
Address Image::symbol(std::uint64_t index, std::int64_t addend, const std::string& what) const {
  Elf64_Sym symbol{};
  if (!read(symbols_ + index * sizeof symbol, &symbol, sizeof symbol))
    damaged("its symbols are cut, which " + what + " needs");
  const bool own = symbol.st_shndx != SHN_UNDEF && symbol.st_shndx != SHN_ABS &&
                   ELF64_ST_TYPE(symbol.st_info) != STT_GNU_IFUNC && ELF64_ST_TYPE(symbol.st_info) != STT_TLS;
  return own ? base + symbol.st_value + static_cast<std::uint64_t>(addend) : elsewhere;
}

/// Counts the bytes read, so that reading a malicious file ends soon.
void Image::spend(std::size_t bytes, const std::string& what) const {
  spent_ += bytes;
  if (spent_ > most_read) throw Failure(Exit::plugin, what + " goes on for more than a host reads of one library");
}

}  // namespace host
