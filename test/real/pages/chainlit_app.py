import chainlit as cl
from hermes import pieces


@cl.on_message
async def answer(_):
    said = cl.Message("")
    async for text in pieces(cl.chat_context.to_openai()):
        await said.stream_token(text)
    await said.update()
