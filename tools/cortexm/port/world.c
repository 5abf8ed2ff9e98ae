// The link to the world, and what only the processor knows: instructions, stack, heap.
//
// Two pipes of the host, opened by ARM semihosting: `from_board` carries messages with their length
// (16 bits) in front, `to_board` the answers as they are. QEMU runs with -icount shift=3, so 25 MHz
// timer 0 counts five instructions a tick, and waiting for the world costs none.
#include <string.h>
#include "py/runtime.h"
#include "py/gc.h"
#include "py/mphal.h"
#include "world.h"

#define SYS_OPEN (0x01)
#define SYS_WRITE (0x05)
#define SYS_READ (0x06)
#define SYS_EXIT (0x18)
#define MODE_READ (1)
#define MODE_WRITE (5)
#define INSTRUCTIONS_PER_TICK (5)

static uint32_t to_board, from_board;
static char environment[512];

static uint32_t semihost(uint32_t number, const void *arg) {
    register uint32_t r0 __asm__ ("r0") = number;
    register const void *r1 __asm__ ("r1") = arg;
    __asm volatile ("bkpt 0xAB" : "+r" (r0) : "r" (r1) : "memory");
    return r0;
}

static uint32_t open_pipe(const char *name, uint32_t mode) {
    uint32_t args[3] = { (uint32_t)name, mode, strlen(name) };
    return semihost(SYS_OPEN, args);
}

void world_exit(int ok) {
    semihost(SYS_EXIT, (void *)(ok ? 0x20026 : 0x20023));
    for (;;) {
    }
}

static void send_bytes(const void *data, uint32_t count) {
    uint32_t args[3] = { from_board, (uint32_t)data, count };
    semihost(SYS_WRITE, args);
}

static uint32_t receive_bytes(void *data, uint32_t count) {
    uint32_t got = 0;
    while (got < count) {
        uint32_t args[3] = { to_board, (uint32_t)data + got, count - got };
        uint32_t left = semihost(SYS_READ, args);
        if (left >= count - got) {
            break; // the world is gone
        }
        got = count - left;
    }
    return got;
}

// What the world says first: size of the heap, then the environment as NAME=value strings.
uint32_t world_begin(void) {
    from_board = open_pipe("from_board", MODE_WRITE);
    to_board = open_pipe("to_board", MODE_READ);
    uint32_t head[2];
    if (receive_bytes(head, sizeof(head)) != sizeof(head) || head[1] >= sizeof(environment)) {
        world_exit(0);
    }
    receive_bytes(environment, head[1]);
    environment[head[1]] = 0;
    *(volatile uint32_t *)0x40000008 = 0xffffffff; // timer 0: reload, value, run
    *(volatile uint32_t *)0x40000004 = 0xffffffff;
    *(volatile uint32_t *)0x40000000 = 1;
    return head[0];
}

const char *world_getenv(const char *name) {
    size_t count = strlen(name);
    for (const char *at = environment; *at; at += strlen(at) + 1) {
        if (strncmp(at, name, count) == 0 && at[count] == '=') {
            return at + count + 1;
        }
    }
    return NULL;
}

mp_uint_t mp_hal_ticks_cpu(void) { return ~*(volatile uint32_t *)0x40000004; }
mp_uint_t mp_hal_ticks_us(void) { return mp_hal_ticks_cpu() / 25; }
mp_uint_t mp_hal_ticks_ms(void) { return mp_hal_ticks_cpu() / 25000; }
void mp_hal_delay_ms(mp_uint_t ms) { (void)ms; }
void mp_hal_delay_us(mp_uint_t us) { (void)us; }

// -- the module

static mp_obj_t world_write(mp_obj_t data, mp_obj_t count_in) {
    mp_buffer_info_t info;
    mp_get_buffer_raise(data, &info, MP_BUFFER_READ);
    uint16_t count = mp_obj_get_int(count_in);
    send_bytes(&count, sizeof(count));
    send_bytes(info.buf, count);
    return count_in;
}
static MP_DEFINE_CONST_FUN_OBJ_2(world_write_obj, world_write);

static mp_obj_t world_readinto(mp_obj_t data, mp_obj_t count) {
    mp_buffer_info_t info;
    mp_get_buffer_raise(data, &info, MP_BUFFER_WRITE);
    return mp_obj_new_int(receive_bytes(info.buf, mp_obj_get_int(count)));
}
static MP_DEFINE_CONST_FUN_OBJ_2(world_readinto_obj, world_readinto);

static mp_obj_t world_read(mp_obj_t count_in) {
    vstr_t vstr;
    vstr_init_len(&vstr, mp_obj_get_int(count_in));
    vstr.len = receive_bytes(vstr.buf, vstr.len);
    return mp_obj_new_bytes_from_vstr(&vstr);
}
static MP_DEFINE_CONST_FUN_OBJ_1(world_read_obj, world_read);

// Instructions since the start; must be asked once in 21 thousand million of them.
static mp_obj_t world_instructions(void) {
    static uint32_t last;
    static uint64_t ticks;
    uint32_t now = mp_hal_ticks_cpu();
    ticks += now - last;
    last = now;
    return mp_obj_new_int_from_ull(ticks * INSTRUCTIONS_PER_TICK);
}
static MP_DEFINE_CONST_FUN_OBJ_0(world_instructions_obj, world_instructions);

// What lies between enter() and leave() is the shims', which no board has: it is counted apart,
// without the collections that happen in it.
static uint32_t shim_began, shim_collecting, shim_calls;
static uint64_t shim_ticks;

static mp_obj_t world_enter(void) {
    shim_collecting = heap_peak.ticks;
    shim_began = mp_hal_ticks_cpu();
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(world_enter_obj, world_enter);

static mp_obj_t world_leave(void) {
    shim_ticks += mp_hal_ticks_cpu() - shim_began - (heap_peak.ticks - shim_collecting);
    shim_calls++;
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_0(world_leave_obj, world_leave);

// (calls of the shims, their instructions)
static mp_obj_t world_shims(void) {
    mp_obj_t row[2] = {
        mp_obj_new_int(shim_calls), mp_obj_new_int_from_ull(shim_ticks * INSTRUCTIONS_PER_TICK),
    };
    return mp_obj_new_tuple(2, row);
}
static MP_DEFINE_CONST_FUN_OBJ_0(world_shims_obj, world_shims);

// (deepest stack, most of the heap after a collection, most before one: bytes; collections, and
// the instructions they took)
static mp_obj_t world_peaks(void) {
    mp_obj_t row[5] = {
        mp_obj_new_int(stack_peak()), mp_obj_new_int(heap_peak.after),
        mp_obj_new_int(heap_peak.before), mp_obj_new_int(heap_peak.collections),
        mp_obj_new_int_from_ull(heap_peak.ticks * INSTRUCTIONS_PER_TICK),
    };
    return mp_obj_new_tuple(5, row);
}
static MP_DEFINE_CONST_FUN_OBJ_0(world_peaks_obj, world_peaks);

static const mp_rom_map_elem_t world_globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_world) },
    { MP_ROM_QSTR(MP_QSTR_write), MP_ROM_PTR(&world_write_obj) },
    { MP_ROM_QSTR(MP_QSTR_readinto), MP_ROM_PTR(&world_readinto_obj) },
    { MP_ROM_QSTR(MP_QSTR_read), MP_ROM_PTR(&world_read_obj) },
    { MP_ROM_QSTR(MP_QSTR_instructions), MP_ROM_PTR(&world_instructions_obj) },
    { MP_ROM_QSTR(MP_QSTR_enter), MP_ROM_PTR(&world_enter_obj) },
    { MP_ROM_QSTR(MP_QSTR_leave), MP_ROM_PTR(&world_leave_obj) },
    { MP_ROM_QSTR(MP_QSTR_shims), MP_ROM_PTR(&world_shims_obj) },
    { MP_ROM_QSTR(MP_QSTR_peaks), MP_ROM_PTR(&world_peaks_obj) },
};
static MP_DEFINE_CONST_DICT(world_globals, world_globals_table);
const mp_obj_module_t world_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&world_globals,
};
MP_REGISTER_MODULE(MP_QSTR_world, world_module);
