// ESP32-S3-ETH (ESP32-S3R8: 8 MB of octal PSRAM; W5500). Pins of readers, antennas and Ethernet stand
// in the table's description, not here.
#define MICROPY_HW_BOARD_NAME "ESP32-S3-ETH"
#define MICROPY_HW_MCU_NAME "ESP32S3"
