import type { Carrier } from './carrier.ts';
import { DIALECT_NAMES } from './dialect-names.ts';
import type { Diagnosis, Finding, Repaired } from './diagnosis.ts';
import { excerptOf, MAX_NAME } from './excerpt.ts';
import type { Counted } from './tally.ts';

const CARRIERS: Readonly<Record<Carrier, string>> = {
  'event-stream': 'server-sent events',
  'json-lines': 'lines of JSON',
  'data-stream': 'a data stream of the AI SDK',
  json: 'one JSON document',
  text: 'plain text',
  socket: 'packets of socket.io',
  request: 'a request, not a reply',
  chat: 'a stored chat, not a reply',
  nothing: 'an empty body',
};

/** Words for the units of a carrier. */
const UNITS: Readonly<Partial<Record<Carrier, string>>> = {
  'json-lines': 'line',
  'data-stream': 'line',
  socket: 'packet',
  request: 'request',
  chat: 'chat',
};

const REPAIRED: Readonly<Record<Repaired, string>> = {
  always: ' [on]',
  optional: ' [off by default: it changes what the stream means]',
  'not-here': ' [not here: nothing else in this stream needs repair]',
  never: '',
};

/** @returns a diagnosis for people, as lines of text that end with a line feed */
export function diagnosisText(diagnosis: Diagnosis): string {
  const { carrier, dialects, bytes, frames, findings, unknownEvents, errors, status } = diagnosis;
  const unit = UNITS[carrier] ?? 'frame';
  const isReply = carrier !== 'request' && carrier !== 'chat';
  const head: (readonly [label: string, text: string])[] = [
    ['Stream', CARRIERS[carrier]],
    ...(isReply
      ? [
          [
            'Format',
            dialects.map((id) => DIALECT_NAMES[id]?.format ?? id).join(', ') || 'unknown',
          ] as const,
        ]
      : []),
    ...(isReply && carrier !== 'socket' ? [['Type', typeText(diagnosis)] as const] : []),
    ...(status
      ? [['Status', `${status.code} ${excerptOf(status.reason, MAX_NAME)}`.trim()] as const]
      : []),
    ...(isReply ? [['Server', serverText(diagnosis)] as const] : []),
    ['Size', `${plural(frames, unit)}, ${plural(bytes, 'byte')}`],
    ...(dialects.includes('openai-chat') ? [['End', endText(diagnosis)] as const] : []),
    ...errors.map(
      ({ name, count }) => ['Error', `${name}${count > 1 ? ` (${count} times)` : ''}`] as const,
    ),
    ...(isReply ? [['Tools', toolsText(diagnosis)] as const] : []),
    ['Markers', isReply ? markersText(diagnosis) : String(diagnosis.markers.unknown)],
    ...(unknownEvents.length > 0 ? [['Unknown', `events ${list(unknownEvents)}`] as const] : []),
    ...(isReply ? [['Page', pageText(diagnosis)] as const] : []),
  ];
  return [
    ...head.map(([label, text]) => `${label}:`.padEnd(LABEL) + text),
    '',
    countText(findings),
    ...findings.flatMap((finding, i) => [
      '',
      ...findingLines(finding, i + 1, isReply ? unit : null),
    ]),
    '',
  ].join('\n');
}

/** What is allowed is no defect of the server, even if some clients break on it. */
function countText(findings: readonly Finding[]): string {
  const allowed = findings.filter((finding) => finding.allowed !== null).length;
  const defects = findings.length - allowed;
  if (allowed === 0) return defects === 0 ? 'No defects found.' : `Defects found: ${defects}`;
  const notes = `allowed, but some clients break on it: ${allowed}`;
  return defects === 0
    ? `No defects of the server found; ${notes}`
    : `Defects found: ${defects}; ${notes}`;
}

/** Width of the labels before the texts. */
const LABEL = 10;

function findingLines(
  { id, defect, breaks, whatWeDo, source, allowed, repaired, count, firstFrame, excerpt }: Finding,
  number: number,
  unit: string | null,
): string[] {
  const place = firstFrame === null ? 'at the end of the stream' : `first in ${unit} ${firstFrame}`;
  const where = unit === null ? '' : `: ${count === 1 ? 'once' : `${count} times`}, ${place}`;
  return [
    `${number}. ${defect} (${id}${where})`,
    ...(excerpt === '' ? [] : [line('Seen', excerpt)]),
    ...breaks.map((client, i) => line(i === 0 ? 'Breaks' : '', client)),
    ...(allowed === null
      ? []
      : [line('Fault', `of these clients, not of the server: ${allowed} allows it`)]),
    line('We', `${whatWeDo}${REPAIRED[repaired]}`),
    line('Source', source),
  ];
}

function line(label: string, text: string): string {
  return '   ' + `${label}${label ? ':' : ''}`.padEnd(LABEL) + text;
}

function typeText({ contentType, isLookedAt }: Diagnosis): string {
  if (contentType === null) return 'not recorded';
  return isLookedAt
    ? contentType
    : `${contentType}; a response of this type passes untouched; below is what would be done`;
}

function serverText({ servers, dialects }: Diagnosis): string {
  if (servers.length > 0) {
    return servers
      .map(({ name, version, by }) => `${name}${version === null ? '' : ` ${version}`} (by ${by})`)
      .join('; behind it ');
  }
  return dialects.some((id) => id.startsWith('openai-'))
    ? 'unknown, in the shape of OpenAI'
    : 'unknown';
}

function endText({ finishReasons, done, carrier }: Diagnosis): string {
  const reason =
    finishReasons.length === 0 ? 'no finish reason' : `finish reason ${list(finishReasons)}`;
  if (carrier !== 'event-stream') return reason;
  return `${reason}, ${done ? '[DONE]' : 'no [DONE]'}`;
}

function pageText({ isUnchanged, findings, markers }: Diagnosis): string {
  if (isUnchanged) return 'gets every byte as it came';
  // What may become a marker waits for the rest of its line.
  const isSame = findings.length === 0 && markers.server + markers.imitated + markers.unknown === 0;
  return isSame ? 'gets the same text, some of it a little later' : 'gets the repaired stream';
}

function toolsText({ tools: { calls, names } }: Diagnosis): string {
  return calls === 0
    ? 'none reported by events'
    : `${plural(calls, 'call')} reported by events${names.length > 0 ? `: ${list(names)}` : ''}`;
}

function markersText({ markers: { server, imitated, unknown }, lookalikes }: Diagnosis): string {
  const total = server + imitated + unknown;
  if (total === 0 && lookalikes > 0)
    return `undecided: ${plural(lookalikes, 'line')} in Hermes' words, which the model may only quote`;
  if (total === 0) return 'none';
  const by = [
    server > 0 ? `${server} by the server` : '',
    imitated > 0 ? `${imitated} faked by the model, no tool ran` : '',
    unknown > 0 ? `${unknown} by the model or the server: it is not certain which` : '',
  ];
  return `${total} removed: ${by.filter(Boolean).join(', ')}`;
}

function list(counts: readonly Counted[]): string {
  return counts
    .map(({ name, count }) => `${name === '' ? '""' : name}${count > 1 ? ` (${count})` : ''}`)
    .join(', ');
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
