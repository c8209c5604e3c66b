"""The plain list again, by Jinja2 with autoescape, streamed.

usage: report_jinja.py LOG PAGE
"""
import json
import sys

import jinja2

PAGE = """<!doctype html><meta charset=utf-8><title>Pushes</title><h1>Pushes</h1>
{% for v in events %}{% set q = v.request %}{% set n = notification(q.body.text) -%}
<article id="{{ v.id }}"><h2>{{ n.title }}</h2><p>{{ n.body }}</p>
<p>{{ v.time }} {{ v.provider }} {{ q.method }} {{ q.target }} HTTP/{{ q.http }} {{ v.response.status }}</p>
<ul>{% for name, value in q.headers %}<li>{{ name }}: {{ value }}</li>{% endfor %}</ul>
<pre>{{ q.body.text }}</pre><pre>{{ v.response.body.text }}</pre></article>
{% endfor %}"""


def notification(text):
    body = json.loads(text)
    return body.get("aps", {}).get("alert") or body["message"]["notification"]


with open(sys.argv[1], encoding="utf-8") as log:
    template = jinja2.Environment(autoescape=True).from_string(PAGE)
    stream = template.stream(events=map(json.loads, log), notification=notification)
    stream.enable_buffering(100)
    stream.dump(sys.argv[2], encoding="utf-8")
