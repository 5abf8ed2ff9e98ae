// The board's flash: blocks of PSRAM as a block device in C, as the boards' own ports have theirs.
//
// The module itself is the block device (readblocks, writeblocks, ioctl). It takes a handful of
// instructions and no heap; what a board's flash takes is its own time, so what is erased and
// programmed is counted.
#include <string.h>
#include "py/runtime.h"

#define PSRAM ((uint8_t *)0x21000000)
#define BLOCK (4096)
#define BLOCKS (1024) // 4 MB

static uint32_t erased, programmed; // blocks, bytes

static uint8_t *place(size_t n_args, const mp_obj_t *args) {
    return PSRAM + mp_obj_get_int(args[0]) * BLOCK + (n_args > 2 ? mp_obj_get_int(args[2]) : 0);
}

static mp_obj_t flash_readblocks(size_t n_args, const mp_obj_t *args) {
    mp_buffer_info_t info;
    mp_get_buffer_raise(args[1], &info, MP_BUFFER_WRITE);
    memcpy(info.buf, place(n_args, args), info.len);
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(flash_readblocks_obj, 2, 3, flash_readblocks);

static mp_obj_t flash_writeblocks(size_t n_args, const mp_obj_t *args) {
    mp_buffer_info_t info;
    mp_get_buffer_raise(args[1], &info, MP_BUFFER_READ);
    memcpy(place(n_args, args), info.buf, info.len);
    programmed += info.len;
    return mp_const_none;
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(flash_writeblocks_obj, 2, 3, flash_writeblocks);

static mp_obj_t flash_ioctl(mp_obj_t op_in, mp_obj_t block) {
    switch (mp_obj_get_int(op_in)) {
        case 4: // number of blocks
            return MP_OBJ_NEW_SMALL_INT(BLOCKS);
        case 5: // bytes of one
            return MP_OBJ_NEW_SMALL_INT(BLOCK);
        case 6: // erase
            erased++;
            memset(PSRAM + mp_obj_get_int(block) * BLOCK, 0xff, BLOCK);
            // fall through
        default:
            return MP_OBJ_NEW_SMALL_INT(0);
    }
}
static MP_DEFINE_CONST_FUN_OBJ_2(flash_ioctl_obj, flash_ioctl);

// (blocks erased, bytes programmed) since the start
static mp_obj_t flash_counts(void) {
    mp_obj_t row[2] = { mp_obj_new_int(erased), mp_obj_new_int(programmed) };
    return mp_obj_new_tuple(2, row);
}
static MP_DEFINE_CONST_FUN_OBJ_0(flash_counts_obj, flash_counts);

static const mp_rom_map_elem_t flash_globals_table[] = {
    { MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_flash) },
    { MP_ROM_QSTR(MP_QSTR_readblocks), MP_ROM_PTR(&flash_readblocks_obj) },
    { MP_ROM_QSTR(MP_QSTR_writeblocks), MP_ROM_PTR(&flash_writeblocks_obj) },
    { MP_ROM_QSTR(MP_QSTR_ioctl), MP_ROM_PTR(&flash_ioctl_obj) },
    { MP_ROM_QSTR(MP_QSTR_counts), MP_ROM_PTR(&flash_counts_obj) },
};
static MP_DEFINE_CONST_DICT(flash_globals, flash_globals_table);
const mp_obj_module_t flash_module = {
    .base = { &mp_type_module },
    .globals = (mp_obj_dict_t *)&flash_globals,
};
MP_REGISTER_MODULE(MP_QSTR_flash, flash_module);
