import type { Browser, BrowserContext } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** A browser session that opens pages and records unexpected events. */
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
  // Requests to other origins are recorded and blocked.
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
    // The browser logs a 404, too.
    if (line.location().url !== page.url() || !line.text().includes('404')) complain(line.text());
  });
  return {
    context,
    complaints,
    async open(path) {
      at = path;
      await page.goto(address + path, { waitUntil: 'load' });
      if (page.url() !== address + path) complain(`went to ${page.url()}`);
      // Without scripts there are no traces to query.
      if (/\.svg(?:\?|$)/.test(path)) return;
      for (const trace of (await page.evaluate(TRACES)) as string[]) complain(trace);
    },
  };
}

const REPORT = `document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  (window.broken ??= []).push('broke ' + violatedDirective + ' with ' + blockedURI);
});`;

/** Traces of a payload that ran or was blocked. */
const TRACES = `new Promise((resolve) => setTimeout(resolve, 20)).then(() => [
  ...(window.broken ?? []),
  ...Object.keys(window).filter((name) => /^zqxk\\d{3}$/.test(name)),
])`;
