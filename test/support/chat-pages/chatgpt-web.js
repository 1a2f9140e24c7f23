/**
 * Chanzhaoyu/chatgpt-web 2.11, src/views/chat: the text of a bubble is re-created with each chunk. The bubble is in a
 * row with its buttons, that in a column below the time, and that in a row with the avatar. A row is reused by its
 * index in the list.
 */
window.draw = (chat) => {
  const list = document.querySelector('#image-wrapper') ?? build();
  document.querySelector('.sider a span').textContent = chat[0]?.text.slice(0, 40) ?? '';
  while (list.children.length > chat.length) list.lastElementChild.remove();
  chat.forEach(({ role, text, streaming }, i) => {
    const row = list.children[i] ?? list.appendChild(rowOf(role));
    const content = row.querySelector('.content');
    if (content.dataset.text === text) return;
    content.dataset.text = text;
    if (role === 'user') content.textContent = text;
    else content.replaceChildren(...markup(text));
    content.classList.toggle('markdown-body-generate', streaming === true);
  });
  list.closest('#scrollRef').scrollTop = 1e6;
};

function rowOf(role) {
  const user = role === 'user';
  const content = make('div', `content ${user ? 'whitespace-pre-wrap' : 'markdown-body'}`);
  const text = make(
    'div',
    `text-wrap ${user ? 'message-request' : 'message-reply'}`,
    make('div', 'leading-relaxed', user ? content : make('div', '', content)),
  );
  const side = make(
    'div',
    'side',
    ...(user ? [] : [make('button', '', 'Retry')]),
    make('button', '', 'More'),
  );
  const bubble = make('div', `bubble ${user ? 'reverse' : ''}`, text, side);
  return make(
    'div',
    `message ${user ? 'reverse' : ''}`,
    make('div', 'avatar'),
    make('div', 'column', make('p', 'date', '2026/11/23 08:00:00'), bubble),
  );
}

function build() {
  const list = make('div');
  list.id = 'image-wrapper';
  const scroll = make('div', '', list);
  scroll.id = 'scrollRef';
  const link = make('a', '', make('span'));
  document.body.append(
    make('div', 'sider', link),
    make(
      'div',
      'page',
      make('main', '', scroll),
      make('footer', '', make('textarea'), make('button', 'send', 'Send')),
    ),
  );
  return list;
}
