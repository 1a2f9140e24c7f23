import { count, figure } from './formats.ts';

/** The badges in the page, for the eye and for the ear. */
export const badgeWords = {
  /** Name of a call of which neither label nor tool is known. */
  unknownTool: 'Tool',
  group: 'Tools of this reply',
  tools: (calls: number) => count(calls, 'tool', 'tools'),
  /** There were more than are kept. */
  moreTools: (calls: number) => `${figure(calls)}+ tools`,
  /** @param tools one of the two above @param time a short time */
  toolsAndTime: (tools: string, time: string) => `${tools}, ${time}`,
  /** Lines that are folded away while a reply runs. */
  earlier: (calls: number) => `+${figure(calls)} earlier`,

  /** Short times; their numbers come written out. */
  seconds: (seconds: string) => `${seconds} s`,
  minutes: (minutes: string, seconds: string) => `${minutes} min ${seconds} s`,
  hours: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
  underOneSecond: 'under 1 second',

  finished: 'finished',
  /** Stands in the line, too. */
  failed: 'failed',
  /** Nothing is claimed: nobody heard of the call any more. */
  ended: 'ended, outcome unknown',
  /** Heard behind the name of a call. */
  callRuns: ', running',
  /** Likewise. @param took a time in words @param state one of the three above */
  call: (took: string, state: string) => `, ${took}, ${state}`,
  /** Likewise, where nobody knows how long it took. */
  callUntimed: (state: string) => `, ${state}`,
  /** Likewise. @param began a short time, since the first call of the reply */
  callOnAxis: (began: string, took: string, state: string) => `, from ${began}, ${took}, ${state}`,

  /** Said when the first tool of a reply starts. */
  toolRuns: (name: string) => `Tool running: ${name}`,
  /** Said when a reply is over. */
  toolsRan: (calls: number) => `${count(calls, 'tool', 'tools')} ran.`,
  moreToolsRan: (calls: number) => `${figure(calls)}+ tools ran.`,

  /** True beside tools that did run, too. */
  imitated: 'No tool ran for a call the model only wrote down; what follows may be invented.',
  why: 'Why?',
  because:
    'The model wrote a line that looks like a tool at work, and the agent reported no such tool. Models pick this up from earlier replies that hold such lines. Once those are out of the chat, it happens less often.',
  cleanChat: 'Clean this chat',
  hideNote: 'Hide this note',
};
