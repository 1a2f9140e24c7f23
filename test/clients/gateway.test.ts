import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningGateway } from '../../src/tools/cli/gateway/start.ts';
import { readRecording } from '../../src/tools/demo/servers/recordings.ts';
import { DEFAULT_REPAIRS } from '../../src/normalizer/repairs/all-repairs.ts';
import { gatewayTo, startBehind, type Behind } from '../gateway/behind.ts';
import { bytesOf } from '../normalizer/splits.ts';
import { aiSdk } from './ai-sdk.ts';
import type { AskingClient } from './client.ts';
import { DEFECTS, type Defect } from './defects.ts';
import { langchain } from './langchain.ts';
import { openaiHelper } from './openai-helper.ts';
import { openaiStream } from './openai-stream.ts';
import { isAsked, judge, type Verdict } from './verdict.ts';

const CLIENTS: readonly AskingClient[] = [openaiStream, openaiHelper, aiSdk, langchain];

function hermes(name: string, text: string): Defect {
  return { what: name, repair: 'markers', body: bytesOf(readRecording(name).frames.join('')), text };
}

/** Defects that the gateway repairs by default. */
const REPAIRED: readonly Defect[] = [
  ...DEFECTS.filter(({ format = 'chat', repair }) => format === 'chat' && DEFAULT_REPAIRS.has(repair)),
  hermes('v0.8-chat-scenario-1', 'Let me check. \n\nAll done: it printed the year. '),
  hermes('v0.8-chat-scenario-2', '\n\nNow a failing one. \n\nFinished `three` calls. '),
  hermes('v0.19-chat-scenario-1', 'Let me check. \n\nAll done: it printed the year. '),
];

let behind: Behind;
let gateway: RunningGateway;

beforeAll(async () => {
  behind = await startBehind(({ path }, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(REPAIRED[Number(path.split('/')[1])]?.body);
  });
  gateway = await gatewayTo(behind.origin);
});
afterAll(async () => {
  await gateway.close();
  await behind.close();
});

async function ask(client: AskingClient, defect: Defect, origin: string): Promise<Verdict> {
  const baseURL = `${origin}/${REPAIRED.indexOf(defect)}/v1`;
  const outcome = await client.ask({ baseURL, apiKey: 'sk-1', model: 'm', question: 'go' });
  return judge(defect, defect.anyCalls ? { ...client, calls: false } : client, outcome);
}

const cases = REPAIRED.flatMap((defect) =>
  CLIENTS.filter((client) => isAsked(defect, client) && !defect.left?.clients.includes(client.name)).map(
    (client) => [defect.what, client.name, defect, client] as const,
  ),
);

test.each(cases)('%s: through the gateway, %s reads the reply', async (_what, _name, defect, client) => {
  expect(await ask(client, defect, gateway.origin)).toBe('ok');
});

test.each(CLIENTS.map((client) => [client.name, client] as const))(
  'without the gateway, %s breaks on some of them',
  async (_, client) => {
    const verdicts: Verdict[] = [];
    for (const defect of REPAIRED) if (isAsked(defect, client)) verdicts.push(await ask(client, defect, behind.origin));

    expect(verdicts.filter((verdict) => verdict !== 'ok').length).toBeGreaterThan(5);
  },
);
