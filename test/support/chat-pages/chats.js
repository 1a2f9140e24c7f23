/**
 * What these chat pages share: two chats, and a reply that is read from a stream. Each page draws in its own way, with
 * the structure and habits of a public one; none of their code is here.
 */
const state = { chats: [[], []], current: 0 };

/** Blocks of a reply: paragraphs, and the bold parts in them. */
window.blocksOf = (text) =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((block) =>
      block
        .split('**')
        .map((piece, i) => ({ text: piece, bold: i % 2 === 1 }))
        .filter((piece) => piece.text !== ''),
    );

/** Elements of these blocks, re-created each time. */
window.markup = (text) =>
  blocksOf(text).map((pieces) => {
    const paragraph = make('p');
    paragraph.append(
      ...pieces.map(({ text: piece, bold }) =>
        bold ? make('strong', '', piece) : document.createTextNode(piece),
      ),
    );
    return paragraph;
  });

window.make = (name, className = '', ...children) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
};

window.redraw = (anew = false) => draw(state.chats[state.current], anew);

window.showChat = (number) => {
  state.current = number;
  redraw(false);
};

window.ask = (name, question) => {
  const chat = state.chats[state.current];
  chat.push({ role: 'user', text: question });
  answer(chat, name);
};

/** Drops the last reply, and asks for it once more. */
window.again = (name) => {
  const chat = state.chats[state.current];
  chat.pop();
  redraw();
  answer(chat, name);
};

function answer(chat, name) {
  chat.push({ role: 'assistant', text: '', streaming: true });
  const reply = chat.at(-1);
  redraw();
  void (async () => {
    const messages = chat.slice(0, -1).map(({ role, text }) => ({ role, content: text }));
    const body = JSON.stringify({ model: 'hermes-agent', stream: true, messages });
    const response = await fetch('/v1/chat/completions?' + name, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const frames = (rest + value).split('\n\n');
      rest = frames.pop();
      for (const frame of frames) {
        const data = frame
          .split('\n')
          .find((line) => line.startsWith('data: '))
          ?.slice(6);
        if (frame.startsWith('event:') || !data || data === '[DONE]') continue;
        reply.text += JSON.parse(data).choices?.[0]?.delta?.content ?? '';
      }
      redraw();
    }
    reply.streaming = false;
    redraw(true);
  })();
}

state.chats[1].push(
  { role: 'user', text: 'Which rivers are there?' },
  { role: 'assistant', text: 'The Glomma is the longest river of Norway.' },
);
addEventListener('DOMContentLoaded', () => redraw(true));
