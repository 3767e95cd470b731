"""The icon of a site: its first letter on a colour of its own."""

import colorsys
from zlib import crc32

from samples.drawing import Canvas

SIDE = 32
LETTER_SIZE = 4
WHITE = (255, 255, 255)


def site_icon(name: str) -> bytes:
    """Return the icon of the site called `name` as a PNG file."""
    hue = crc32(name.encode()) % 360 / 360
    red, green, blue = (round(part * 255) for part in colorsys.hsv_to_rgb(hue, 0.7, 0.55))
    canvas = Canvas(SIDE, SIDE, (red, green, blue))
    canvas.write(6, 2, name[:1].upper(), WHITE, LETTER_SIZE)
    return canvas.png()
