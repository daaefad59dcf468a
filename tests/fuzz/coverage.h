/* Shows libFuzzer which code of a compiled module has run.

   The compiler puts this before every source of a build with COVERT_SANITIZE=coverage, and a call of
   __sanitizer_cov_trace_pc into every basic block. libFuzzer reads byte counters instead, so a block
   counts in the byte its address falls on; two blocks may share one. `loop.py` introduces the
   counters of each module to libFuzzer. No header is included here: Python's must come first. */

#ifndef COVERT_COVERAGE_H
#define COVERT_COVERAGE_H

enum { COVERT_COUNTERS = 1 << 14 };

typedef __UINTPTR_TYPE__ CovertAddress;

typedef struct {
    CovertAddress address;
    CovertAddress flags;
} CovertPlace;

static char covert_counters[COVERT_COUNTERS];
static CovertPlace covert_places[COVERT_COUNTERS];

#define COVERT_UNCHECKED no_sanitize_coverage, no_sanitize("address", "undefined")

__attribute__((visibility("hidden"), noinline, COVERT_UNCHECKED))
void __sanitizer_cov_trace_pc(void)
{
    /* From the module's own data, so that a block counts alike wherever the module is loaded. */
    CovertAddress block = (CovertAddress)__builtin_return_address(0);
    block -= (CovertAddress)covert_counters;
    covert_counters[block * 0x9e3779b97f4a7c15u >> 50]++;
}

/* With libFuzzer's own functions: where the counters begin and end, and the names of the places. */
__attribute__((visibility("default"), COVERT_UNCHECKED))
void covert_introduce(void (*counters)(char *, char *), void (*places)(CovertPlace *, CovertPlace *))
{
    for (int i = 0; i < COVERT_COUNTERS; i++)
        covert_places[i].address = (CovertAddress)&covert_counters[i];
    counters(covert_counters, covert_counters + COVERT_COUNTERS);
    places(covert_places, covert_places + COVERT_COUNTERS);
}

#endif
