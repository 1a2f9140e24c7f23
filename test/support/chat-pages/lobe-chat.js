/**
 * LobeChat 1.143, src/features/Conversation: a virtual list, whose items are placed at measured heights and removed
 * from the page when they are out of sight. Words of a running reply are in spans of their own.
 */
window.elsewhere = '.right';

const heights = [];
let shown = [];

window.draw = (chat) => {
  const list = document.querySelector('.list') ?? build();
  if (shown !== chat) {
    shown = chat;
    heights.length = 0;
    list.replaceChildren();
  }
  const scroll = list.parentElement;
  let top = 0;
  chat.forEach((message, i) => {
    const height = heights[i] ?? 80;
    const visible =
      top + height > scroll.scrollTop - 50 && top < scroll.scrollTop + scroll.clientHeight + 50;
    const known = list.querySelector(`[data-index="${i}"]`);
    if (!visible) known?.remove();
    else place(known ?? list.appendChild(itemOf(message, i)), message, top, i);
    top += heights[i] ?? height;
  });
  list.style.height = `${top}px`;
};

function place(item, message, top, i) {
  item.style.top = `${top}px`;
  const drawn = JSON.stringify(message);
  if (item.dataset.drawn !== drawn) {
    item.dataset.drawn = drawn;
    const content = item.querySelector('.message-content');
    // Everything that it contained is gone.
    if (message.editing) content.replaceChildren(editorOf(message.text));
    else articleIn(content).replaceChildren(...shownOf(message));
  }
  heights[i] = item.offsetHeight;
}

function articleIn(content) {
  const known = content.querySelector('article');
  if (!known) content.replaceChildren(make('article'));
  return known ?? content.firstChild;
}

function shownOf({ text, streaming }) {
  if (text === '') return [make('span', 'dots', '...')];
  return streaming ? animated(text) : markup(text);
}

function animated(text) {
  return markup(text).map((paragraph) =>
    make(
      'p',
      '',
      ...paragraph.textContent.split(/(?<= )/).map((word) => make('span', 'animate', word)),
    ),
  );
}

/** What is typed is shown, in colours, by a layer below the field, whose own letters are transparent. */
function editorOf(text) {
  const field = make('textarea');
  field.value = text;
  const lines = text.split('\n').map((line) => make('span', 'line', make('span', '', `${line}\n`)));
  return make(
    'div',
    'code',
    make('div', 'layer', make('pre', '', make('code', '', ...lines))),
    field,
  );
}

window.edit = (on) => {
  shown.at(-1).editing = on;
  redraw();
};

function itemOf({ role }, i) {
  const title = make(
    'div',
    'message-header',
    make('div', 'avatar'),
    make('div', 'title', role === 'user' ? 'You' : 'Assistant'),
    make('time', '', '08:00'),
  );
  const text = make('div', 'message-content', make('article'));
  const item = make(
    'div',
    'item',
    make(
      'div',
      'wide',
      make(
        'div',
        `message-wrapper ${role === 'user' ? 'right' : ''}`,
        title,
        make('div', 'message-body', text),
        make('div', 'actions', make('button', '', 'Copy'), make('button', '', 'Edit')),
      ),
    ),
  );
  item.dataset.index = i;
  new ResizeObserver(() => {
    if (item.isConnected && heights[i] !== item.offsetHeight) redraw();
  }).observe(item);
  return item;
}

function build() {
  const list = make('div', 'list');
  const scroll = make('div', 'scroll', list);
  scroll.addEventListener('scroll', () => redraw());
  const link = make('a', 'topic', 'The weather in Oslo is cold today and it rains');
  link.href = '#';
  const editor = make('div', 'editor');
  editor.contentEditable = 'true';
  document.body.append(
    make('aside', '', link),
    make('main', '', scroll, make('div', 'composer', editor, make('button', 'send', 'Send'))),
  );
  return list;
}
