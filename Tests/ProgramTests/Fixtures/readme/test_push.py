import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

API = os.environ["PUSHRECORDER_API"] + "/api/v1/push"


def pushes(**filters):
    """The recorded pushes, newest first; waits up to five seconds for the first one."""
    with urlopen(f"{API}/messages?{urlencode({'wait': '5s', **filters})}") as answer:
        return json.load(answer)


def send_order():
    """Stands for the backend under test."""
    message = {"message": {"token": "4f2a", "notification": {"title": "Order shipped"}}}
    url = os.environ["PUSHRECORDER_INGRESS"] + "/v1/projects/shop/messages:send"
    urlopen(Request(url, json.dumps(message).encode())).close()


def test_the_buyer_is_told_once():
    urlopen(Request(f"{API}/messages", method="DELETE")).close()
    send_order()
    (push,) = pushes(target="4f2a", displays="yes")
    assert push["title"] == "Order shipped"
    assert push["platforms"]["android"]["outcome"] == "shown"


if __name__ == "__main__":
    test_the_buyer_is_told_once()
    print("passed")
