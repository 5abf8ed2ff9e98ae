// Start-up, console, collector: what a port must have, for QEMU's mps2-an385.
#include <stdlib.h>
#include <string.h>
#include "py/compile.h"
#include "py/gc.h"
#include "py/mphal.h"
#include "py/runtime.h"
#include "py/stackctrl.h"
#include "shared/runtime/gchelper.h"
#include "shared/runtime/pyexec.h"
#include "world.h"

#define STACK_BYTES (16 * 1024) // as the ESP32 port's task has; an RP2350 has 8 kB
#define HEAP_MOST (440 * 1024)
#define PAINT (0xdeadbeef)

extern uint32_t _estack, _sidata, _sdata, _edata, _sbss, _ebss, _eheap;
static uint8_t heap[HEAP_MOST] __attribute__((section(".heap"), aligned(8)));
heap_peak_t heap_peak;

// -- console: UART 0

#define UART0 ((volatile uint32_t *)0x40004000) // DATA, STATE, CTRL, INTSTATUS, BAUDDIV

int mp_hal_stdin_rx_chr(void) {
    while (!(UART0[1] & 2)) {
    }
    return UART0[0];
}

uintptr_t mp_hal_stdio_poll(uintptr_t flags) { return 0; }

mp_uint_t mp_hal_stdout_tx_strn(const char *text, size_t len) {
    for (size_t i = 0; i < len; i++) {
        while (UART0[1] & 1) {
        }
        UART0[0] = text[i];
    }
    return len;
}

// -- memory

void gc_collect(void) {
    gc_info_t info;
    gc_info(&info);
    heap_peak.before = MAX(heap_peak.before, info.used);
    uint32_t began = mp_hal_ticks_cpu();
    gc_collect_start();
    gc_helper_collect_regs_and_stack();
    gc_collect_end();
    heap_peak.ticks += mp_hal_ticks_cpu() - began;
    gc_info(&info);
    heap_peak.after = MAX(heap_peak.after, info.used);
    heap_peak.collections++;
}

static uint32_t *stack_bottom(void) { return &_estack - STACK_BYTES / 4; }

uint32_t stack_peak(void) {
    uint32_t *at = stack_bottom();
    while (at < &_estack && *at == PAINT) {
        at++;
    }
    return (uint32_t)&_estack - (uint32_t)at;
}

void nlr_jump_fail(void *val) {
    mp_printf(&mp_plat_print, "uncaught exception\n");
    world_exit(0);
}

void __fatal_error(const char *text) {
    mp_printf(&mp_plat_print, "fatal: %s\n", text);
    world_exit(0);
}

int main(void) {
    UART0[4] = 16;
    UART0[2] = 3;
    uint32_t size = world_begin();
    if (size > HEAP_MOST) {
        __fatal_error("no such heap");
    }
    mp_stack_set_top(&_estack);
    mp_stack_set_limit(STACK_BYTES - 1024);
    gc_init(heap, heap + size);
    mp_init();
    int ok = pyexec_frozen_module("cm_main.py", false);
    world_exit(ok == 1);
}

// -- start-up

__attribute__((naked)) void Reset_Handler(void) {
    __asm volatile ("ldr r0, =_estack\n mov sp, r0\n b begin\n");
}

__attribute__((used)) void begin(void) {
    for (uint32_t *at = &_estack - STACK_BYTES / 4; at < &_estack - 64; at++) {
        *at = PAINT;
    }
    for (uint32_t *src = &_sidata, *dest = &_sdata; dest < &_edata;) {
        *dest++ = *src++;
    }
    for (uint32_t *dest = &_sbss; dest < &_ebss;) {
        *dest++ = 0;
    }
    main();
}

void Fault_Handler(void) {
    mp_printf(&mp_plat_print, "processor fault\n");
    world_exit(0);
}

const uint32_t isr_vector[] __attribute__((section(".isr_vector"), used)) = {
    (uint32_t)&_estack, (uint32_t)&Reset_Handler, (uint32_t)&Fault_Handler,
    (uint32_t)&Fault_Handler, (uint32_t)&Fault_Handler, (uint32_t)&Fault_Handler,
    (uint32_t)&Fault_Handler,
};
