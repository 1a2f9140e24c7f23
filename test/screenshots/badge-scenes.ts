/** Every state of the badges; each function runs inside the sample chat page. */
type Scene = () => Promise<void>;

export const badgeScenes: Readonly<Record<string, Scene>> = {
  running: async () => {
    const { chat } = window;
    chat.user('What is the weather in Oslo?');
    chat.reply();
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo');
    chat.advance(1400);
    chat.finish(1, 0);
    chat.run(1, 1, '💻', 'curl -s https://api.weather.example/oslo?days=2&units=metric | jq .forecast[0]');
    chat.advance(3200);
    chat.run(1, 2, '⏰', 'list');
  },
  many: async () => {
    const { chat } = window;
    chat.user('Tidy up my notes, please.');
    chat.reply('Let me look at them.');
    chat.badges.startReply(1);
    for (let call = 0; call < 10; call += 1) {
      chat.run(1, call, call % 3 ? '📖' : '💻', `notes/2026-11-${10 + call}.md`);
      chat.advance(700 + 300 * call);
      if (call < 9) chat.finish(1, call);
    }
  },
  done: async () => {
    const { chat } = window;
    chat.user('What is the weather in Oslo?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    for (let call = 0; call < 6; call += 1) {
      chat.run(1, call, '🔍', `weather in Oslo, part ${call + 1}`);
      chat.advance(2070);
      chat.finish(1, call);
    }
    chat.badges.endReply(1);
  },
  unfolded: async () => {
    const { chat } = window;
    chat.user('What is the weather in Oslo?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo');
    chat.advance(900);
    chat.run(1, 1, '💻', 'curl -s https://api.weather.example/oslo?days=2&units=metric | jq .forecast[0]');
    chat.advance(2600);
    chat.finish(1, 0);
    chat.run(1, 2, 'video', 'video_analyze rain radar');
    chat.advance(4100);
    chat.finish(1, 1, { status: 'failed' });
    chat.run(1, 3, '', null, { tool: 'send_message' });
    chat.advance(400);
    chat.finish(1, 3);
    chat.run(1, 4, '⏰', 'list');
    chat.advance(61_500);
    chat.badges.endReply(1);
    await chat.settled();
    chat.roots.at(-1)?.querySelector<HTMLElement>('.fold')?.click();
  },
  imitated: async () => {
    const { chat } = window;
    chat.user('And tomorrow?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo', { provenance: 'imitated', source: 'marker', status: 'ended' });
    chat.badges.endReply(1);
  },
  'imitated-and-tools': async () => {
    const { chat } = window;
    chat.user('And tomorrow?');
    chat.reply(chat.answer);
    chat.badges.startReply(1);
    chat.run(1, 0, '🔍', 'weather in Oslo');
    chat.run(1, 1, '🔍', 'weather in Bergen', { provenance: 'imitated', source: 'marker', status: 'ended' });
    chat.advance(12_430);
  },
  corner: async () => {
    const { chat } = window;
    chat.user('Compare the two files.');
    chat.badges.startReply(1);
    chat.run(1, 0, '📖', 'reports/2026/third-quarter/a-file-with-a-long-name.csv');
    chat.badges.startReply(2);
    chat.run(2, 0, '💻', 'diff -u a.csv b.csv');
    chat.run(2, 1, '💻', 'wc -l a.csv', { provenance: 'imitated' });
    chat.advance(2500);
    await new Promise((resolve) => setTimeout(resolve, 700));
    chat.finish(1, 0);
    chat.badges.endReply(1);
  },
};
