"""ETags work through a proxy that compresses: nginx, which makes them weak."""

import contextlib
import gzip
import json
import socket
import subprocess
import time
import urllib.error
import urllib.request

from .fuzz import prepare
from .tools import WORK, Failed

# One nginx in the foreground: it is stopped by its pid, and leaves nothing elsewhere.
CONFIG = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    gzip on;
    gzip_proxied any;
    gzip_min_length 1;
    gzip_types application/json application/problem+json text/csv;
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass {service};
            {more}
        }}
    }}
}}
"""

# Who compresses, and what says so to nginx.
WAYS = {"the service": "", "nginx": 'proxy_set_header Accept-Encoding "";'}


@contextlib.contextmanager
def nginx(service, more):
    """The address of an nginx in front of the service."""
    folder = WORK / "nginx"
    folder.mkdir(parents=True, exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(folder=folder, port=port, service=service, more=more))
    program = subprocess.Popen(["nginx", "-c", config, "-p", folder, "-e", folder / "error.log"])
    try:
        wait_for(program, port, folder / "error.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        program.terminate()
        program.wait(timeout=30)


def wait_for(program, port, log):
    until = time.monotonic() + 20
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        if program.poll() is not None or time.monotonic() > until:
            raise Failed(f"nginx does not listen on {port}:\n{log.read_text()}")
        time.sleep(0.05)


class Client:
    """Sends a key, and takes answers as gzip."""

    def __init__(self, url, key):
        self.url, self.key = url, key

    def __call__(self, method, path, expect, body=None, **headers):
        """The answer's tag and body; fails at another status."""
        request = urllib.request.Request(self.url + path, method=method)
        named = {"Authorization": f"Bearer {self.key}", "Accept-Encoding": "gzip"}
        for name, value in {**named, **headers}.items():
            request.add_header(name.replace("_", "-"), value)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            answer = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as refused:
            answer = refused
        text = answer.read()
        if answer.headers.get("Content-Encoding") == "gzip":
            text = gzip.decompress(text)
        elif answer.status == 200:
            raise Failed(f"{method} {path} is not compressed")
        if answer.status != expect:
            raise Failed(f"{method} {path} {headers}: {answer.status}, not {expect}: {text.decode()}")
        return answer.headers.get("ETag"), text


def walk(call, ids):
    """Reads what is known already, and changes what was read."""
    game = f"/v1/games/{ids['game']}"
    for path in [game, f"{game}/log", f"/v1/clubs/{ids['club']}/standings", f"/v1/clubs/{ids['club']}/standings.csv"]:
        tag, text = call("GET", path, 200)
        if not tag.startswith('W/"') or not text:
            raise Failed(f"{path}: the tag of a compressed answer is {tag}")
        call("GET", path, 304, If_None_Match=tag)
        call("GET", path, 304, If_None_Match=f'"other", {tag}')
        call("GET", path, 200, If_None_Match='W/"other"')
    read, _ = call("GET", game, 200)
    changed, _ = call("PATCH", game, 200, {"name": "Friday"}, If_Match=read, Prefer="return=representation")
    call("DELETE", f"{game}/rounds/last", 412, If_Match=read)
    call("DELETE", f"{game}/rounds/last", 200, If_Match=changed, Prefer="return=representation")
    call("GET", game, 200, If_None_Match=changed)


def check(url):
    for more in WAYS.values():
        key, ids = prepare(url)
        with nginx(url, more) as front:
            walk(Client(front, key), ids)
    return f"ETags work through nginx where {' and where '.join(WAYS)} compresses"
