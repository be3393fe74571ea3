#include "host/cli/command.hpp"

int main(int count, char** words) {
  return host::dispatch({words + 1, words + count});
}
