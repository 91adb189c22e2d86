"""What all checks of the document use: commands, installed tools, and the service itself."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLIENTS = ROOT / "openapi" / "clients"
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "clients"
VENV = WORK / "venv"
NODE = WORK / "node"
DOCUMENT = ROOT / "openapi" / "openapi.json"
OLDER = ROOT / "openapi" / "openapi-3.0.json"


class Failed(Exception):
    """A step did not work; the text is what it said."""


def run(*command, cwd=ROOT, **env):
    """Runs a command and answers what it printed."""
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, **env}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=env, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise Failed(f"$ {' '.join(map(str, command))[:300]}\n{done.stdout}")
    return done.stdout


def files(folder, ending):
    return sorted(Path(folder).rglob(f"*.{ending}"))


def fresh(name):
    """An empty folder for what is generated."""
    folder = WORK / "generated" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def install_python():
    wanted = CLIENTS / "requirements.txt"
    have = VENV / "requirements.txt"
    if not have.exists() or have.read_text() != wanted.read_text():
        run(sys.executable, "-m", "venv", "--clear", VENV)
        run(VENV / "bin" / "pip", "install", "--quiet", "--no-deps", "--disable-pip-version-check",
            "-r", wanted)
        shutil.copy(wanted, have)


def install_node():
    wanted = (CLIENTS / "package-lock.json").read_text()
    have = NODE / "installed"
    if not have.exists() or have.read_text() != wanted:
        NODE.mkdir(parents=True, exist_ok=True)
        for name in ["package.json", "package-lock.json", ".npmrc"]:
            shutil.copy(CLIENTS / name, NODE / name)
        run("npm", "ci", cwd=NODE)
        have.write_text(wanted)


def install():
    WORK.mkdir(parents=True, exist_ok=True)
    install_python()
    install_node()


def site(*parts):
    """A file that came with a Python package."""
    return next((VENV / "lib").glob("python3*/site-packages")).joinpath(*parts)


@contextlib.contextmanager
def service():
    """The service on a free port with an empty data folder."""
    run("cargo", "build", "--locked", "--quiet")
    with tempfile.TemporaryDirectory() as data:
        os.chmod(data, 0o755)
        env = {**os.environ, "PIPKEEPER_DATA_DIR": f"{data}/data", "PIPKEEPER_LISTEN": "127.0.0.1:0",
               "PIPKEEPER_RATE_PER_KEY": "10000", "PIPKEEPER_RATE_PER_ADDRESS": "10000"}
        for name in ["DATABASE_URL", "PIPKEEPER_ADMIN_KEY"]:
            env.pop(name, None)
        program = subprocess.Popen([TARGET / "debug" / "pipkeeper"], env=env, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            first = program.stdout.readline()
            listens = re.match(r"Pipkeeper listens on (\S+)", first)
            if not listens:
                raise Failed(f"the service did not start: {first}")
            yield listens.group(1)
        finally:
            program.send_signal(signal.SIGTERM)
            program.communicate(timeout=60)
