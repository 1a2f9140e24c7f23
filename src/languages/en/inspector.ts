import { count, figure } from './formats.ts';

/** The inspector: the streams of one page, frame by frame. */
export const inspectorWords = {
  about:
    'Shows what Stream Fixer does to the streams of one open page, frame by frame. What is recorded stays in the memory of this page, and is gone when you stop or leave.',
  pages: 'Open pages',
  noPages: 'No page of a site that is on is open. Open your chat in a tab.',
  untitled: 'Page without a title',
  inspect: 'Inspect',
  inspectPage: (title: string) => `Inspect: ${title}`,
  connecting: 'Connecting to the page.',
  recording: 'Recording. Of a stream that began earlier, the rest is shown.',
  lost: 'The page is not there right now. What was recorded is gone; it goes on when the page is back.',
  gone: 'The page was closed, or Stream Fixer is off there. What was recorded is gone.',
  stop: 'Stop and clear',

  streams: 'Streams',
  noStreams: 'Nothing yet. Send a message in the chat.',
  ways: { response: 'Response', events: 'Event source', socket: 'Socket', request: 'Request' },
  frames: (frames: number) => count(frames, 'frame', 'frames'),
  changed: (frames: number) => (frames === 0 ? 'none changed' : `${figure(frames)} changed`),
  live: 'running',
  stopped: 'Cleaning stopped',
  show: 'Show',
  hide: 'Hide',
  showStream: (stream: string) => `Show: ${stream}`,
  hideStream: (stream: string) => `Hide: ${stream}`,
  dropped: (frames: number) =>
    `${count(frames, 'frame', 'frames')} came too fast and ${frames === 1 ? 'is' : 'are'} missing here.`,
  forgotten: (frames: number) =>
    frames === 1 ? 'The first frame is no longer kept.' : `The first ${figure(frames)} frames are no longer kept.`,

  changedOnly: 'Changed frames only',
  noneChanged: 'No frame of this stream was changed.',
  frame: (number: number) => `Frame ${figure(number)}`,
  before: 'Before',
  after: 'After',
  unchanged: 'Unchanged',
  nothingCame: 'Nothing: it was added.',
  nothingLeft: 'Nothing: it was taken out.',
  removed: 'removed:',
  added: 'added:',
  leftOut: (units: number) => `${count(units, 'character is', 'characters are')} not shown.`,
  moreFrames: (frames: number) => `Show more (${figure(frames)})`,
  why: 'Why',
  rule: (id: string) => `Rule ${id}`,
  readMore: 'Read more',
  readMoreOf: (name: string) => `Read more: ${name}`,

  copy: 'Copy as fixture',
  copied:
    'Copied, as shown below. Keys, tokens, addresses and the like are masked. Read it before you pass it on: a secret that came in pieces is not recognised.',
  notCopied: 'The browser did not allow copying. Select the text below and copy it.',
  fixture: 'Fixture',
  hidePerson: 'Mask what people wrote, too',
  allMasked: 'What cannot be read for sure is masked as a whole.',
  diagnose: 'Diagnose',
  tryRule: 'Try a rule on it',
  diagnosis: 'Diagnosis',
  incomplete: 'Parts of this stream are missing here, so this may be wrong in places.',
};
