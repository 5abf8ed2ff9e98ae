"""``feltwire config``: check the hardware description and print a controller's config.json."""

import json
import sys

from tools.calibrate import calibration_file
from tools.hardware import description
from tools.install import configfile


def add_arguments(parser):
    """Command line of ``feltwire config``."""
    parser.add_argument("table", nargs="?", default="nine_max", help="a name in hardware/tables")
    parser.add_argument("--board", default="esp32s3_w5500", help="a name in hardware/boards")
    parser.add_argument("--id", default="1", help="the table's MQTT name")
    parser.add_argument("--dev", default="c1", help="the device's name")
    parser.add_argument(
        "--broker",
        default="127.0.0.1:1883",
        help="host:port of the MQTT broker; further nodes after commas",
    )
    parser.add_argument("--calibration", help="thresholds of a stored calibration, too")
    parser.add_argument("--check", action="store_true", help="check only, print nothing when good")


def run(args):
    """Print the config; 0 when good, 2 with one line for each problem."""
    brokers = configfile.brokers(args.broker)
    try:
        extra = calibration_file.tune_for(args.calibration, args.table)
        config = description.table_config(
            args.table, args.board, args.id, dev=args.dev, brokers=brokers, extra=extra
        )
    except description.BadHardware as e:
        for line in e.lines:
            print(line, file=sys.stderr)
        return 2
    if not args.check:
        print(json.dumps(config, separators=(",", ":")))
    return 0
