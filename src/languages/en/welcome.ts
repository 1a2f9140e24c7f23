/** The page that is shown once, and the help in the full page. */
export const welcomeWords = {
  documentTitle: 'Welcome',
  title: 'What your agent does, apart from what it says',
  about:
    'Some agents write the tools they use into their replies. The chat sends those lines back, and after a while the model writes them instead of using the tool. Stream Fixer takes them out.',
  does: [
    'Replies and what is sent back stay clean.',
    'Tools that run appear as small badges beside the reply.',
    'Calls that the model only wrote down are pointed out.',
  ],
  privateTitle: 'Nothing leaves your browser',
  private:
    'No account, no server of ours, nothing is measured. It works on the sites that you turn it on for, and on no others.',
  startTitle: 'Turn it on where you chat',
  pin: 'Pin the icon',
  pinHow: 'It is behind the puzzle piece in the toolbar; on a phone, in the browser’s menu under “Extensions”.',
  chat: 'Open your chat',
  chatHow: 'Any page you use to talk with your agent.',
  turn: 'Press the switch',
  turnHow: 'Click the icon, turn the switch, allow this one site and reload the page.',
  limits:
    'It sees what a page receives in the usual ways; what a page reads in a worker or in a frame of its own stays as it is.',
  help: 'Help',
  settings: 'Settings',
  example: { marker: '⏰ list', reply: 'You have two alarms.', badge: '1 tool, 0.4 s' },
  before: 'Without',
  after: 'With Stream Fixer',

  /** The help. */
  helpTitle: 'Help',
  howTitle: 'How it works',
  how: [
    'On a site that is on, Stream Fixer stands between the page and its chat server. It reads replies as they arrive, takes tool markers and tool events out, and shows the tools beside the reply.',
    'It also cleans the assistant’s earlier replies in what the page sends back. What you write yourself is never changed.',
    'Streams that are malformed are repaired where that is safe; a sound stream passes byte for byte. When anything of ours fails, the page gets what the server sent.',
  ],
  badgesTitle: 'What the badges mean',
  legend: {
    running: 'The tool is running.',
    finished: 'The agent said that the tool came to its end. Whether it achieved anything, nobody said.',
    ended: 'The reply is over, and the end of the tool was not heard of.',
    failed: 'The agent said that the tool failed.',
    imitated: 'The model wrote a call down itself. No tool ran.',
  },
  legendWords: { running: 'Running', finished: 'Finished', ended: 'Ended', failed: 'Failed', imitated: 'Imitated' },
  imitatedTitle: 'Imitated calls',
  imitated: [
    'A model that reads “`⏰ list`” often enough in its own earlier replies begins to write it by itself. It looks like a tool at work, but the agent runs none, and the result that follows may be invented.',
    'It is called imitated only where that is certain: the agent reported its tools another way, and not this one. Where it is not certain, nothing is claimed.',
  ],
  storedTitle: 'Chats that hold markers already',
  stored:
    'Old chats go on teaching the model. In Open WebUI, open such a chat, click the icon and choose “Clean this chat”. You see every change first, and each can be undone. Elsewhere old markers may still show, but are no longer sent back.',
  companionTitle: 'The companion for Open WebUI',
  companion:
    'Open WebUI’s server keeps the tools of newer agents to itself. The companion is a small function for that server that tells the page. An admin installs it from the popup, after seeing its whole source. Without it, replies and requests are cleaned all the same.',
  privacyTitle: 'Privacy',
  privacy: [
    'Nothing that you write or read leaves the browser for anybody but your own chat server.',
    'Kept on this computer: which sites are on, your settings, and counts. Of chats you clean, their titles and the replies as they were, until you delete them.',
    'Only a page that looks like Open WebUI is asked something: its version, its companion and the open chat while the popup is open, and what you press a button for.',
  ],
  troubleTitle: 'When something does not work',
  trouble: [
    {
      question: 'Nothing happens on my site',
      answer:
        'Is the icon coloured? If not, click it and turn the switch. If so, reload the page: pages that were open before are not covered.',
    },
    {
      question: 'There are no badges',
      answer:
        'In Open WebUI they may need the companion: the popup says so. Elsewhere the agent may not report its tools.',
    },
    {
      question: 'A reply looks wrong',
      answer:
        'Turn the site off and load the page again. If the reply is right then, choose “Report” in the popup: the report holds no chat text.',
    },
    {
      question: 'The site asks for permission again',
      answer: 'The browser took the permission back, or you did in its settings. Turn the switch once more.',
    },
    { question: 'It stopped after an update', answer: 'Pages that were open during the update need a reload.' },
  ],
  keyboardTitle: 'Keyboard',
  shortcut: (keys: string) => `${keys} opens the popup.`,
  noShortcut: 'No key opens the popup at present.',
  shortcutWhere: {
    chromium: 'You can choose another at chrome://extensions/shortcuts.',
    firefox: 'You can choose another under about:addons, in the menu of the gear.',
  },
  aboutTitle: 'About',
  version: (version: string) => `Stream Fixer ${version}`,
  licence: 'Free software under the MIT licence.',
  partsOf: 'It contains parts of other free software:',
  licenceText: 'Text of the licence',
  welcomeAgain: 'Show the welcome page',
};
