import { formats, localeOf } from '../languages/formats.ts';
import { counted, language, message, words } from '../languages/messages.ts';
import { lazy } from '../lib/lazy.ts';

const { figure } = formats;

/** The inspector: the streams of one page, frame by frame. */
export const inspectorTexts = words({
  about: 'inspector_about',
  pages: 'inspector_pages',
  noPages: 'inspector_noPages',
  untitled: 'inspector_untitled',
  inspect: 'inspector_inspect',
  inspectPage: (title: string) => message('inspector_inspectPage', title),
  connecting: 'inspector_connecting',
  recording: 'inspector_recording',
  lost: 'inspector_lost',
  gone: 'inspector_gone',
  stop: 'inspector_stop',
  streams: 'inspector_streams',
  noStreams: 'inspector_noStreams',
  ways: {
    response: 'inspector_ways_response',
    events: 'inspector_ways_events',
    socket: 'inspector_ways_socket',
    request: 'inspector_ways_request',
  },
  frames: (frames: number) => counted('inspector_frames', frames),
  changed: (frames: number) => (frames === 0 ? message('inspector_changedNone') : counted('inspector_changed', frames)),
  live: 'inspector_live',
  stopped: 'inspector_stopped',
  show: 'inspector_show',
  hide: 'inspector_hide',
  showStream: (stream: string) => message('inspector_showStream', stream),
  hideStream: (stream: string) => message('inspector_hideStream', stream),
  dropped: (frames: number) => counted('inspector_dropped', frames),
  forgotten: (frames: number) => counted('inspector_forgotten', frames),
  changedOnly: 'inspector_changedOnly',
  find: 'inspector_find',
  list: 'inspector_list',
  noneChanged: 'inspector_noneChanged',
  noneFound: 'inspector_noneFound',
  frame: (number: number) => message('inspector_frame', figure(number)),
  wasChanged: 'inspector_wasChanged',
  before: 'inspector_before',
  after: 'inspector_after',
  unchanged: 'inspector_unchanged',
  nothingCame: 'inspector_nothingCame',
  nothingLeft: 'inspector_nothingLeft',
  removed: 'inspector_removed',
  added: 'inspector_added',
  leftOut: (units: number) => counted('inspector_leftOut', units),
  moreFrames: (frames: number) => message('inspector_moreFrames', figure(frames)),
  why: 'inspector_why',
  rule: (id: string) => message('inspector_rule', id),
  readMore: 'inspector_readMore',
  readMoreOf: (name: string) => message('inspector_readMoreOf', name),
  notHere: 'inspector_notHere',
  notHereOf: (name: string) => message('inspector_notHereOf', name),
  notDone: 'inspector_notDone',
  copy: 'inspector_copy',
  copied: 'inspector_copied',
  notCopied: 'inspector_notCopied',
  fixture: 'inspector_fixture',
  hidePerson: 'inspector_hidePerson',
  allMasked: 'inspector_allMasked',
  diagnose: 'inspector_diagnose',
  tryRule: 'inspector_tryRule',
  diagnosis: 'inspector_diagnosis',
  incomplete: 'inspector_incomplete',
});

const times = lazy(() => new Intl.DateTimeFormat(localeOf(language()), { timeStyle: 'medium' }));

/** Formats a time of day, to the second. @param when milliseconds since 1970 */
export function timeText(when: number): string {
  return times().format(when);
}
