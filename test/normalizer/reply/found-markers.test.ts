import { expect, test, vi } from 'vitest';
import { createServerTraits } from '../../../src/normalizer/reply/found-markers.ts';

test('a session id shows that the server is Hermes, and the newer kind of id that it sends events', () => {
  const old = createServerTraits(
    { sessionId: '0b6e6d5a-1c1e-4b0e-9d49-3a5a0b2f1c11' },
    () => false,
    vi.fn(),
  );
  const recent = createServerTraits({ sessionId: 'api-0123456789abcdef' }, () => false, vi.fn());

  expect([old.isHermes(), old.sendsEvents(), old.expectsMarkers()]).toEqual([true, false, true]);
  expect([recent.isHermes(), recent.sendsEvents(), recent.expectsMarkers()]).toEqual([
    true,
    true,
    true,
  ]);
});

test('a server is known to inject markers if one came before its first event', () => {
  const before = createServerTraits({}, () => false, vi.fn());
  before.wroteMarker();
  before.sentEvent();
  const after = createServerTraits({}, () => false, vi.fn());
  after.sentEvent();
  after.wroteMarker();

  expect(before.injects()).toBe(true);
  expect(after.injects()).toBe(false);
});

test('a dialect is reported as the server until a message proves that it is Hermes, each once', () => {
  const report = vi.fn();
  const server = createServerTraits({}, () => false, report);

  server.speaks('openai-chat');
  server.read(false);
  server.read(true);
  server.read(true);

  expect(report.mock.calls.flat()).toEqual([
    { type: 'server', server: 'openai-chat' },
    { type: 'server', server: 'hermes' },
    { type: 'evidence', evidence: 'server' },
  ]);
});
