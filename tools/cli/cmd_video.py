"""``feltwire video``: a finished hand's PHH file as a short video."""

from pathlib import Path

from gateway import extras
from tools.errors import CommandError


def add_arguments(parser):
    """Command line of ``feltwire video``."""
    parser.add_argument("hand", type=Path, help="the hand's file (.phh), as the gateway keeps it")
    parser.add_argument("out", type=Path, help="video file to write (.mp4)")
    parser.add_argument(
        "--cards", action="store_true",
        help="also hole cards the file names (the vault has released them), while not folded",
    )  # fmt: skip


def run(args):
    """Write the video; returns 0."""
    if extras.absent("video"):
        raise CommandError(extras.missing("a video", "video"))
    from tools.video import hand_film, hand_states

    pictures = hand_states.pictures(args.hand, args.cards)
    try:
        hand_film.write(args.out, pictures)
    except OSError as error:
        raise CommandError(f"{args.out}: {error.strerror or error}") from error
    seconds = sum(picture.lasts_ms for picture in pictures) / 1000
    print(f"{args.out}: {seconds:.0f} s, {len(pictures)} pictures")
    return 0
