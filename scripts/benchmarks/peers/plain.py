"""A report as one would write it by hand: a plain list of cards, every string escaped.

usage: plain.py LOG PAGE
"""
import html
import json
import sys

e = html.escape
with open(sys.argv[1], encoding="utf-8") as log, open(sys.argv[2], "w", encoding="utf-8") as page:
    page.write("<!doctype html><meta charset=utf-8><title>Pushes</title><h1>Pushes</h1>\\n")
    for line in log:
        v = json.loads(line)
        q, a = v["request"], v["response"]
        body = json.loads(q["body"]["text"])
        n = body.get("aps", {}).get("alert") or body["message"]["notification"]
        heads = "".join(f"<li>{e(k)}: {e(x)}</li>" for k, x in q["headers"])
        page.write(f'<article id="{e(v["id"])}"><h2>{e(n["title"])}</h2><p>{e(n["body"])}</p><p>{e(v["time"])} {e(v["provider"])} '
                   f'{e(q["method"])} {e(q["target"])} HTTP/{e(q["http"])} {a["status"]}</p><ul>{heads}</ul>'
                   f'<pre>{e(q["body"]["text"])}</pre><pre>{e(a["body"]["text"])}</pre></article>\\n')
