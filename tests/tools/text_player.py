"""A player who knows no ruleset plays whole battles through `polemarch play BATTLE --source manual: --text`.
The dice are its own, by its seed; the program draws the cards.

text_player.py PROGRAM BATTLE COUNT [FIRST_SEED]: COUNT battles (200 with POLEMARCH_LONG=1). Exit 1 where a screen offers no way
on, refuses what it offered, shows the same key twice or does not come to an end."""
import json, os, random, shutil, subprocess, sys, tempfile

MOST = 80000  # lines a battle


class Stuck(Exception):
    pass


class Game:
    """The program with its two pipes: a line said, the screen that answers it."""

    def __init__(self, program, battle):
        self.folder = tempfile.mkdtemp()
        copy = shutil.copy(battle, self.folder)
        self.program = subprocess.Popen([program, "play", copy, "--source", "manual:", "--text"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.given = 0
        self.screen = self.read()

    def read(self):
        while True:
            line = self.program.stdout.readline()
            if not line:
                raise Stuck("the program ended")
            screen = json.loads(line)
            if screen["after"] == self.given:
                return screen

    def say(self, line):
        self.given += 1
        self.program.stdin.write(json.dumps(line) + "\n")
        self.program.stdin.flush()
        self.screen = self.read()

    def report(self):
        """Where the battle is over the screen offers its report and writes it whole."""
        if "F8" not in [entry["key"] for entry in allowed(self.screen["menu"])]:
            raise Stuck("no report is offered")
        self.say({"key": "F8"})
        pages = [name for name in os.listdir(self.folder) if name.endswith("-report.html")]
        said = any(name in notice for name in pages for notice in self.screen["notices"])
        if not said or not open(os.path.join(self.folder, pages[0])).read().rstrip().endswith("</html>"):
            raise Stuck("the report is not written, or nobody says where: " + " ".join(self.screen["notices"]))

    def close(self):
        self.program.stdin.close()
        code = self.program.wait(timeout=60)
        shutil.rmtree(self.folder)
        return code


def allowed(entries):
    return [entry for entry in entries if entry["allowed"]]


def typed(values, highest):
    """The keys that say these dice."""
    if highest > 10:
        return [key for value in values for key in [*str(value), "Space"]] + ["Enter"]
    return [str(value % 10) for value in values] + (["Enter"] if len(values) > 1 else [])


def answer(asked, rng):
    """The keys that answer it."""
    if asked["veiled"]:
        return ["Enter"]
    if asked["takes_text"]:
        return ["Escape"]
    if asked["takes_values"]:
        if asked["draws"]:
            return ["v"]
        return typed([rng.randint(asked["lowest"], asked["highest"]) for _ in range(asked["count"])], asked["highest"])
    options = allowed(asked["options"])
    picked = any(option["picked"] for option in options)
    if not options or (asked["most"] > 1 and rng.random() < (0.5 if picked else 0.1)):
        return ["Enter"]
    return [rng.choice(options)["key"]]


def act(screen, since_end, rng):
    """An order of the chosen unit, another unit, or what belongs to no unit; what ends something seldom or last."""
    menu = allowed(screen["menu"])
    ends, others = [entry for entry in menu if entry["ends"]], [entry for entry in menu if not entry["ends"]]
    able = [unit for unit in screen["units"] if unit["can"] > 0]
    if ends and since_end > 20 and rng.random() < 0.3:
        return {"key": rng.choice(ends)["key"]}
    orders = allowed(screen["offers"]) if screen["selected"] else []
    if orders and rng.random() < 0.8:
        return {"key": rng.choice(orders)["key"]}
    if others and (rng.random() < 0.2 or not able):
        return {"key": rng.choice(others)["key"]}
    if able:
        return {"select": rng.choice(able)["unit"]}
    if not ends and orders:
        return {"key": rng.choice(orders)["key"]}
    if not ends:
        raise Stuck("no way on")
    return {"key": rng.choice(ends)["key"]}


def check(screen):
    if not screen["now"]:
        raise Stuck("NOW says nothing")
    keys = [entry["key"] for part in ("menu", "offers") for entry in allowed(screen[part])]
    if screen["question"]:
        keys = [option["key"] for option in allowed(screen["question"]["options"])]
    if "" in keys or len(keys) != len(set(keys)):
        raise Stuck("keys that are empty or stand twice: " + " ".join(keys))


def play(program, battle, seed):
    rng = random.Random(seed)
    game = Game(program, battle)
    since_end = 0
    try:
        while not game.screen["ended"]:
            before = game.screen
            check(before)
            if game.given == MOST:
                raise Stuck("it does not end")
            lines = [{"key": key} for key in answer(before["question"], rng)] if before["question"] else [act(before, since_end, rng)]
            ending = not before["question"] and any(entry["key"] == lines[0].get("key") and entry["ends"] for entry in before["menu"])
            since_end = 0 if ending else since_end + 1
            for line in lines:
                game.say(line)
            result = game.screen["result"]
            if result != before["result"] and result.startswith("refused"):
                raise Stuck(f"offered, then refused: {lines}: {result}")
        ended = game.screen["ended"]["text"]
        game.report()
        if game.close() != 0:
            raise Stuck("it ended otherwise than by 0")
        print(f"seed {seed}: {game.given} lines, {ended}", flush=True)
        return True
    except Stuck as why:
        print(f"seed {seed}, line {game.given}: {why}\n{json.dumps(game.screen)[:4000]}", flush=True)
        game.program.kill()
        return False


if __name__ == "__main__":
    count = 200 if os.environ.get("POLEMARCH_LONG") else int(sys.argv[3])
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    done = [play(sys.argv[1], sys.argv[2], seed) for seed in range(first, first + count)]
    print(f"{sum(done)} of {count} ended")
    sys.exit(0 if all(done) else 1)
