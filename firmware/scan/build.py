"""Scanner of a config, on the pins and buses of ``machine`` (the module, or a stand-in)."""

from firmware.drivers import chips
from firmware.drivers.antenna_mux import EXPANDER_PIN, AntennaMux, Expander, Line
from firmware.scan.antennas import from_config
from firmware.scan.scanner import Scanner


def build_scanner(config, machine, clock):
    """Make the readers' bus, multiplexers, readers and the Scanner over them.

    ``clock``: the time module, or anything with ticks_us, ticks_diff, ticks_add. The readers are
    reset by the scanner's first polls. Raises ValueError for a chip without a driver.
    """
    Pin = machine.Pin
    radio = config["radio"]
    driver = chips.driver(radio.get("chip", chips.CHIP))
    bus = config["spi"]
    # Every NSS is high before the bus moves for the first time.
    nss = [Pin(r["nss"], Pin.OUT, value=1) for r in config["readers"]]
    spi = machine.SPI(
        bus["id"],
        baudrate=bus["hz"],
        polarity=0,
        phase=0,
        sck=Pin(bus["sck"]),
        mosi=Pin(bus["mosi"]),
        miso=Pin(bus["miso"]),
    )
    expander = None
    if config.get("expander"):
        latch = Pin(config["expander"]["latch"], Pin.OUT, value=0)
        expander = Expander(spi, latch, config["expander"]["bits"])
    readers = []
    muxes = []
    responses = driver.Responses()
    for row, select in zip(config["readers"], nss):
        rst = _line(row["rst"], Pin, expander)
        busy = Pin(row["busy"], Pin.IN)
        readers.append(driver.make(spi, select, busy, rst, clock, radio, responses))
        muxes.append(AntennaMux([_line(p, Pin, expander) for p in row["select"]], expander))
    return Scanner(
        from_config(config["antennas"]),
        readers,
        muxes,
        clock,
        config["tags"],
        radio["switch_us"],
        references=config.get("references"),
    )


def _line(number, Pin, expander):
    """An output: a pin of the controller, or of the expander."""
    if number < EXPANDER_PIN:
        return Pin(number, Pin.OUT, value=0)
    if expander is None:
        raise ValueError("config: pin %d needs an expander" % number)
    return Line(expander, number - EXPANDER_PIN)
