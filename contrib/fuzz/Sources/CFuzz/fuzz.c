#include "CFuzz.h"

// libFuzzer wants this symbol although the driver is given a callback.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    (void)data;
    (void)size;
    return 0;
}
