"""Writes key.json, a service account that nobody has, and AuthKey.p8, a provider key that nobody has."""
import json

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


with open("key.json", "w", encoding="utf-8") as file:
    json.dump(
        {
            "type": "service_account",
            "project_id": "demo",
            "private_key_id": "0123456789abcdef",
            "private_key": pem(rsa.generate_private_key(public_exponent=65537, key_size=2048)),
            "client_email": "sender@demo.iam.gserviceaccount.com",
            "token_uri": "https://oauth2.googleapis.com/token",
        },
        file,
    )
with open("AuthKey.p8", "w", encoding="utf-8") as file:
    file.write(pem(ec.generate_private_key(ec.SECP256R1())))
