/**
 * NextChat 2.16, app/components/chat.tsx and markdown.tsx: a message is a row with a container, whose text is in a
 * bubble. The text element is re-created when the reply is over, as its key changes; while it runs, its paragraphs stay
 * and their texts change. The list of chats at the side shows how the last one begins.
 */
window.elsewhere = '.home_sidebar__x, .chat_chat-message-user__x, .panel';

window.draw = (chat) => {
  const body = document.querySelector('.chat_chat-body__x') ?? build();
  const [first] = document.querySelectorAll('.home_chat-item-title__x');
  first.textContent = chat.at(-1)?.text.slice(0, 60) ?? '';
  while (body.children.length > chat.length) body.lastElementChild.remove();
  chat.forEach((message, i) => {
    const row = body.children[i];
    const key = `${message.role} ${i} ${message.text === chat[0].text}`;
    if (row?.dataset.key !== key && row && !message.streaming) row.remove();
    drawMessage(body.children[i] ?? body.appendChild(rowOf(message, key)), message);
  });
  body.scrollTop = body.scrollHeight;
};

function rowOf({ role }, key) {
  const item = make('div', 'chat_chat-message-item__x');
  const header = make(
    'div',
    'chat_chat-message-header__x',
    make('div', 'avatar'),
    ...(role === 'user' ? [] : [make('div', 'chat_chat-model-name__x', 'hermes-agent')]),
  );
  const row = make(
    'div',
    role === 'user' ? 'chat_chat-message-user__x' : 'chat_chat-message__x',
    make(
      'div',
      'chat_chat-message-container__x',
      header,
      item,
      make('div', 'chat_chat-message-action-date__x', '2026/11/23 08:00:00'),
    ),
  );
  row.dataset.key = key;
  return row;
}

function drawMessage(row, { text, streaming }) {
  const item = row.querySelector('.chat_chat-message-item__x');
  const key = streaming ? 'loading' : 'done';
  let markdown = item.querySelector('.markdown-body');
  if (markdown?.dataset.key !== key) {
    markdown?.remove();
    markdown = item.appendChild(make('div', 'markdown-body'));
    markdown.dataset.key = key;
  }
  if (markdown.dataset.text === text) return;
  markdown.dataset.text = text;
  const paragraphs = markup(text);
  paragraphs.forEach((paragraph, i) => {
    const old = markdown.querySelectorAll(':scope > p')[i];
    if (!old) markdown.append(paragraph);
    else if (old.childNodes.length !== paragraph.childNodes.length)
      old.replaceChildren(...paragraph.childNodes);
    else if (old.lastChild.textContent !== paragraph.lastChild.textContent)
      deepText(old.lastChild).data = paragraph.lastChild.textContent;
  });
}

function deepText(node) {
  return node.nodeType === Node.TEXT_NODE ? node : deepText(node.firstChild);
}

function build() {
  const body = make('div', 'chat_chat-body__x');
  document.body.append(
    make(
      'div',
      'home_sidebar__x',
      make(
        'div',
        'home_chat-item__x',
        make('div', 'home_chat-item-title__x'),
        make('div', 'home_chat-item-title__x', 'Rivers'),
      ),
    ),
    make(
      'div',
      'window',
      body,
      make('div', 'panel', make('textarea'), make('button', 'send', 'Send')),
    ),
  );
  return body;
}
