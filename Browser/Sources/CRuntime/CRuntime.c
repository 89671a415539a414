#include "CRuntime.h"
#include <stdint.h>

void arc4random_buf(void *buffer, size_t count) {
  static uint32_t state = 0x9e3779b9u;
  unsigned char *bytes = buffer;
  for (size_t i = 0; i < count; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    bytes[i] = (unsigned char)state;
  }
}
