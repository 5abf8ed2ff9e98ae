# ESP32-S3 with octal PSRAM and a W5500: the stock ESP32_GENERIC_S3, variant SPIRAM_OCT, with our
# modules frozen in and a flash shared out by ../partitions.csv. Paths without a folder of ours count
# from MicroPython's ports/esp32.
set(IDF_TARGET esp32s3)
set(MICROPY_FROZEN_MANIFEST ${MICROPY_BOARD_DIR}/../manifest.py)

# ESP-IDF wants the partition table as an absolute path, known only here.
set(partitions ${CMAKE_BINARY_DIR}/sdkconfig.partitions)
file(WRITE ${partitions}
    "CONFIG_PARTITION_TABLE_CUSTOM_FILENAME=\"${MICROPY_BOARD_DIR}/../partitions.csv\"\n")

set(SDKCONFIG_DEFAULTS
    boards/sdkconfig.base
    boards/sdkconfig.usb
    boards/sdkconfig.ble
    boards/sdkconfig.spiram_sx
    boards/sdkconfig.240mhz
    boards/sdkconfig.spiram_oct
    ${MICROPY_BOARD_DIR}/sdkconfig.board
    ${partitions}
)
