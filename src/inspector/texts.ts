import { formats, localeOf } from '../languages/formats.ts';
import { counted, language, message, words } from '../languages/messages.ts';
import { lazy } from '../lib/lazy.ts';

const { figure } = formats;

/** The inspector: the streams of one page, frame by frame. */
export const inspectorTexts = words('inspector', {
  inspectPage: (title: string) => message('inspector_inspectPage', title),
  ways: {},
  frames: (frames: number) => counted('inspector_frames', frames),
  changed: (frames: number) => (frames === 0 ? message('inspector_changedNone') : counted('inspector_changed', frames)),
  showStream: (stream: string) => message('inspector_showStream', stream),
  hideStream: (stream: string) => message('inspector_hideStream', stream),
  dropped: (frames: number) => counted('inspector_dropped', frames),
  forgotten: (frames: number) => counted('inspector_forgotten', frames),
  frame: (number: number) => message('inspector_frame', figure(number)),
  leftOut: (units: number) => counted('inspector_leftOut', units),
  moreFrames: (frames: number) => message('inspector_moreFrames', figure(frames)),
  rule: (id: string) => message('inspector_rule', id),
  readMoreOf: (name: string) => message('inspector_readMoreOf', name),
  notHereOf: (name: string) => message('inspector_notHereOf', name),
});

const times = lazy(() => new Intl.DateTimeFormat(localeOf(language()), { timeStyle: 'medium' }));

/** Formats a time of day, to the second. @param when milliseconds since 1970 */
export function timeText(when: number): string {
  return times().format(when);
}
