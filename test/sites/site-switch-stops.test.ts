import { expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { PATTERN } from './fake-popup.ts';
import { extension, install, popup } from './set-up.ts';
import { nextTask, quiet } from '../support/fake-extension-apis.ts';

test('the popup and the background may both be gone when the grant arrives', async () => {
  await popup.switchOn();
  await popup.restart();

  await extension.grant(PATTERN);
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true });
  expect(popup.registeredFor()).toEqual([PATTERN]);
});

test('a grant whose event was lost is found when the background starts', async () => {
  await popup.switchOn();
  extension.stop();
  extension.granted.add(PATTERN);
  await extension.start();
  await quiet();

  expect(await popup.state()).toMatchObject({ enabled: true });
});

test('the latest request counts, however quickly it follows a click or a grant', async () => {
  for (let tasks = 0; tasks <= 12; tasks += 1) {
    for (const first of ['click', 'grant'] as const) {
      await install();
      if (first === 'grant') await popup.switchOn();
      else extension.granted.add(PATTERN);

      if (first === 'grant') void extension.grant(PATTERN);
      else void popup.switchOn();
      for (let task = 0; task < tasks; task += 1) await nextTask();
      await popup.switchOff();
      await quiet();

      expect({ first, tasks, ...(await popup.state()) }).toMatchObject({
        first,
        tasks,
        enabled: false,
        permitted: true,
      });
      expect(extension.scripts()).toEqual([]);
    }
  }
});

test.each(['onInstalled', 'onStartup'] as const)(
  'scripts that the browser forgot are registered again on %s',
  async (event) => {
    await extension.grant(PATTERN);
    await popup.switchOn();
    extension.dropScripts();

    await fakeBrowser.runtime[event].trigger({ reason: 'update' } as never);
    await quiet();

    expect(popup.registeredFor()).toEqual([PATTERN]);
  },
);

test('a background stopped at any moment of switching a site on finishes when it starts again', async () => {
  for (let tasks = 1; tasks <= 40; tasks += 1) {
    await install();
    extension.granted.add(PATTERN);

    void popup.switchOn();
    for (let task = 0; task < tasks; task += 1) await nextTask();
    await popup.restart();

    // The very first call notes the click, so there is no moment at which it could be lost.
    expect({ tasks, ...(await popup.state()) }).toMatchObject({
      tasks,
      enabled: true,
      permitted: true,
    });
    expect(popup.registeredFor()).toEqual([PATTERN]);
  }
});

test('a background stopped at any moment of switching a site off leaves scripts and storage in agreement', async () => {
  const outcomes = new Set<boolean>();
  for (let tasks = 1; tasks <= 40; tasks += 1) {
    await install();
    extension.granted.add(PATTERN);
    await popup.switchOn();

    void popup.switchOff();
    for (let task = 0; task < tasks; task += 1) await nextTask();
    await popup.restart();

    const { enabled } = await popup.state();
    outcomes.add(enabled);
    expect({ tasks, scripts: popup.registeredFor() }).toEqual({
      tasks,
      scripts: enabled ? [PATTERN] : [],
    });
  }
  expect([...outcomes]).toEqual([true, false]);
});
