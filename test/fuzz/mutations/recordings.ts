import { readdirSync, readFileSync } from 'node:fs';
import { readResponse } from '../../../src/tools/cli/http-response.ts';
import { framesOf } from '../frames-of.ts';
import type { Material } from './mutate.ts';

/** A recorded answer, split into frames. */
export interface Recording extends Material {
  readonly name: string;
  readonly contentType: string | null;
  readonly sessionId: string | null;
}

const FOLDER = new URL('../../recordings/', import.meta.url);

/** @returns the files of a folder of test/recordings, by name */
export function recordingsIn(folder: 'hermes' | 'dialects'): Recording[] {
  const names = readdirSync(new URL(`${folder}/`, FOLDER)).filter((name) => name.endsWith('.txt'));
  return names.toSorted().map((name) => {
    const { body, contentType, sessionId } = readResponse(
      readFileSync(new URL(`${folder}/${name}`, FOLDER)),
    );
    const carrier = contentType?.startsWith('text/event-stream') ? 'sse' : 'lines';
    return {
      name,
      contentType,
      sessionId,
      carrier,
      frames: framesOf(Buffer.from(body).toString('latin1'), carrier),
    };
  });
}

/** @returns the packets that each recorded socket of Open WebUI received */
export function socketRecordings(): {
  readonly name: string;
  readonly packets: readonly string[];
}[] {
  const folder = new URL('open-webui/', FOLDER);
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const entries = readFileSync(new URL(name, folder), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { kind: string; data: string });
      return {
        name,
        packets: entries.flatMap(({ kind, data }) => (kind === 'ws-in' ? [data] : [])),
      };
    });
}
