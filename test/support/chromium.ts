import { chromium, type Browser } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';

import { QUICK } from './databases.ts';
import { findCommand } from './servers/missing-commands.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const PROGRAM = NAMES.map(findCommand).find((path) => path !== undefined);

let launched: Promise<Browser> | undefined;

/** Runs the tests in a real browser, if there is one: the same for all files of a worker, which ends it with itself. */
export function inChromium(story: (browser: () => Browser) => void): void {
  if (PROGRAM === undefined) return tellWithoutBrowser();
  describe.skipIf(QUICK)('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await (launched ??= launchChromium());
    });
    story(() => browser);
  });
}

function tellWithoutBrowser(): void {
  console.warn('There is no Chromium on this machine, so pages are NOT tested in a browser here.');
  test('nothing is tried in a browser where there is none', () => expect(PROGRAM).toBeUndefined());
}

function launchChromium(): Promise<Browser> {
  if (PROGRAM === undefined) throw new Error('There is no Chromium on this machine.');
  // Chromium's sandbox does not work as root. On a slow network it loads lazy pictures from twice as far away.
  const args = ['--no-sandbox', '--force-effective-connection-type=3G'];
  return chromium.launch({ executablePath: PROGRAM, args });
}
