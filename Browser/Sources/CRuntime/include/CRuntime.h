// What the embedded standard library asks of its host and a bare module has no host for.
#ifndef CALQUE_CRUNTIME_H
#define CALQUE_CRUNTIME_H

#include <stddef.h>

// The seed of Swift's hashing. A fixed sequence keeps one module's results the same in every run; nothing here guards
// a secret.
void arc4random_buf(void *buffer, size_t count);

#endif
