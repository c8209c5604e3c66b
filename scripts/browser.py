#!/usr/bin/env python3
"""Opens a page in headless Chromium through its DevTools pipe and tells what it saw.

Standard input is one visit as JSON: "page", a path, or with "serve" a name in that folder, which is then served on the
loopback interface with the answer's "headers"; "width", "height", "dark", "print"; and "steps", done in order, each
{"evaluate": expression}, {"await": expression}, which waits until it is true, {"open": fragment}, {"press": key},
{"type": text}, {"click": selector}, {"screenshot": path}, with "height" in pixels from the top of the page on, or
{"pdf": path}. The page's own scripts are off unless "scripts" is true. Standard output is JSON: "values" of the steps,
the "requests" that the page made, what stands on its "console".
"""
import base64
import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time

CHROMIUM = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-extensions",
            "--disable-sync", "--disable-default-apps", "--no-pings", "--remote-debugging-pipe"]


class Chromium:
    """One browser with one page; DevTools messages end with a NUL and go over descriptors 3 and 4."""

    def __init__(self, profile):
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()

        def connect():
            # Away from 3 and 4 first, since the pipes may be there.
            os.dup2(commands, 100)
            os.dup2(answers, 101)
            os.dup2(100, 3)
            os.dup2(101, 4)

        self.process = subprocess.Popen(
            CHROMIUM + [f"--user-data-dir={profile}"], preexec_fn=connect, close_fds=False,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": profile})
        os.close(commands)
        os.close(answers)
        self.number, self.session, self.rest, self.events = 0, None, b"", []
        # So that a step can read what the page has copied.
        self.call("Browser.grantPermissions", permissions=["clipboardReadWrite"])
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def receive(self):
        while b"\0" not in self.rest:
            piece = os.read(self.answers, 1 << 20)
            if not piece:
                sys.exit("chromium ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def evaluate(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if "exceptionDetails" in result:
            sys.exit(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while not self.evaluate(expression):
            if time.monotonic() > end:
                sys.exit(f"{expression}: not true after {seconds} s")
            time.sleep(0.02)

    def press(self, key):
        """A key by its name, behind "Control+" if that is held."""
        modifiers = 2 if key.startswith("Control+") else 0
        key = key.removeprefix("Control+")
        code = {"Tab": 9, "Enter": 13, "Escape": 27, "Delete": 46}.get(key, 0)
        parameters = {"key": key, "modifiers": modifiers, "windowsVirtualKeyCode": code}
        if len(key) == 1 and not modifiers:
            parameters["text"] = key
        self.call("Input.dispatchKeyEvent", type="keyDown", **parameters)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, modifiers=modifiers, windowsVirtualKeyCode=code)

    def click(self, selector):
        """A click of the mouse in the middle of an element, scrolled into sight."""
        place = self.evaluate(f"""(item => {{
            item.scrollIntoView({{ block: "center" }})
            const box = item.getBoundingClientRect()
            return {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }}
        }})(document.querySelector({json.dumps(selector)}))""")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def open(self, url):
        self.events.clear()
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.receive()

    def seen(self, method):
        return [event["params"] for event in self.events if event["method"] == method]


def serve(folder, headers):
    class Handler(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            for name, value in headers.items():
                self.send_header(name, value)
            super().end_headers()

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def perform(browser, visit, step):
    width = visit.get("width", 1280)
    if "evaluate" in step:
        return browser.evaluate(step["evaluate"])
    if "open" in step:
        return browser.evaluate(f"location.hash = {json.dumps(step['open'])}")
    if "press" in step:
        return browser.press(step["press"])
    if "type" in step:
        browser.call("Input.insertText", text=step["type"])
        return None
    if "await" in step:
        return browser.wait(step["await"])
    if "click" in step:
        return browser.click(step["click"])
    if "screenshot" in step:
        clip = {"x": 0, "y": 0, "width": width, "height": step.get("height"), "scale": 1}
        whole = {"clip": clip, "captureBeyondViewport": True} if "height" in step else {}
        data = browser.call("Page.captureScreenshot", **whole)["data"]
        path = step["screenshot"]
    else:
        data = browser.call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)["data"]
        path = step["pdf"]
    with open(path, "wb") as file:
        file.write(base64.b64decode(data))
    return None


def main():
    visit = json.load(sys.stdin)
    if "serve" in visit:
        page = f"{serve(visit['serve'], visit.get('headers', {}))}/{visit['page']}"
    else:
        page = "file://" + os.path.abspath(visit["page"])
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Chromium(profile)
        try:
            browser.call("Emulation.setDeviceMetricsOverride", width=visit.get("width", 1280),
                         height=visit.get("height", 900), deviceScaleFactor=1, mobile=False)
            browser.call("Emulation.setEmulatedMedia", media="print" if visit.get("print") else "", features=[
                {"name": "prefers-color-scheme", "value": "dark" if visit.get("dark") else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce"}])
            browser.call("Emulation.setFocusEmulationEnabled", enabled=True)
            browser.call("Emulation.setScriptExecutionDisabled", value=not visit.get("scripts"))
            browser.open(page)
            values = [perform(browser, visit, step) for step in visit.get("steps", [])]
            base = page.rsplit("/", 1)[0] + "/"
            requests = [request["request"]["url"] for request in browser.seen("Network.requestWillBeSent")]
            console = [entry["entry"]["text"] for entry in browser.seen("Log.entryAdded")]
            console += [json.dumps(call["args"]) for call in browser.seen("Runtime.consoleAPICalled")]
            console += [thrown["exceptionDetails"]["text"] for thrown in browser.seen("Runtime.exceptionThrown")]
            print(json.dumps({"values": values, "console": console,
                              "requests": [url.removeprefix(base) for url in requests]}))
        finally:
            browser.process.terminate()
            browser.process.wait()


main()
