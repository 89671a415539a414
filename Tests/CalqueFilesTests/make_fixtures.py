#!/usr/bin/env python3
"""Makes the pictures in Fixtures/ anew.

Needs Pillow (with WebP and AVIF), and heif-enc on the path. PNGs are written chunk by chunk here, so that their
samples are what the formulas below say; FixturePattern.swift holds the same formulas.
"""
import io
import os
import struct
import subprocess
import tempfile
import zlib

from PIL import Image

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Fixtures")
WIDTH, HEIGHT = 9, 7


def rgba(x, y):
    return ((37 * x + 11 * y + 5) % 256, (17 * x + 53 * y + 90) % 256, (91 * x + 29 * y + 160) % 256,
            max(0, 255 - 23 * x - 14 * y))


def rgba16(x, y):
    return tuple(v * 256 + (31 * x + 7 * y + 3 * c) % 256 for c, v in enumerate(rgba(x, y)))


def palette(i):
    return ((7 * i) % 256, 255 - i, (3 * i) % 256)


def index(x, y, bits):
    return (x + 3 * y) % (1 << bits)


def samples(x, y, color, bits):
    """The stored samples of a pixel."""
    if color == 3:
        return [index(x, y, bits)]
    r, g, b, a = rgba16(x, y) if bits == 16 else rgba(x, y)
    if color == 0:
        return [r >> (8 - bits) if bits < 8 else r]
    return {2: [r, g, b], 4: [r, a], 6: [r, g, b, a]}[color]


def pack(row, bits):
    if bits == 16:
        return struct.pack(">%dH" % len(row), *row)
    if bits == 8:
        return bytes(row)
    value, out = 0, bytearray((len(row) * bits + 7) // 8)
    for i, sample in enumerate(row):
        out[i * bits // 8] |= sample << (8 - bits - i * bits % 8)
    return bytes(out)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(color, bits, extra=b"", interlaced=False):
    passes = [(0, 0, 1, 1)]
    if interlaced:
        passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    data = b""
    for x0, y0, dx, dy in passes:
        for y in range(y0, HEIGHT, dy):
            row = [s for x in range(x0, WIDTH, dx) for s in samples(x, y, color, bits)]
            if row:
                data += b"\0" + pack(row, bits)
    out = b"\x89PNG\r\n\x1a\n"
    out += chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, bits, color, 0, 0, int(interlaced)))
    if color == 3:
        out += chunk(b"PLTE", b"".join(bytes(palette(i)) for i in range(1 << bits)))
    return out + extra + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b"")


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data)


def pngs():
    for bits in (1, 2, 4, 8, 16):
        write(f"gray{bits}.png", png(0, bits))
    for bits in (8, 16):
        write(f"rgb{bits}.png", png(2, bits))
        write(f"gray-alpha{bits}.png", png(4, bits))
        write(f"rgba{bits}.png", png(6, bits))
    for bits in (1, 2, 4, 8):
        write(f"palette{bits}.png", png(3, bits))
    write("interlaced-rgb8.png", png(2, 8, interlaced=True))
    write("interlaced-rgba16.png", png(6, 16, interlaced=True))
    write("interlaced-palette2.png", png(3, 2, interlaced=True))
    # The pixel (2, 3) is transparent.
    write("clear-gray8.png", png(0, 8, chunk(b"tRNS", struct.pack(">H", rgba(2, 3)[0]))))
    write("clear-rgb8.png", png(2, 8, chunk(b"tRNS", struct.pack(">3H", *rgba(2, 3)[:3]))))
    write("clear-rgb16.png", png(2, 16, chunk(b"tRNS", struct.pack(">3H", *rgba16(2, 3)[:3]))))
    # Half the palette has alpha.
    write("clear-palette4.png", png(3, 4, chunk(b"tRNS", bytes(255 - 17 * i for i in range(8)))))


def crushed(color):
    """An Xcode-crushed PNG: blue first, colours multiplied by alpha, deflate without its wrapper."""
    data = b""
    for y in range(HEIGHT):
        data += b"\0"
        for x in range(WIDTH):
            r, g, b, a = rgba(x, y)
            if color == 2:
                data += bytes([b, g, r])
            else:
                data += bytes([(v * a + 127) // 255 for v in (b, g, r)] + [a])
    raw = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = raw.compress(data) + raw.flush()
    out = b"\x89PNG\r\n\x1a\n" + chunk(b"CgBI", b"\x50\x00\x20\x02")
    out += chunk(b"IHDR", struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, color, 0, 0, 0))
    return out + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def blocks():
    """Three by two flat blocks of 16 × 16, which survive lossy compression and show every turn."""
    colors = [[(220, 40, 30), (40, 200, 60), (30, 60, 210)], [(240, 220, 40), (128, 128, 128), (20, 20, 20)]]
    image = Image.new("RGB", (48, 32))
    for y in range(32):
        for x in range(48):
            image.putpixel((x, y), colors[y // 16][x // 16])
    return image


def jpeg(image, **options):
    out = io.BytesIO()
    image.save(out, "JPEG", quality=95, subsampling=options.pop("subsampling", 0), **options)
    return out.getvalue()


# What brings the picture into the stored direction that the EXIF value undoes.
STORED = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
          5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
          8: Image.Transpose.ROTATE_270}


def exif(orientation):
    block = Image.Exif()
    block[0x0112] = orientation
    return block.tobytes()


def jpegs():
    image = blocks()
    write("baseline.jpg", jpeg(image))
    write("subsampled.jpg", jpeg(image, subsampling=2))
    write("progressive.jpg", jpeg(image, progressive=True))
    write("gray.jpg", jpeg(image.convert("L")))
    write("cmyk.jpg", jpeg(image.convert("CMYK")))
    for value in range(2, 9):
        write(f"orientation{value}.jpg", jpeg(image.transpose(STORED[value]), exif=exif(value)))
    write("orientation9.jpg", jpeg(image, exif=exif(9)))


def webps():
    image = Image.new("RGBA", (WIDTH, HEIGHT))
    for y in range(HEIGHT):
        for x in range(WIDTH):
            image.putpixel((x, y), rgba(x, y))
    image.save(os.path.join(HERE, "lossless.webp"), lossless=True, exact=True)
    blocks().save(os.path.join(HERE, "lossy.webp"), quality=95)
    blocks().transpose(STORED[6]).save(os.path.join(HERE, "orientation6.webp"), quality=95, exif=exif(6))
    frames = [blocks(), blocks().transpose(STORED[3])]
    frames[0].save(os.path.join(HERE, "animated.webp"), save_all=True, append_images=frames[1:], quality=95,
                   duration=100)


def heifs():
    # Pillow turns the orientation into the boxes irot and imir.
    for value in (4, 6):
        blocks().transpose(STORED[value]).save(os.path.join(HERE, f"turned{value}.avif"), quality=95,
                                               subsampling="4:4:4", exif=exif(value))
    lossless = ["-L", "-p", "chroma=444", "--matrix_coefficients=0"]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "blocks.png")
        blocks().save(source)
        alpha = os.path.join(folder, "alpha.png")
        picture = blocks().convert("RGBA")
        picture.putalpha(Image.new("L", picture.size, 100))
        picture.save(alpha)
        deep = os.path.join(folder, "deep.png")
        with open(deep, "wb") as file:
            # A ramp in sixteen bits, 64 pixels wide.
            rows = b"".join(b"\0" + struct.pack(">192H", *[v for x in range(64) for v in [x * 1040] * 3])
                            for _ in range(64))
            file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 16, 2, 0, 0, 0))
                       + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
        run = lambda name, *arguments: subprocess.run(
            ["heif-enc", *arguments, "-o", os.path.join(HERE, name)], check=True, stdout=subprocess.DEVNULL)
        run("lossless.heic", *lossless, source)
        run("alpha.heic", "-q", "95", alpha)
        run("lossless.avif", "-A", *lossless, source)
        run("deep.heic", "-b", "10", "-q", "98", deep)
        with open(os.path.join(HERE, "lossless.avif"), "rb") as file:
            plain = file.read()
        # heif-enc writes "unspecified" whatever it is told: Display P3 (12) with the curve of sRGB (13).
        assert plain.count(b"nclx\0\2\0\2") == 1
        write("p3.avif", plain.replace(b"nclx\0\2\0\2", b"nclx\0\x0c\0\x0d"))


def main():
    os.makedirs(HERE, exist_ok=True)
    pngs()
    write("crushed-rgb.png", crushed(2))
    write("crushed-rgba.png", crushed(6))
    jpegs()
    webps()
    heifs()


main()
