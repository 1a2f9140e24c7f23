"""
Asks as the example for streamed calls in OpenAI's guide to function calling does, and prints what
it read as JSON.

Usage: ask.py BASE_URL KEY, with the request on standard input. Nothing is guarded, as in the
example.
"""

import json
import sys

from openai import OpenAI

body = json.load(sys.stdin)
known = {name: body.pop(name) for name in ("model", "messages")}
client = OpenAI(base_url=sys.argv[1], api_key=sys.argv[2], max_retries=0)
read = {"text": "", "calls": []}
calls = {}
try:
    for chunk in client.chat.completions.create(**known, stream=True, extra_body=body):
        delta = chunk.choices[0].delta if chunk.choices else None
        read["text"] += (delta.content or "") if delta else ""
        for call in (delta.tool_calls or []) if delta else []:
            if call.index not in calls:
                calls[call.index] = call.model_copy(deep=True).function
            calls[call.index].arguments += call.function.arguments
except Exception as error:  # what a person would see
    read["error"] = f"{type(error).__name__}: {error}"
read["calls"] = [{"name": call.name, "arguments": call.arguments} for call in calls.values()]
print(json.dumps(read))
