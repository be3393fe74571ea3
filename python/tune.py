"""The search of `agon tune`: Optuna proposes points, `agon compare` judges them.

host/cli/tune.cpp starts this file with the task, one JSON object, on standard input. It needs Optuna; --html needs
matplotlib, too, and the plot of importances scikit-learn. Exit codes are those of the host.
"""

import base64
import concurrent.futures
import contextlib
import dataclasses
import hashlib
import html
import importlib
import io
import json
import math
import os
import shlex
import signal
import subprocess
import sys
import tempfile

SYSTEM_PYTHON = "/usr/bin/python3"  # has Debian's packages; the first one in PATH is often another one
DONE, USAGE, PLUGIN, OUTPUT, INTERNAL, INTERRUPTED = 0, 2, 3, 5, 7, 130
AT_ONCE = 4  # points that are proposed together; with up to as many jobs, their number changes no result
PATIENCE = 50  # points in a row that were judged before; then the space has no others
GIVE_UP = 10  # points that can't be compared before the first one that can

optuna = None  # imported once the task is read


class Failure(Exception):
    """A sentence for the user, and the exit code."""


class Stopped(Exception):
    """A signal has arrived."""


class Parameter:
    """An option that varies, or a number in the list of an option of kind text: see host/cli/tune_space.hpp."""

    def __init__(self, described):
        vars(self).update(described)  # name, option, range, start, choices, low, high, step, whole, log, separator

    def distribution(self):
        if self.choices:
            return optuna.distributions.CategoricalDistribution(self.choices)
        if self.whole:
            step = 1 if self.log else int(self.step)  # Optuna takes one or the other
            return optuna.distributions.IntDistribution(int(self.low), int(self.high), log=self.log, step=step)
        return optuna.distributions.FloatDistribution(self.low, self.high, log=self.log)

    def start_value(self):
        return self.start if self.choices else int(float(self.start)) if self.whole else float(self.start)

    def text(self, value):
        """Returns the value as the option takes it. Numbers have five digits, in a linear range those of its width."""
        if self.choices or self.whole:
            return str(value)
        grain = 10.0 ** (math.floor(math.log10(value if self.log else self.high - self.low)) - 4)
        return f"{min(max(round(value / grain) * grain, self.low), self.high):.9g}"


@dataclasses.dataclass
class Point:
    """Values of all parameters, as texts, and what comparisons with the reference said of them."""

    texts: list
    stages: list = dataclasses.field(default_factory=list)  # [number of seeds, mean difference]
    interval: list = None
    seeds: int = 0
    matches: int = 0
    failures: int = 0
    pruned: bool = False
    fault: str = None  # why it can't be compared

    def mean(self):
        return self.stages[-1][1] if self.stages else 0.0  # the start, which was not compared with itself

    def gain(self):
        ends = " to ".join(f"{end:+.4g}" for end in self.interval or [] if end is not None)
        return f"{self.mean():+.4g} a seed" + (f", 95 % interval {ends}" if ends else "")


class Judge:
    """Compares points with the reference, in processes of `agon compare`."""

    def __init__(self, task, space, database):
        self.task, self.space, self.database = task, space, database
        self.children, self.stopped = set(), False

    def stop(self, number, _frame):
        """Handles a signal: comparisons end, and keep what they have played. A second signal ends this process."""
        signal.signal(number, signal.SIG_DFL)
        self.stopped = True
        for child in list(self.children):
            child.terminate()

    def plugin(self, texts):
        """Returns what --plugin takes: the strategy with the values of a point."""
        options = {}
        for parameter, text in zip(self.space, texts):
            before = options.get(parameter.option)
            options[parameter.option] = text if before is None else before + parameter.separator + text
        return ",".join([self.task["plugin"], *(f"{name}={value}" for name, value in options.items())])

    def run(self, texts, against, seeds, more, command="compare-trial", stderr=subprocess.PIPE):
        """Compares a point, for the search's own use unless the command is "compare". Returns the exit code and both outputs. Ctrl-C does not reach the process."""
        words = [self.task["program"], command, *self.task["words"], "--plugin", self.plugin(texts) + ",name=" + self.task["name"],
                 "--against", against, "--seeds", seeds, "--db", self.database, *more]
        child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True,
                                 errors="replace", start_new_session=True)
        self.children.add(child)
        if self.stopped:  # perhaps before the process was one of the children
            child.terminate()
        out, err = child.communicate()
        self.children.remove(child)
        self.stopped = self.stopped or child.returncode == INTERRUPTED
        if self.stopped:
            raise Stopped
        return child.returncode, out, err or ""

    def __call__(self, texts, best):
        """Judges a point, until it is clear that it is worse than the mean `best`; None: there is none yet."""
        point = Point(texts)
        trial = ["--jobs", "1", "--json", "--quiet"] + ["--keep"] * self.task["keep"]
        for stage in self.task["stages"]:
            code, out, err = self.run(texts, self.task["against"] or self.task["start"], stage["list"], trial)
            why = err.strip().removeprefix(self.task["prefix"]) or f"a comparison ended with {code}"
            if code in (USAGE, PLUGIN):
                return dataclasses.replace(point, fault=why)
            if code != DONE:
                raise Failure(why, code if code > 0 else INTERNAL)
            found = json.loads(out)
            if found["new"]["sha256"] != self.task["sha256"]:
                raise Failure("the strategy's file has changed: start the search again to tune the new build", PLUGIN)
            point.stages.append([stage["seeds"], found["difference"]])
            point.interval, point.seeds, point.failures = found["interval"], stage["seeds"], found["new"]["failures"]
            point.matches = point.seeds * self.task["matches_a_seed"]
            high = (point.interval or [None, None])[1]
            point.pruned = stage is not self.task["stages"][-1] and None not in (high, best) and high < best
            if point.pruned:
                break
        return point


class Search:
    """Proposes points, has them judged, and keeps them in a study in an SQLite file.

    That has finished trials alone, and the sampler a new seed for each proposal: a search goes on as if not interrupted.
    """

    def __init__(self, task, space, judge, file):
        self.task, self.space, self.judge = task, space, judge
        self.distributions = {each.name: each.distribution() for each in space}
        self.start = [each.text(each.start_value()) for each in space]
        self.at_once = max(AT_ONCE, task["jobs"])
        known = ("words", "builds", "plugin", "start", "against", "parameters", "stages", "matches", "sampler", "search_seed")
        digest = hashlib.sha256(json.dumps([self.at_once] + [task[name] for name in known]).encode()).hexdigest()[:12]
        self.kept = optuna.create_study(storage=f"sqlite:///{file}", direction="maximize", load_if_exists=True,
                                        study_name=f"{task['strategy']} for {task['game']}, {digest}")
        self.study = optuna.create_study(direction="maximize")  # in memory, with the trials that the sampler asks for
        self.trials, self.points = 0, {}  # by their texts
        for trial in self.kept.trials:
            self.take(trial, Point(**trial.user_attrs["point"]))

    def take(self, trial, point):
        self.study.add_trial(trial)
        self.trials += 1
        self.points.setdefault(tuple(point.texts), point)

    def keep(self, params, point):
        """Stores a point that was judged."""
        state = optuna.trial.TrialState.PRUNED if point.pruned or point.fault else optuna.trial.TrialState.COMPLETE
        trial = optuna.trial.create_trial(
            state=state, value=None if point.fault else point.mean(), params=params, distributions=self.distributions,
            user_attrs={"point": dataclasses.asdict(point)}, intermediate_values=dict(point.stages))
        self.kept.add_trial(trial)
        self.take(trial, point)

    def matches(self):
        return sum(point.matches for point in self.points.values())

    def best(self):
        complete = [point for point in self.points.values() if not point.pruned and not point.fault]
        return max(complete, key=Point.mean, default=None)

    def proposed(self):
        seed = (self.task["search_seed"] * 1000003 + self.trials) % 2**32
        if self.task["sampler"] == "random":
            self.study.sampler = optuna.samplers.RandomSampler(seed=seed)
        else:
            first = max(10, 2 * len(self.space))  # points at random, before there is something to learn from
            self.study.sampler = optuna.samplers.TPESampler(seed=seed, multivariate=True, constant_liar=True, n_startup_trials=first)
        asked = [self.study.ask(self.distributions) for _ in range(self.at_once)]
        for trial in asked:  # what is judged becomes a trial of its own
            self.study.tell(trial, state=optuna.trial.TrialState.FAIL)
        return [trial.params for trial in asked]

    def run(self):
        """Searches until all matches are played, or the space has no other points."""
        if not self.trials:
            first = self.judge(self.start, None) if self.task["against"] else Point(self.start)
            self.keep({each.name: each.start_value() for each in self.space}, first)
        idle = 0
        with concurrent.futures.ThreadPoolExecutor(self.task["jobs"]) as pool:
            while self.matches() < self.task["matches"] and idle < PATIENCE:
                proposed = self.proposed()
                texts = [tuple(each.text(params[each.name]) for each in self.space) for params in proposed]
                new = [each for each in dict.fromkeys(texts) if each not in self.points]
                best = self.best() and self.best().mean()
                judged = dict(zip(new, pool.map(lambda each: self.judge(list(each), best), new)))
                for params, each in zip(proposed, texts):
                    self.keep(params, judged.get(each) or self.points[each])
                idle = 0 if new else idle + len(proposed)
                faults = [point.fault for point in self.points.values() if point.fault]
                if len(faults) >= GIVE_UP and self.matches() == 0:
                    raise Failure(faults[0], PLUGIN)
                if sys.stderr.isatty() and not self.task["quiet"]:
                    print(f"\r\x1b[K{self.matches()} of {self.task['matches']} matches, {counted(len(self.points), 'point')}, best "
                          f"{self.best().gain() if self.best() else 'none'}", end="", file=sys.stderr, flush=True)


def counted(count, word):
    return f"{count} {word}" if count == 1 else f"{count} {word}es" if word == "match" else f"{count} {word}s"


def report(search, best):
    """Returns the result as JSON and as text."""
    task, space, points = search.task, search.space, search.points.values()

    def described(point):
        return {"options": {each.name: text for each, text in zip(space, point.texts)}, "seeds": point.seeds, "mean": point.mean(),
                "interval": point.interval, "given_up": point.pruned, "fault": point.fault}

    found = {name: task[name] for name in ("game", "strategy", "reference", "sampler", "search_seed", "study")}
    found |= {"matches": search.matches(), "failures": sum(point.failures for point in points),
              "options": [{"name": each.name, "range": each.range, "start": each.start, "best": text} for each, text in zip(space, best.texts)],
              "best": described(best)["options"], "on_tuning_seeds": described(best), "points": [described(point) for point in points]}
    rows = [["option", "range", "start", "best"]] + [list(row.values()) for row in found["options"]]
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = [f"Tuned {found['strategy']} for {found['game']}: {counted(len({each.option for each in space}), 'option')}, sampler "
             f"{found['sampler']}, {counted(found['matches'], 'match')}, {counted(len(points), 'point')} "
             f"({sum(point.pruned for point in points)} given up early)", ""]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    lines += ["", f"Against {found['reference']} on the seeds of tuning: {best.gain()} ({counted(best.seeds, 'seed')})",
              "This is the best of many points, so it is too high on average: no result."]
    faults = [point.fault for point in points if point.fault]
    if faults:
        lines.append(f"{counted(len(faults), 'point')} could not be compared; the first: {faults[0]}")
    if found["failures"]:
        lines.append(f"{counted(found['failures'], 'seat')} failed in matches of the tuning.")
    if found["study"]:
        lines.append(f"To look at the points: optuna-dashboard {shlex.quote('sqlite:///' + found['study'])}")
    return found, "\n".join(lines) + "\n"


def page_of(study, text):
    """Returns an HTML page with the text and Optuna's plots of the study, but for those that can't be drawn of it."""
    plots = importlib.import_module("optuna.visualization.matplotlib")
    pyplot = importlib.import_module("matplotlib.pyplot")
    pictures = []
    for name in ("optimization_history", "param_importances", "slice"):
        with contextlib.suppress(Exception):  # such as no scikit-learn, or too few points
            getattr(plots, "plot_" + name)(study)
            drawn = io.BytesIO()
            pyplot.savefig(drawn, format="svg", bbox_inches="tight")
            picture = base64.b64encode(drawn.getvalue()).decode()
            pictures.append(f'<p><img style="max-width: 100%" alt="{name.replace("_", " ")}" src="data:image/svg+xml;base64,{picture}">')
        pyplot.close("all")
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tuning</title><h1>Tuning</h1>'
    return "\n".join([head, f"<pre>{html.escape(text)}</pre>", *pictures, ""])


def tune(task, folder):
    """Runs the whole command. Returns its exit code."""
    database = task["database"] or os.path.join(folder, "points.db")
    studies = os.path.splitext(database)[0] + ".studies.db"
    task["study"] = studies if task["database"] else None
    if task["html"]:
        open(task["html"], "a", encoding="utf-8").close()  # better now than after hours
    space = [Parameter(each) for each in task["parameters"]]
    judge = Judge(task, space, database)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, judge.stop)
    search = Search(task, space, judge, studies)
    with contextlib.suppress(Stopped):
        search.run()
    best = search.best() or Point(search.start)
    found, text = report(search, best)
    print("" if task["json"] else text, end="", flush=True)
    better, check, shown = best.texts != search.start, None, ""
    with contextlib.suppress(Stopped):
        if better and not judge.stopped:
            how = ["--keep"] * task["keep"] + ["--jobs", str(task["jobs"]), "--json"] + ["--quiet"] * (task["quiet"] or task["json"])
            code, out, _ = judge.run(best.texts, task["start"], task["check"], how, "compare", None)
            if code != DONE:
                return code
            check = json.loads(out)
            out = judge.run(best.texts, task["start"], task["check"], ["--quiet"])[1]  # the same, which is stored, as text
            shown = f"\nCheck on {counted(task['check_seeds'], 'seed')} that tuning has not used ({task['check']}):\n{out}"
    confirmed = check is not None and check["answer"] == "better"
    found["check"], found["plugin"] = check, judge.plugin(best.texts) if confirmed else task["start"]
    if check:
        advice = "To play the best point" if confirmed else "The start's values stay the best that is known"
        shown += f"\n{advice}: --plugin {shlex.quote(found['plugin'])}\n"
    elif not better and not judge.stopped:
        shown = "\nNo better point than the start was found, so there is nothing to check.\n"
    print(json.dumps(found) + "\n" if task["json"] else shown, end="", flush=True)
    if task["html"]:
        with open(task["html"], "w", encoding="utf-8") as page:
            page.write(page_of(search.kept, text + shown))
    if judge.stopped:
        print(f"{task['prefix']}interrupted after {counted(search.matches(), 'match')} of the tuning{task['go_on']}", file=sys.stderr)
    return INTERRUPTED if judge.stopped else DONE


def main():
    global optuna
    task = json.load(sys.stdin)
    os.environ["MPLBACKEND"] = "agg"
    try:
        for name, need in (("optuna", "tune needs Python 3 with the library Optuna"), ("matplotlib", "tune --html needs matplotlib")):
            if name == "optuna" or task["html"]:
                importlib.import_module(name)
    except ImportError as error:
        if sys.executable != SYSTEM_PYTHON and os.path.exists(SYSTEM_PYTHON):
            os.lseek(0, 0, os.SEEK_SET)
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, "-Wignore", __file__])
        print(f"{task['prefix']}{need} ({error}): install Debian's package python3-{name}", file=sys.stderr)
        return USAGE
    optuna = sys.modules["optuna"]
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    try:
        with tempfile.TemporaryDirectory(prefix="agon-tune-") as folder:
            return tune(task, folder)
    except Failure as failure:
        sentence, code = failure.args
    except BrokenPipeError:  # the reader of the output has ended, and there is nobody to tell
        os._exit(128 + signal.SIGPIPE)
    except (OSError, importlib.import_module("sqlalchemy").exc.SQLAlchemyError) as error:  # Optuna's storage
        sentence, code = str(error).splitlines()[0], OUTPUT
    print(task["prefix"] + sentence, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
