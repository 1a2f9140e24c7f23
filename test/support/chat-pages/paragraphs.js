/** Small pages of one's own: a list of paragraphs, one for each message, of the person as well. */
window.elsewhere = '';

window.draw = (chat, anew) => {
  const list = document.querySelector('#list') ?? build();
  if (anew) list.replaceChildren();
  const lines = [...list.querySelectorAll('p')];
  for (const line of lines.splice(chat.length)) line.remove();
  chat.forEach(({ text }, i) => {
    const line = lines[i] ?? list.appendChild(make('p'));
    if (line.textContent !== text) line.textContent = text;
  });
};

function build() {
  const list = make('div');
  list.id = 'list';
  document.body.append(list, make('textarea'), make('button', '', 'Send'));
  return list;
}
