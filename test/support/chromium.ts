import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { QUICK } from './databases.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

const browser = findBrowser();

/** Runs the tests in a real browser, if there is one. */
export function inChromium(story: (launch: () => Promise<Browser>) => void): void {
  if (browser === undefined) return tellWithoutBrowser();
  describe.skipIf(QUICK)('in Chromium', () => {
    story(launchChromium);
  });
}

export function launchChromium(): Promise<Browser> {
  if (browser === undefined) throw new Error('There is no Chromium on this machine.');
  // Chromium's sandbox does not work as root.
  return chromium.launch({ executablePath: browser, args: ['--no-sandbox'] });
}

function tellWithoutBrowser(): void {
  console.warn('There is no Chromium on this machine, so pages are NOT tested in a browser here.');
  test('nothing is tried in a browser where there is none', () => expect(browser).toBeUndefined());
}

function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
