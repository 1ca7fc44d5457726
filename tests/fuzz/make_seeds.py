#!/usr/bin/env python3
"""Writes the seed corpus: small valid files of every format, from which the fuzzer starts."""
import base64
import bz2
import gzip
import io
import json
import lzma
import pathlib
import struct
import tarfile
import zipfile
import zlib

ROOT = pathlib.Path(__file__).parent / "corpus"


def put(reader, name, data):
    folder = ROOT / reader
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)


def packed(data):
    return gzip.compress(data, mtime=0)


def idx():
    data = struct.pack(">4i", 2051, 3, 4, 5) + bytes(range(60))
    put("idx", "three_pictures", data)
    put("idx", "three_pictures.gz", packed(data))


def cifar():
    data = b"".join(bytes([label]) + bytes(i * 7 % 256 for i in range(3072)) for label in (3, 9))
    put("cifar", "two_records", data)
    put("cifar", "two_records.gz", packed(data))


def tar():
    for name, kind in (("ustar", tarfile.USTAR_FORMAT), ("gnu", tarfile.GNU_FORMAT), ("pax", tarfile.PAX_FORMAT)):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w", format=kind) as archive:
            folder = tarfile.TarInfo("folder")
            folder.type = tarfile.DIRTYPE
            archive.addfile(folder)
            for member, size in (("folder/one", 10), ("two", 600), ("last", 0), ("x" * 120, 3)):
                if kind == tarfile.USTAR_FORMAT and len(member) > 100:
                    member = "y" * 60 + "/" + "x" * 60
                info = tarfile.TarInfo(member)
                info.size = size
                archive.addfile(info, io.BytesIO(b"a" * size))
        data = out.getvalue()[:8192]
        put("tar", name, data)
    put("tar", "gnu.gz", packed(data))
    put("tar", "pax.bz2", bz2.compress(data))
    put("tar", "pax.xz", lzma.compress(data))


def answer():
    """Lines of a command (docs/extending.md), to round 4 among three clients."""
    matrix = struct.pack("<9d", 0.5, 0.5, 0, 0, 1, 0, 0, 0, 1)
    packed_matrix = {"shape": [3, 3], "float64": base64.b64encode(matrix).decode()}
    head = {"message": "answer", "round": 4}
    lines = {
        "ready": {"message": "ready", "protocol": 1},
        "packed": {**head, "A": packed_matrix, "state": "AQID", "log": "A sentence."},
        "lists": {**head, "A": [[1, 0, 0], [0.25, 0.75, 0], [0, 0, 1]], "values": {"step": 7}},
        "sparse": {**head, "rows": [[[0, 1]], [[0, 0.5], [1, 0.5]], []], "values": {"trust": [1, None, 0.5]}},
        "groups": {**head, "groups": [[1, 0]], "merges": [{"left": 0, "right": 1, "score": 2, "kind": "distance"}]},
    }
    for name, line in lines.items():
        put("answer", name, json.dumps(line).encode())


def message():
    """What the decoder of pictures answers (core/data/formats/picture_messages.h)."""
    def head(kind, channels=0, height=0, width=0, value_bytes=1, turned=0, resized=0, needs=0):
        return struct.pack("<8IQ", 0xC07E0001, kind, channels, height, width, value_bytes, turned, resized, needs)

    put("message", "grey", head(0, 1, 2, 3) + bytes(range(6)))
    put("message", "colour_16_bits", head(0, 3, 1, 2, 2, turned=1, resized=1) + struct.pack("<6H", *range(6)))
    put("message", "refused", head(1) + b"the PNG is damaged: \x1b[31m")
    put("message", "too_large", head(2, needs=1 << 40))
    put("message", "libraries", head(3) + b"libpng 1.6.39 and libjpeg-turbo 2.1.5")
    put("message", "sides_of_a_thief", head(0, 3, 32768, 32768, 2) + bytes(8))


def npy_bytes(descr, shape, data, version=1):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    prefix = 8 + (2 if version == 1 else 4)
    header += " " * (63 - (prefix + len(header)) % 64) + "\n"
    size = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + size + header.encode() + data


def npy():
    put("npy", "floats", npy_bytes("<f4", "(2, 3)", struct.pack("<6f", 1, 2, 3, 4, 5, 6)))
    put("npy", "doubles_big_endian", npy_bytes(">f8", "(2,)", struct.pack(">2d", 1, 2.5)))
    put("npy", "bytes", npy_bytes("|u1", "(2, 2, 2, 1)", bytes(8), version=2))
    put("npy", "labels", npy_bytes("<i8", "(3,)", struct.pack("<3q", 0, 1, 9)))


def npz():
    for name, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as archive:
            for member, data in (
                ("x.npy", npy_bytes("|u1", "(4, 2, 2)", bytes(range(16)))),
                ("y.npy", npy_bytes("<i4", "(4,)", struct.pack("<4i", 0, 1, 2, 1))),
            ):
                archive.writestr(zipfile.ZipInfo(member), data, compress_type=method)
        put("zip", name, out.getvalue())


def mat_element(kind, data):
    return struct.pack("<2I", kind, len(data)) + data + bytes(-len(data) % 8)


def mat_array(name, array_class, dimensions, kind, data):
    body = mat_element(6, struct.pack("<2I", array_class, 0))
    body += mat_element(5, struct.pack("<%di" % len(dimensions), *dimensions))
    if len(name) <= 4:
        body += struct.pack("<2H", 1, len(name)) + name.encode() + bytes(4 - len(name))
    else:
        body += mat_element(1, name.encode())
    return mat_element(14, body + mat_element(kind, data))


def mat():
    header = b"MATLAB 5.0 MAT-file".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
    pictures = mat_array("X", 9, (4, 4, 3, 2), 2, bytes(i % 256 for i in range(96)))
    labels = mat_array("y", 6, (2, 1), 2, bytes([10, 3]))
    other = mat_array("another", 6, (1, 2), 9, struct.pack("<2d", 1, 2))
    put("mat", "plain", header + other + pictures + labels)
    put("mat", "compressed", header + b"".join(
        struct.pack("<2I", 15, len(c)) + c for c in map(zlib.compress, (other, pictures, labels))))


def text():
    put("csv", "header", b"height,width,kind\n1,2.5,cat\n-3e2,4,dog\n\n5,6,\"cat\"\n")
    put("csv", "numbers.gz", packed(b"0.5,1,0\r\n1,2,1\r\n2,3,1"))
    put("labels", "three", b"00000000.png 5\n00000001.png 0\n\nx.png  9")
    line = b"6.0000 " + b" ".join(b"%.3f" % (i / 128 - 1) for i in range(256)) + b" \n"
    put("usps", "two_lines", line + line.replace(b"6.0000", b"0.0000"))
    put("usps", "two_lines.gz", packed(line + line))
    put("heart", "three_patients", b"63.0,1.0,1.0,145.0,233.0,1.0,2.0,150.0,0.0,2.3,3.0,0.0,6.0,0\n"
        b"28,1,2,130,132,0,2,185,0,0,?,?,?,4\n29,1,2,120,?,0,0,160,0,0,?,?,?,0\n")


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png():
    def picture(kind, channels, extra=b""):
        rows = b"".join(bytes([y % 5]) + bytes((x * 9 + y) % 4 for x in range(5 * channels)) for y in range(6))
        data = zlib.compress(rows)
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", 5, 6, 8, kind, 0, 0, 0)) + extra
                + chunk(b"IDAT", data[:9]) + chunk(b"IDAT", data[9:]) + chunk(b"IEND", b""))

    put("png", "grey", picture(0, 1))
    put("png", "colour", picture(2, 3, chunk(b"tEXt", b"Title\0x")))
    put("png", "palette", picture(3, 1, chunk(b"PLTE", bytes(range(256)) * 3)))
    put("png", "grey_alpha", picture(4, 2))
    put("png", "colour_alpha", picture(6, 4))


def exif():
    """The content of a JPEG's marker APP1, in both orders of bytes; its second entry is the orientation."""
    for name, order, word in (("little", "<", b"II"), ("big", ">", b"MM")):
        entries = struct.pack(order + "2HI4s", 0x010F, 2, 3, b"us\0\0") + struct.pack(order + "2HI2H", 0x0112, 3, 1, 6, 0)
        put("exif", name, b"Exif\0\0" + word + struct.pack(order + "HI", 42, 8) + struct.pack(order + "H", 2) + entries + bytes(4))


def nifti():
    for name, order, code, form in (("floats", "<", 16, "f"), ("words_big_endian", ">", 4, "h"), ("bytes", "<", 2, "B")):
        header = bytearray(352)
        struct.pack_into(order + "i", header, 0, 348)
        struct.pack_into(order + "8h", header, 40, 3, 4, 3, 2, 1, 1, 1, 1)
        struct.pack_into(order + "2h", header, 70, code, struct.calcsize(form) * 8)
        struct.pack_into(order + "3f", header, 108, 352, 2, 1)
        header[344:348] = b"n+1\0"
        data = bytes(header) + struct.pack(order + "24" + form, *range(24))
        put("nifti", name, data)
        put("nifti", name + ".gz", packed(data))


def safetensors():
    def model(entries, data):
        header = json.dumps({"__metadata__": {"format": "pt"}, **entries}, separators=(",", ":")).encode()
        header += b" " * (-len(header) % 8)
        return struct.pack("<Q", len(header)) + header + data

    def tensor(kind, shape, begin, end):
        return {"dtype": kind, "shape": shape, "data_offsets": [begin, end]}

    put("safetensors", "linear", model({"0.weight": tensor("F32", [2, 3], 0, 24), "0.bias": tensor("F32", [2], 24, 32)},
                                       struct.pack("<8f", *range(8))))
    put("safetensors", "batch_norm", model({"1.num_batches_tracked": tensor("I64", [], 0, 8),
                                            "1.running_mean": tensor("F64", [2], 8, 24)}, struct.pack("<q2d", 7, 1, 2)))
    put("safetensors", "product_of_2_to_the_64", model({"0.weight": tensor("F64", [2 ** 31, 2 ** 30], 0, 0)}, b""))


def pickle():
    """What numpy.savez writes for a dictionary {"x": float32 of 2 x 3, "y": int64 of 2}: protocol 3
    as NumPy 1 does, and protocol 4 with NumPy 2's names."""

    def text(word):
        return b"X" + struct.pack("<I", len(word)) + word.encode()

    def short(word):
        return b"\x8c" + bytes([len(word)]) + word.encode() + b"\x94"

    def named(module, name, new):
        return short(module) + short(name) + b"\x93" if new else b"c%s\n%s\n" % (module.encode(), name.encode())

    def kind(word, order, new):
        return (named("numpy", "dtype", new) + text(word) + b"\x89\x88\x87R"
                + b"(K\x03" + text(order) + b"NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\0tb")

    def array(shape, dtype, content, new):
        core = "numpy._core.multiarray" if new else "numpy.core.multiarray"
        return (named(core, "_reconstruct", new) + named("numpy", "ndarray", new) + b"K\0\x85C\x01b\x87R"
                + b"(K\x01" + shape + dtype + b"\x89" + content + b"tb")

    for name, new in (("protocol3", False), ("protocol4", True)):
        x = struct.pack("<6f", 1, 2, 3, 4, 5, 6.5)
        y = struct.pack("<2q", 1, 0)
        numbers = (text("x") + array(b"K\x02K\x03\x86", kind("f4", "<", new), b"C" + bytes([len(x)]) + x, new)
                   + text("y") + array(b"K\x02\x85", kind("i8", "<", new), b"C" + bytes([len(y)]) + y, new))
        whole = array(b")", kind("O8", "|", new), b"]}(" + numbers + b"ua", new)
        frame = b"\x80\x04\x95" + struct.pack("<Q", len(whole) + 1) if new else b"\x80\x03"
        put("pickle", name, npy_bytes("|O", "()", frame + whole + b"."))
    listed = b"\x80\x03}(" + text("x") + b"](K\x01K\x02e" + text("y") + b"](J\xff\xff\xff\xff\x88eu."
    put("pickle", "lists", npy_bytes("|O", "()", listed))
    put("pickle", "runs_a_command", npy_bytes("|O", "()", b"\x80\x03cos\nsystem\n" + text("true") + b"\x85R."))


def clients():
    put("clients", "hospitals", b"colour,hospital,part,age,ill\nred,site 10,train,50,yes\nblue,site 2,train,NA,no\n"
                                b"red,site 2,test,70,yes\n")


def leaf():
    put("leaf", "two_users", json.dumps({
        "users": ["u10", "u2"], "num_samples": [2, 1],
        "user_data": {"u10": {"x": [[0, 0.5, 1, 0.25], [1, 1, 1, 1]], "y": [3, 0]},
                      "u2": {"y": [1], "x": [[-1.5e-1, 2, 3, 4]], "raw": {"a": ["}", []]}}}}).encode())
    put("leaf", "rows", b' {"user_data":{"\\u00e4":{"x":[[[1,2],[3,4],[5,6]]],"y":[0]}}} ')


def layers():
    """A byte that chooses the data, and a network for it."""
    def linear(units="classes", **more):
        return {"layer": "linear", "units": units, **more}

    def convolution(channels, **more):
        return {"layer": "convolution", "channels": channels, **more}

    def block(inner, **more):
        return {"layer": "block", **more, "layers": inner}

    def word(name, **more):
        return {"layer": name, **more}

    lists = {
        "table": (0, [linear(8), word("relu"), word("dropout", rate=0.25), linear()]),
        "targets": (1, [word("layerNorm"), linear(4, bias=False), word("gelu"), linear(1)]),
        "picture": (2, [convolution(4, kernel=5, padding=2), word("prelu"), word("maxPool"),
                        word("averagePool", kernel=2), word("flatten"), linear(), word("softmax")]),
        "residual": (3, [convolution(16, padding=1), word("batchNorm"), word("relu"),
                         block([convolution(16, padding=1, groups=16), word("tanh")], repeat=2, shortcut="identity"),
                         block([convolution(32, stride=2, padding=1), word("groupNorm", groups=4)],
                               shortcut="projection", norm="groupNorm", groups=4),
                         block([convolution(8, kernel=1, dilation=3)], shortcut="concatenate"),
                         word("globalAveragePool"), linear()]),
        "sigmoid": (4, [word("flatten"), linear(1), word("sigmoid")]),
        "scan": (5, [convolution(2, padding=1), block([word("maxPool"), word("upsample", factor=2)],
                                                      shortcut="concatenate"), convolution(2, kernel=1), word("softmax")]),
        "misfit": (2, [convolution(4, kernel=40), linear()]),
        "deep": (0, [block([block([block([linear(3)], repeat=3)], repeat=4)]), linear()]),
        "unknown": (0, [{"layer": "lineal", "units": {"sweep": [1, 2]}}, 7]),
    }
    for name, (data, network) in lists.items():
        put("layers", name, bytes([data]) + json.dumps(network).encode())


def characters():
    put("characters", "play", "A play.\r\n\r\nANNA:\r\nGood day, {}.\r\n\r\nPAUL:\r\nGood {}.\r\n\r\nANNA:\r\nWell!\r\n"
        .format("J\u00fcrgen", "\u0414\u0435\u043d\u044c").encode())
    put("characters", "blocks.gz", packed(b"one\ntwo\n\n \nthree\xe2\x82\xac\rfour"))


def detect():
    put("detect", "semicolons", b"a;b;kind\n1;2;x\n3;4;y\n")
    put("detect", "targets", packed(b"x\ty\n1\t0.5\n2\t0.25\n"))
    put("detect", "blanks", b"  1  2 0\n 3 4  1\n")


for make in (idx, cifar, tar, npy, npz, mat, text, png, exif, nifti, safetensors, pickle, clients, leaf, characters, detect, answer, layers,
             message):
    make()
