# W5500-EVB-Pico2: the core of a Pico 2 with the Ethernet chip of a W5500-EVB-Pico.
set(PICO_BOARD "pico2")
set(MICROPY_PY_NETWORK_WIZNET5K W5500)
set(MICROPY_PY_LWIP 1)
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)

# The board carries 2 MB of flash, a Pico 2 carries 4 MB.
set(PICO_FLASH_SIZE_BYTES 2097152)
add_link_options($<$<STREQUAL:$<TARGET_PROPERTY:NAME>,firmware>:${MICROPY_BOARD_DIR}/fits.ld>)  # not the boot stage
