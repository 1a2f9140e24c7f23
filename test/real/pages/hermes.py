"""What the agent behind a page says."""

import asyncio
import json
import os
import urllib.request


async def pieces(messages):
    """Yields the texts of a streamed reply. Raises what urllib raises."""
    body = json.dumps({"model": "hermes-0.8", "stream": True, "messages": messages}).encode()
    address = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    asked = urllib.request.Request(address, body, {"content-type": "application/json"})
    answer = await asyncio.to_thread(urllib.request.urlopen, asked)
    while line := await asyncio.to_thread(answer.readline):
        if line.startswith(b"data: {"):
            for choice in json.loads(line[6:]).get("choices", []):
                if text := choice["delta"].get("content"):
                    yield text
