// W5500-EVB-Pico2 (RP2350, 2 MB of flash).
#define MICROPY_HW_BOARD_NAME "W5500-EVB-Pico2"

// 2 image areas of 624 kB, roots of 16 kB, and 208 kB of files (a journal of 160 kB, configuration,
// certificates): what ../_boot.py shares out (firmware/image/areas.py). The program has the 576 kB
// below (fits.ld).
#define MICROPY_HW_FLASH_STORAGE_BYTES (1472 * 1024)

#define MICROPY_PY_NETWORK (1)
#define MICROPY_PY_NETWORK_HOSTNAME_DEFAULT "feltwire"

// The W5500 at SPI 0 (WIZnet, W5500-EVB-Pico2 schematic; the same pins as on the W5500-EVB-Pico).
#define MICROPY_HW_WIZNET_SPI_ID (0)
#define MICROPY_HW_WIZNET_SPI_BAUDRATE (20 * 1000 * 1000)
#define MICROPY_HW_WIZNET_SPI_SCK (18)
#define MICROPY_HW_WIZNET_SPI_MOSI (19)
#define MICROPY_HW_WIZNET_SPI_MISO (16)
#define MICROPY_HW_WIZNET_PIN_CS (17)
#define MICROPY_HW_WIZNET_PIN_RST (20)
#define MICROPY_HW_WIZNET_PIN_INTN (21)
