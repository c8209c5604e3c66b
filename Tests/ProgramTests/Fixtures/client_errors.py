"""Sends one push for each answer that a script gives, and prints what the client makes of it.

usage: client_errors.py CLIENT

The device says which answer it gets: `bad` 400, `gone` 404 or 410, `busy` 429, `later` 429 with Retry-After, `down` 503,
`drop` a dropped connection, `away` a GOAWAY, `fine` none of them.
"""
import asyncio
import concurrent.futures
import logging
import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

logging.disable(logging.CRITICAL)
INGRESS = urlsplit(os.environ["PUSHRECORDER_INGRESS"])


def outcome(send, device):
    try:
        return send(device)
    except Exception as error:
        return type(error).__name__


def firebase_admin(devices):
    import firebase_admin
    from firebase_admin import credentials, messaging

    firebase_admin.initialize_app(credentials.Certificate("key.json"))

    def send(device):
        messaging.send(messaging.Message(token=device, notification=messaging.Notification("Order shipped")))
        return "sent"

    with concurrent.futures.ThreadPoolExecutor(len(devices)) as pool:
        return list(pool.map(lambda device: outcome(send, device), devices))


def pyfcm(devices):
    from pyfcm import FCMNotification

    fcm = FCMNotification(service_account_file="key.json", project_id="demo")

    def send(device):
        fcm.notify(fcm_token=device, notification_title="Order shipped")
        return "sent"

    return [outcome(send, device) for device in devices]


def async_firebase(devices):
    from async_firebase import AsyncFirebaseClient
    from async_firebase.messages import Message, Notification

    async def main():
        async with AsyncFirebaseClient(use_http2=True) as client:
            client.creds_from_service_account_file("key.json")
            outcomes = []
            for device in devices:
                message = Message(token=device, notification=Notification(title="Order shipped"))
                try:
                    answer = await client.send(message)
                    outcomes.append("sent" if answer.success else type(answer.exception).__name__)
                except Exception as error:
                    outcomes.append(type(error).__name__)
            return outcomes

    return asyncio.run(main())


def aioapns(devices):
    import aioapns.connection
    from aioapns import APNs, NotificationRequest

    aioapns.connection.APNsProductionClientProtocol.APNS_SERVER = INGRESS.hostname
    aioapns.connection.APNsTLSClientProtocol.APNS_PORT = INGRESS.port

    async def main():
        apns = APNs(key=Path("AuthKey.p8").read_text(), key_id="ABC123DEFG", team_id="DEF123GHIJ", topic="a.b")
        outcomes = []
        for device in devices:
            request = NotificationRequest(device_token=device, message={"aps": {"alert": "Order shipped"}})
            try:
                result = await asyncio.wait_for(apns.send_notification(request), 30)
                word = "sent" if result.is_successful else result.description
                outcomes.append(word if result.timestamp is None else f"{word} since {result.timestamp}")
            except Exception as error:
                outcomes.append(type(error).__name__)
            # A connection that ends is noticed in the next turn of its loop.
            await asyncio.sleep(0.1)
        return outcomes

    return asyncio.run(main())


def kalyke(devices):
    from kalyke import ApnsClient, ApnsConfig, Payload

    client = ApnsClient(
        use_sandbox=False, team_id="DEF123GHIJ", auth_key_id="ABC123DEFG", auth_key_filepath=Path("AuthKey.p8"))

    def send(device):
        asyncio.run(client.send_message(device, Payload(alert="Order shipped"), ApnsConfig(topic="a.b")))
        return "sent"

    return [outcome(send, device) for device in devices]


def simple_apns(devices):
    from simple_apns import APNSClient, Payload

    client = APNSClient(team_id="DEF123GHIJ", auth_key_id="ABC123DEFG", auth_key_path="AuthKey.p8", bundle_id="a.b")
    client.endpoint = INGRESS._replace(scheme="https").geturl()

    def send(device):
        client.send_notification(device, Payload(alert_body="Order shipped"))
        return "sent"

    return [outcome(send, device) for device in devices]


def apprise(devices):
    from apprise import Apprise

    def send(device):
        notifier = Apprise()
        notifier.add(f"fcm://demo/{device}?mode=oauth2&keyfile=key.json")
        return "sent" if notifier.notify("Order shipped") else "False"

    return [outcome(send, device) for device in devices]


client, *devices = sys.argv[1:]
for device, result in zip(devices, globals()[client](devices)):
    print(device, result)
