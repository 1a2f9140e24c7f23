/**
 * KoboldAI Lite, index.html, classic style: one element contains the whole story, and only rules separate its messages.
 * The running reply is a span whose content is re-created with each chunk; everything is re-created when it is over.
 */
window.elsewhere = '.color_blue';

window.draw = (chat, anew) => {
  const story = document.querySelector('#gametext') ?? build();
  const pending = story.querySelector('.pending_text');
  const last = chat.at(-1);
  if (!anew && pending && last?.streaming && last.text)
    pending.replaceChildren(...lines(last.text));
  else {
    story.replaceChildren(
      ...chat.flatMap(({ role, text, streaming }) => {
        if (role === 'user') return [rule('User'), make('span', 'color_blue', ...lines(text))];
        if (text === '') return [];
        return [
          rule('AI'),
          make('span', streaming ? 'color_pendingtext pending_text' : 'txtchunk', ...lines(text)),
        ];
      }),
    );
  }
  story.scrollTop = story.scrollHeight;
};

function rule(who) {
  return Object.assign(make('hr'), { ariaLabel: `${who} Turn` });
}

function lines(text) {
  return text
    .replaceAll('**', '')
    .split('\n')
    .flatMap((line, i) => (i === 0 ? [line] : [make('br'), line]));
}

function build() {
  const story = make('span');
  story.id = 'gametext';
  story.contentEditable = 'false';
  const screen = make('div', '', story);
  screen.id = 'gamescreen';
  document.body.append(
    screen,
    make(
      'div',
      'row',
      make('button', '', 'Memory'),
      make('button', '', 'Undo'),
      make('button', '', 'Redo'),
    ),
    make('div', 'row', make('textarea'), make('button', 'send', 'Submit')),
  );
  // Its dialogs are behind the chat, hidden.
  const dialogs = make(
    'div',
    '',
    ...Array.from({ length: 6000 }, (_, i) => make('span', '', `Setting ${i}`)),
  );
  dialogs.hidden = true;
  document.body.append(dialogs);
  return story;
}
