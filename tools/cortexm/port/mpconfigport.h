// MicroPython with the features the boards' ports have, without peripherals: those are the world's.
#include <stdint.h>
#include <alloca.h>

#define MICROPY_CONFIG_ROM_LEVEL (MICROPY_CONFIG_ROM_LEVEL_EXTRA_FEATURES)
#define MICROPY_EMIT_THUMB (1)
#define MICROPY_MAKE_POINTER_CALLABLE(p) ((void *)((mp_uint_t)(p) | 1))
#define MICROPY_MALLOC_USES_ALLOCATED_SIZE (1)
#define MICROPY_PERSISTENT_CODE_LOAD (1)
#define MICROPY_READER_VFS (1)
#define MICROPY_ENABLE_GC (1)
#define MICROPY_STACK_CHECK (1)
#define MICROPY_ENABLE_EMERGENCY_EXCEPTION_BUF (1)
#define MICROPY_EMERGENCY_EXCEPTION_BUF_SIZE (256)
#define MICROPY_LONGINT_IMPL (MICROPY_LONGINT_IMPL_MPZ)
#define MICROPY_FLOAT_IMPL (MICROPY_FLOAT_IMPL_FLOAT)
#define MICROPY_KBD_EXCEPTION (1)
#define MICROPY_EPOCH_IS_1970 (1)
#define MICROPY_PY_SYS_PLATFORM "cortexm"
#define MICROPY_PY_SELECT (0)
#define MICROPY_PY_ASYNCIO (0)
#define MICROPY_PY_MACHINE (0)
#define MICROPY_PY_OS_INCLUDEFILE "osenv.c"
#define MICROPY_PY_OS_GETENV_PUTENV_UNSETENV (1)
#define MICROPY_PY_TIME (1)
#define MICROPY_PY_TIME_GMTIME_LOCALTIME_MKTIME (1)
#define MICROPY_PY_TIME_TIME_TIME_NS (0)
#define MICROPY_PY_TIME_INCLUDEFILE "timestub.c"
#define MICROPY_VFS (1)
#define MICROPY_PY_UCTYPES (1)

#define MP_SSIZE_MAX (0x7fffffff)
#define UINT_FMT "%lu"
#define INT_FMT "%ld"
#define HEX_FMT "%lx"
typedef int32_t mp_int_t;
typedef uint32_t mp_uint_t;
typedef long mp_off_t;

#define MICROPY_HW_BOARD_NAME "mps2-an385"
#define MICROPY_HW_MCU_NAME "Cortex-M3"
#define MP_NEED_LOG2 (1)
#define MP_STATE_PORT MP_STATE_VM
