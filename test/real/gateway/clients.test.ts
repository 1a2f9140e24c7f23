import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RunningGateway } from '../../../src/gateway/node/start.ts';
import { lookAt } from '../../../src/gateway/known-servers.ts';
import { asking } from '../../../src/gateway/node/upstream.ts';
import { createMemory } from '../../../src/gateway/policy.ts';
import { installHermes, startHermes, type Hermes } from '../../../src/tools/demo/servers/hermes.ts';
import { aiSdk } from '../../clients/ai-sdk.ts';
import type { AskingClient, Outcome } from '../../clients/client.ts';
import { langchain } from '../../clients/langchain.ts';
import { openaiHelper } from '../../clients/openai-helper.ts';
import { openaiStream } from '../../clients/openai-stream.ts';
import { judge, type Verdict } from '../../clients/verdict.ts';
import { gatewayTo } from '../../gateway/behind.ts';
import {
  CALL,
  installLlamaCpp,
  requestFor,
  startLlamaCpp,
  type LlamaCpp,
} from '../llama-cpp/llama-cpp-server.ts';
import { askingHermes, closeAsking, printRow, STATES } from '../asking.ts';
import { installPythonClient, pythonClient } from './python-client.ts';

const NODE_CLIENTS: readonly AskingClient[] = [openaiStream, openaiHelper, aiSdk, langchain];

/** All names, so that each has a test of its own. */
const NAMES = [...NODE_CLIENTS.map(({ name }) => name), 'openai for Python'];

let hermes: Hermes;
let llama: LlamaCpp;
let gateways: { readonly hermes: RunningGateway; readonly llama: RunningGateway };
let python = '';

beforeAll(async () => {
  python = installPythonClient();
  const logFile = fileURLToPath(new URL('../../../.demo/real/hermes-gateway.log', import.meta.url));
  hermes = await startHermes({ programs: installHermes(), logFile });
  llama = await startLlamaCpp(installLlamaCpp(), 'qwen3');
  gateways = {
    hermes: await gatewayTo(hermes.upstream.origin),
    llama: await gatewayTo(llama.origin),
  };
}, 300_000);

afterAll(async () => {
  await closeAsking();
  await Promise.all([
    gateways.hermes.close(),
    gateways.llama.close(),
    hermes.close(),
    llama.close(),
  ]);
});

test('Hermes says what it is without a key, and llama.cpp is not taken for one', async () => {
  const found = [hermes.upstream.origin, llama.origin].map(async (origin) => {
    const upstream = { path: '', url: new URL(origin) };
    const known = createMemory().of(upstream);
    return [await lookAt({ upstream, known }, asking(upstream)), known.isHermes];
  });

  expect(await Promise.all(found)).toEqual([
    [null, true],
    [null, false],
  ]);
});

function clientNamed(name: string, more: object = {}): AskingClient {
  return NODE_CLIENTS.find((client) => client.name === name) ?? pythonClient(python, more);
}

describe('Hermes 0.19', () => {
  const REPLY = 'Let me look at the clock. \n\nThe clock of this machine answered.';

  async function ask(client: AskingClient, origin: string): Promise<Verdict> {
    const { key } = hermes.upstream;
    const asked = {
      baseURL: `${origin}/v1`,
      apiKey: key,
      model: 'hermes-agent',
      question: 'What time is it?',
    };
    return judge(
      { what: '', repair: '', body: new Uint8Array(), text: REPLY },
      client,
      await client.ask(asked),
    );
  }

  test.each(NAMES)('%s reads the reply through the gateway', async (name) => {
    expect(await ask(clientNamed(name), gateways.hermes.origin)).toBe('ok');
  });

  test('without the gateway, its tool events break some of them', async () => {
    const broken: string[] = [];
    for (const name of NAMES)
      if ((await ask(clientNamed(name), hermes.upstream.origin)) !== 'ok') broken.push(name);

    expect(broken).not.toEqual([]);
    process.stdout.write(`Hermes without the gateway breaks: ${broken.join(', ')}\n`);
  });

  test('Hermes refuses a wrong key, in its own words', async () => {
    const headers = { authorization: 'Bearer wrong' };

    const [direct, through] = await Promise.all(
      [hermes.upstream.origin, gateways.hermes.origin].map((origin) =>
        fetch(`${origin}/v1/models`, { headers }),
      ),
    );

    expect(through?.status).toBe(401);
    expect(await through?.text()).toBe(await direct?.text());
  });

  test('markers in a history do not reach it', async () => {
    const content = 'Let me look.\n`⏰ list`\n\n`💻 terminal`\n\n\nThree.';
    const messages = [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content },
      { role: 'user', content: 'And now?' },
    ];

    const answer = await fetch(`${gateways.hermes.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${hermes.upstream.key}`,
      },
      body: JSON.stringify({ model: 'hermes-agent', messages }),
    });

    expect(answer.status).toBe(200);
    const got = JSON.stringify(hermes.model.requests.at(-1));
    expect(got).toContain('Three.');
    expect(got).not.toContain('⏰');
  });
});

test.each([
  ['hermes', /^event: approval\.request\ndata: (\{.*"command":"rm -rf old".*)$/m],
  ['comments', /^: tool-progress \{.*"question":(\{.*"command":"rm -rf old".*?\})/m],
  [null, null],
] as const)(
  'with progress %s, a question of Hermes 0.22 reaches who wants it, and the answer Hermes',
  async (form, asks) => {
    const { agent, passed, record, scratch, seenAfter } = await askingHermes('0.22.2');
    const gateway = await gatewayTo(agent.origin);
    onTestFinished(() => gateway.close());
    scratch.make();
    const post = (path: string, body: object) =>
      fetch(`${gateway.origin}/v1/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${agent.key}`,
          ...(form && { 'x-stream-fixer-progress': form }),
        },
        body: JSON.stringify(body),
      });
    const content = `Clean up behind the gateway (${form})`;
    const since = Date.now();
    const answer = await post('chat/completions', {
      stream: true,
      messages: [{ role: 'user', content }],
    });
    const decoder = new TextDecoder();
    let got = '';
    const reading = (async () => {
      for await (const piece of answer.body!) got += decoder.decode(piece, { stream: true });
    })();
    await seenAfter(since, async () => asks?.test(got) ?? true);
    if (asks) expect(asks.exec(got)![1]).toContain(`"${passed.request}"`);
    const { run, request } = passed;
    const posted = await post(`runs/${run}/approval`, {
      choice: form ? 'once' : 'deny',
      request_id: request,
    });
    await reading;
    expect([posted.status, scratch.isThere()]).toEqual([200, form === null]);
    expect(await record(content)).toMatch(STATES[form ? 'allowed' : 'denied']![2]);
    // Only who asks for events gets one, and nobody gets it as a chunk.
    const data = got
      .split('\n')
      .filter((line) => line.startsWith('data:') && line.includes('"rm -rf old"'));
    expect(data.length > 0).toBe(form === 'hermes');
    const events = [
      ...got.matchAll(/event: hermes\.tool\.progress\ndata: .*"status":"(\w+)"/g),
    ].map(([, status]) => status);
    expect(events).toEqual(form === 'hermes' ? ['running', 'completed'] : []);
    printRow(
      'gateway, Hermes 0.22.2',
      `progress ${form}`,
      form ? 'allowed' : 'denied',
      await record(content),
    );
  },
);

describe('llama.cpp', () => {
  const {
    model,
    messages: _,
    stream: __,
    ...more
  } = requestFor('one call') as Record<string, unknown>;

  /**
   * Random weights call a tool only if the request forces them to; the clients' own request has no
   * room for that.
   */
  const forced: typeof fetch = (url, init) =>
    fetch(url, { ...init, body: JSON.stringify(requestFor('one call')) });

  function ask(name: string, origin: string): Promise<Outcome> {
    return clientNamed(name, more).ask({
      baseURL: `${origin}/v1`,
      apiKey: 'none',
      model: String(model),
      question: 'How is the weather?',
      fetch: forced,
    });
  }

  async function verdictOf(name: string, origin: string): Promise<Verdict> {
    const outcome = await ask(name, origin);
    return judge(
      { what: '', repair: '', body: new Uint8Array(), text: '', calls: [CALL] },
      clientNamed(name),
      outcome,
    );
  }

  test.each(NAMES)('%s makes the right call through the gateway', async (name) => {
    expect(await verdictOf(name, gateways.llama.origin)).toBe('ok');
  });

  test('without the gateway, the call is not the right one for some of them', async () => {
    const broken: string[] = [];
    for (const name of NAMES) if ((await verdictOf(name, llama.origin)) !== 'ok') broken.push(name);

    expect(broken).not.toEqual([]);
    process.stdout.write(`llama.cpp without the gateway breaks: ${broken.join(', ')}\n`);
  });
});
