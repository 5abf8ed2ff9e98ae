#include <stdint.h>
typedef struct {
    uint32_t after, before, collections;
    uint64_t ticks; // of the timer, spent collecting
} heap_peak_t;
extern heap_peak_t heap_peak;
uint32_t stack_peak(void);
uint32_t world_begin(void);
void world_exit(int ok) __attribute__((noreturn));
