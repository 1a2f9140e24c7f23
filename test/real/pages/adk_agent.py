from google.adk.agents import BaseAgent
from google.adk.events import Event
from google.genai import types
from hermes import pieces


class Hermes(BaseAgent):
    async def _run_async_impl(self, ctx):
        turns = [
            (event.author, event.content.parts[0].text)
            for event in ctx.session.events
            if event.content
        ]
        sent = [
            {"role": "user" if author == "user" else "assistant", "content": text}
            for author, text in turns
        ]
        said = ""
        async for text in pieces(sent):
            said += text
            yield self._event(ctx, text, True)
        yield self._event(ctx, said, False)

    def _event(self, ctx, text, partial):
        content = types.Content(role="model", parts=[types.Part(text=text)])
        return Event(
            invocation_id=ctx.invocation_id, author=self.name, content=content, partial=partial
        )


root_agent = Hermes(name="hermes")
