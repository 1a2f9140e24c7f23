/** KoboldAI Lite, index.html, messenger style: a bubble for each side, all of them re-created with most changes. */
window.elsewhere = '.chat_outgoing_msg';

window.draw = (chat, anew) => {
  const body = document.querySelector('#chat_msg_body') ?? build();
  const pending = body.querySelector('.pending_text');
  const last = chat.at(-1);
  if (!anew && pending && last?.streaming && last.text)
    pending.replaceChildren(last.text.replaceAll('**', ''));
  else {
    body.replaceChildren(
      ...chat
        .filter(({ text }) => text !== '')
        .map(({ role, text, streaming }) => {
          const plain = text.replaceAll('**', '');
          if (role === 'user')
            return make(
              'div',
              'chat_outgoing_msg',
              make('div', 'chat_sent_msg', make('span', 'chat_para', plain)),
            );
          const name = [make('span', 'bold', 'KoboldAI'), make('br')];
          const said = streaming
            ? [make('span', 'color_pendingtext pending_text', plain)]
            : [plain];
          return make(
            'div',
            'incoming_msg',
            make(
              'div',
              'chat_received_msg',
              make('div', 'chat_received_withd_msg', make('span', 'chat_para', ...name, ...said)),
            ),
          );
        }),
    );
  }
  body.scrollTop = body.scrollHeight;
};

function build() {
  const body = make('div', 'chat_msg_history');
  body.id = 'chat_msg_body';
  document.body.append(body, make('div', 'row', make('textarea'), make('button', 'send', 'Send')));
  return body;
}
