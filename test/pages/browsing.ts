import type { Browser, BrowserContext } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Someone who opens one page after the other, and everything that happens and should not. */
export interface Browsing {
  readonly context: BrowserContext;
  readonly complaints: string[];
  readonly open: (path: string) => Promise<void>;
}

export async function aBrowsing(browser: Browser, address: string, cookie = '='): Promise<Browsing> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const [name = '', value = ''] = cookie.split('=');
  if (name !== '') await context.addCookies([{ name, value, url: `${address}/admin` }]);
  // Whoever asks elsewhere is noted, and goes nowhere.
  await context.route(
    (url) => url.origin !== address,
    (route) => route.abort(),
  );
  await context.addInitScript(REPORT);
  const complaints: string[] = [];
  let at = '';
  const complain = (what: string) => complaints.push(`${at}: ${what}`);
  const page = await context.newPage();
  context.on('page', (other) => complain(`opened ${other.url()}`));
  page.on('download', (download) => complain(`downloaded ${download.url()}`));
  page.on('frameattached', (frame) => complain(`framed ${frame.url()}`));
  page.on('pageerror', (error) => complain(error.message));
  page.on('dialog', async (dialog) => {
    complain(`says ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${address}/`)) complain(`asked ${request.url()}`);
  });
  page.on('console', (line) => {
    // That there is no page is told by the browser as well.
    if (line.location().url !== page.url() || !line.text().includes('404')) complain(line.text());
  });
  return {
    context,
    complaints,
    async open(path) {
      at = path;
      await page.goto(address + path, { waitUntil: 'load' });
      if (page.url() !== address + path) complain(`went to ${page.url()}`);
      // Where no script may run, nobody can ask for traces either.
      if (/\.svg(?:\?|$)/.test(path)) return;
      for (const trace of (await page.evaluate(TRACES)) as string[]) complain(trace);
    },
  };
}

const REPORT = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  (window.broken ??= []).push('broke ' + violatedDirective + ' with ' + blockedURI);
});`;

/** What would be left of something that ran, or was kept from running. */
const TRACES = `new Promise((resolve) => setTimeout(resolve, 20)).then(() => [
  ...(window.broken ?? []),
  ...Object.keys(window).filter((name) => /^zqxk\\d{3}$/.test(name)),
])`;
