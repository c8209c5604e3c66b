"""Validates a JSON document, or each line of a log, against a JSON Schema.

usage: validate.py SCHEMA FILE.json | FILE.ndjson
"""
import json
import sys

import jsonschema

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
validator = kind(schema)
with open(sys.argv[2], encoding="utf-8") as file:
    documents = [json.loads(line) for line in file] if sys.argv[2].endswith(".ndjson") else [json.load(file)]
errors = [
    f"document {number}, {error.json_path}: {error.message[:200]}"
    for number, document in enumerate(documents, 1)
    for error in validator.iter_errors(document)
]
print("\n".join(errors[:20]) if errors else f"{len(documents)} valid")
sys.exit(1 if errors or not documents else 0)
