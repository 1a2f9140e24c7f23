/**
 * BetterChatGPT 1.0.5, src/components/Chat/ChatContent: both sides look alike, and a row is reused by its index in the
 * list: when another chat is shown, its text moves into the same elements. Below each text is a row of buttons; the
 * input is the last row.
 */
window.draw = (chat) => {
  const list = document.querySelector('#list') ?? build();
  document.querySelector('nav a').textContent = chat[1]?.text.slice(0, 80) || 'New chat';
  while (list.children.length > chat.length) list.lastElementChild.remove();
  chat.forEach(({ text, streaming }, i) => {
    const row = list.children[i] ?? list.appendChild(rowOf());
    reconcile(row.querySelector('.share-gpt-message'), markup(text));
    const buttons = row.querySelector('.buttons');
    buttons.replaceChildren(
      ...(streaming ? ['Copy'] : ['Retry', 'Copy']).map((name) => make('button', '', name)),
    );
  });
};

/** Elements are reused as long as there is one of their kind at their index, and so are texts. */
function reconcile(parent, wanted) {
  const old = [...parent.childNodes].filter((node) => node.localName !== 'stream-fixer-badges');
  wanted.forEach((node, i) => {
    const known = old[i];
    if (!known) parent.appendChild(node);
    else if (known.nodeName !== node.nodeName) parent.replaceChild(node, known);
    else if (known.nodeType === Node.TEXT_NODE) {
      if (known.data !== node.data) known.data = node.data;
    } else reconcile(known, [...node.childNodes]);
  });
  for (const node of old.slice(wanted.length)) node.remove();
}

function rowOf() {
  const content = make(
    'div',
    'content',
    make('div', 'markdown prose share-gpt-message'),
    make('div', 'buttons'),
  );
  return make(
    'div',
    'group',
    make('div', 'row', make('div', 'avatar'), make('div', 'wide', content)),
  );
}

function build() {
  const list = make('div');
  list.id = 'list';
  const edit = make(
    'div',
    'group',
    make(
      'div',
      'row',
      make('div', 'avatar'),
      make(
        'div',
        'wide',
        make('textarea'),
        make('div', 'buttons', make('button', 'send', 'Generate')),
      ),
    ),
  );
  document.body.append(
    make('nav', '', make('a')),
    make('div', 'scroll', list, edit, make('div', 'space')),
  );
  document.querySelector('nav a').href = '#';
  return list;
}
