"""The firmware as Thumb code on QEMU's Cortex-M3: fetch and build, run, measure."""
