#!/usr/bin/env python3
"""Checks a battle log by what assistant/session/FORMAT.md says, with nothing but Python's own library.

usage: check_log.py game.battle [--list]
Chain, order, keys and every seal that can be opened with the keys in the log, in game.keys or (format 1) in game.secrets.
Prints what was checked; --list prints every hidden value. Exit 0: sound; 1: something does not fit (named)."""
import base64, hashlib, hmac, json, os, struct, sys


def blake(data): return hashlib.blake2b(data, digest_size=32).hexdigest()


def quarter(s, a, b, c, d):
    for x, y, z, r in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        s[x] = (s[x] + s[y]) & 0xFFFFFFFF
        v = s[z] ^ s[x]
        s[z] = ((v << r) | (v >> (32 - r))) & 0xFFFFFFFF


def rounds(state):
    s = list(state)
    for _ in range(10):
        for q in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(s, *q)
    return s


WORDS = struct.unpack("<4I", b"expand 32-byte k")


def keystream(key, nonce, block):
    state = WORDS + struct.unpack("<8I", key) + (block,) + struct.unpack("<3I", nonce)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(rounds(state), state)))


def unseal(key, box):
    """XChaCha20-Poly1305 (IETF), no additional data: 24 bytes nonce, the text, 16 bytes tag."""
    nonce, text, tag = box[:24], box[24:-16], box[-16:]
    s = rounds(WORDS + struct.unpack("<8I", key) + struct.unpack("<4I", nonce[:16]))
    key, nonce = struct.pack("<8I", *(s[:4] + s[12:])), b"\0\0\0\0" + nonce[16:]
    first = keystream(key, nonce, 0)
    r, mac = int.from_bytes(first[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF, 0
    signed = text + bytes(-len(text) % 16) + struct.pack("<QQ", 0, len(text))
    for i in range(0, len(signed), 16):
        mac = (mac + int.from_bytes(signed[i:i + 16] + b"\1", "little")) * r % ((1 << 130) - 5)
    mac = (mac + int.from_bytes(first[16:32], "little")) & ((1 << 128) - 1)
    if not hmac.compare_digest(mac.to_bytes(16, "little"), tag): raise ValueError("a seal does not open with its key")
    blocks = b"".join(keystream(key, nonce, 1 + i) for i in range((len(text) + 63) // 64))
    return bytes(a ^ b for a, b in zip(text, blocks))


def main(path, listing):
    name = os.path.splitext(path)[0]
    data = open(path, "rb").read()
    whole, torn = data[:data.rfind(b"\n") + 1], data[data.rfind(b"\n") + 1:]
    chain, lines = "", []
    for number, raw in enumerate(whole.split(b"\n")[:-1], 1):
        at = raw.rfind(b',"chain":"')
        if at < 0 or blake(chain.encode() + raw[:at] + b"}") != json.loads(raw)["chain"]: raise ValueError(f"line {number}: the chain does not fit")
        lines.append(json.loads(raw))
        chain = lines[-1]["chain"]
    if not lines: raise ValueError("holds no whole line")
    header, commands = lines[0], [line for line in lines[1:] if "seq" in line]
    if not 1 <= header["polemarch_battle"] <= 2: raise ValueError("a newer format")
    if [line["seq"] for line in commands] != list(range(1, len(commands) + 1)): raise ValueError("seq is out of order")
    hashes, keys = header.get("keys", {}), {}
    for line in lines[1:]:
        hashes, keys = line.get("keys", hashes), line.get("open_keys", keys)
    if not keys and hashes and os.path.exists(name + ".keys"): keys = json.load(open(name + ".keys"))
    if not isinstance(keys, dict): raise ValueError("the keys are no object")
    keys = {owner: bytes.fromhex(keys[owner]) for owner in hashes if owner in keys}
    for owner, key in keys.items():
        if blake(key) != hashes[owner]: raise ValueError(f"the key of {owner} is not the one of the header")
    old = [json.loads(line) for line in open(name + ".secrets", "rb").read().splitlines()] if os.path.exists(name + ".secrets") else []
    salted = {blake((o["salt"] + o["id"] + "\n" + o["value"]).encode()): o["value"] for o in old}
    found = {"opened": 0, "closed": 0}

    def walk(value, where):
        if isinstance(value, dict) and ("sealed" in value or set(value) == {"seal"}):
            text = salted.get(value.get("seal"))
            if "sealed" in value and value["for"] in keys:
                text = unseal(keys[value["for"]], base64.b64decode(value["sealed"], validate=True)).decode()
                if len(text) not in [n * 4**k for n in (256, 1024) for k in range(12)]: raise ValueError(f"{where}: a seal's length tells something")
            found["closed" if text is None else "opened"] += 1
            if text is not None and listing: print(f"{where} for {value.get('for', '?')}: {text.strip()}")
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
            walk(inner, f"{where}/{key}")

    for line in lines: walk(line, f"seq {line['seq']}" if "seq" in line else "header" if line is header else "keys")
    print(f"{len(commands)} commands, {found['opened']} seals opened, {found['closed']} closed" + (f", {len(torn)} bytes torn" if torn else ""))
    return 1 if torn else 0


if __name__ == "__main__":
    if len(sys.argv) < 2: sys.exit(__doc__)
    try: sys.exit(main(sys.argv[1], "--list" in sys.argv[2:]))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OSError, struct.error) as wrong: sys.exit(f"{sys.argv[1]}: {wrong}")
