import os

import gradio as gr
from hermes import pieces


async def answer(message, history):
    said = ""
    sent = [{"role": turn["role"], "content": turn["content"]} for turn in history]
    async for text in pieces([*sent, {"role": "user", "content": message}]):
        said += text
        yield said


gr.ChatInterface(answer, save_history=True).launch(server_port=int(os.environ["PORT"]))
