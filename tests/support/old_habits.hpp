// Habits of contest classes from 2006 to 2010, all of them valid at that time: names that std later defined, headers
// that other headers included, macros, every kind of clock, debug output into files on the author's disk, a main() for
// trying it out, and global state that is never reset. An old class calls habits() on each of its moves; it returns
// what went wrong, or "". Compiled as gnu++98, after agon/topcoder/<game>.hpp.
#pragma GCC optimize("O3")
#pragma comment(linker, "/STACK:16777216")
#include <ext/hash_set>
#include <fstream>
#include <hash_map>
#include <iostream>
#include <map>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

typedef long long ll;
typedef unsigned long long ull;
typedef vector<int> VI;
typedef vector<string> VS;
typedef pair<int, int> PII;

#define FOR(i, a, b) for (int i = (a); i < (b); ++i)
#define REP(i, n) FOR(i, 0, n)
#define ALL(v) (v).begin(), (v).end()
#define SZ(v) ((int)(v).size())
#define PB push_back
#define MP make_pair
#define rep(i, n) REP(i, n)
#define foreach(i, c) for (typeof((c).begin()) i = (c).begin(); i != (c).end(); ++i)
#define all(v) ALL(v)
#define sz(v) SZ(v)
#define pb PB
#define mp MP
#define X first
#define Y second
#define id number_of
#define version release
#define summary remark
#define create make
#define destroy unmake
#define turn turning
#define extension ending
#define self me
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define INF 1000000000

int prev, next, data, size, hash, empty, begin, end, array, rank, function, tuple, ref, byte, gcd;
double y0, y1, j0, j1, yn;
static int memo[1 << 20];
char never_touched[16 << 20];
timeval started;
FILE* debug;  // opened only by main()

template <class T>
inline string text_of(const T& x) {
  ostringstream os;
  os << x;
  return os.str();
}

ull ticks() {
#if defined(__i386__) || defined(__x86_64__)
  unsigned int low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return ((ull)high << 32) | low;
#else
  return clock();
#endif
}

double seconds() {
  timeval now, passed;
  gettimeofday(&now, NULL);
  timersub(&now, &started, &passed);
  return passed.tv_sec + passed.tv_usec * 1e-6;
}

void write_debug(FILE* f) {
  fprintf(f, "%s\n", "one");
  fprintf(f, "%d %lld\n", 1, (ll)INT_MAX * 4);
  fprintf(f, "!");
  fputs("two\n", f);
  fputc('3', f);
  putc('\n', f);
  fwrite(memo, sizeof(int), 4, f);
  fflush(f);
}

string habits() {
  static int calls = 0;
  if (prev != calls++ || memo[7] != prev || next < 0) return "the globals are of another match";
  memo[7] = ++prev;
  if (!prev || prev == 1) {
    gettimeofday(&started, NULL);
    srand(time(0));
    srand(started.tv_usec);
  }
  data += rand() % 10;
  next = size = empty = hash = begin = end = array = rank = function = tuple = ref = byte = gcd = 0;
  y0 = y1 = j0 = j1 = yn = sqrt(2.0) + fabs(sin(1.0)) + pow(2.0, 0.5);

  register int i;
  int a[8];
  memset(a, 0, sizeof(a));
  for (i = 0; i < 8; i++) a[i] = abs(i - 4);
  sort(a, a + 8);
  if (a[0] != 0 || a[7] != 4 || *max_element(a, a + 8) != 4) return "sort";
  vector<vector<int> > table(3, VI(4, INF));
  table[1].PB(min(table[0][0], 7));
  auto_ptr<map<PII, VI> > owner(new map<PII, VI>());
  (*owner)[MP(1, max(2, 3))] = table[1];
  if (SZ((*owner)[MP(1, 3)]) != 5 || owner->begin()->X.Y != 3) return "auto_ptr";
  set<int, greater<int> > order(ALL(table[1]));
  if (*order.begin() != INF || count(ALL(table[1]), 7) != 1) return "greater";
  __gnu_cxx::hash_map<int, VI> places;
  __gnu_cxx::hash_set<int> few;
  foreach (place, table[1]) places[*place].pb(places.size()), few.insert(*place);
  if (sz(places[INF]) != 4 || few.count(7) != 1 || !binary_search(all(places[INF]), 1)) return "hash_map";
  char line[64];
  sprintf(line, "%lld", (ll)INF * INF);
  if (strcmp(line, "1000000000000000000") || atoi("12") != 12 || toupper('x') != 'X') return "long long";

  const ull tick = ticks();
  const clock_t cpu = clock();
  const double now = seconds();
  REP(k, 200000) memo[8 + k % 1000] += k;
  if (ticks() < tick || clock() < cpu || seconds() < now || seconds() > 3600) return "the clocks";

  write_debug(debug);
  FILE* file = fopen("/no/such/folder/debug.txt", "w");
  if (file == NULL) return "no file";
  setvbuf(file, NULL, _IOFBF, 1 << 12);
  write_debug(file);
  fclose(file);
  if (fopen("/no/such/folder/input.txt", "r") != NULL) return "a file";
  ofstream out("/no/such/folder/debug.txt", ios::app);
  out << "three" << endl;
  out.close();
  file = freopen("/no/such/folder/log.txt", "w", stderr);
  fprintf(file, "move %d\n", prev);
  fprintf(stderr, "%lld and %I64d\n", (ll)prev, (ll)prev);
  cerr << "cerr " << text_of(prev) << endl;
  cout << "cout " << prev << endl;
  printf("printf %.2lf %s\n", y1, line);
  return "";
}

int main() {
  debug = fopen("D:\\contest\\debug.txt", "w");
  string answer;
  while (cin >> answer) cout << habits() << endl;
  return 0;
}
