import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';

import { PACKS, formatPrice } from '../../src/rules/credits.ts';
import { createHouseClient, httpTransport } from '../../src/client/client.ts';
import { writeSandboxToken } from '../../src/client/sandbox-token.ts';
import { stripeTokenMethod } from '../../src/outside/money/mpp.ts';
import { TestFacilitator } from '../money/facilitator.ts';
import { TestStripe } from '../money/fake-stripe.ts';
import { aPlayHouse } from '../money/play-house.ts';
import { aTill, mppOf, PAY_TO, x402With } from '../money/till.ts';
import { aFolder, started } from '../program/arkhouse.ts';
import { callsIn, run } from '../program/examples.ts';
import { aKeeper } from '../support/asking.ts';
import { localServer, sendJson } from '../support/local-server.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { anyStore } from '../support/stores/any-store.ts';

const ROOT = new URL('../../', import.meta.url);
const DOCUMENT = readFileSync(new URL('docs/use/paying.md', ROOT), 'utf8');
const [, HUMAN = '', , X402 = '', MPP = ''] = DOCUMENT.split(/^## By /m);

/** A folder with the programs of the document, unchanged, and their packages. */
function withPrograms(folder = aFolder()): string {
  symlinkSync(fileURLToPath(new URL('node_modules', ROOT)), join(folder, 'node_modules'));
  for (const [, name = '', program = ''] of DOCUMENT.matchAll(/<!-- (\w+\.mjs) -->\n\n```js\n([^]*?)```/g))
    writeFileSync(join(folder, name), program);
  return folder;
}

async function runProgram(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [join(withPrograms(), name)], { env });
  return stdout;
}

type Said = Readonly<Record<string, string>>;

async function aWire(house: string) {
  const said: Said[] = [];
  const { url } = await localServer(async ({ url: path = '/', headers }, body, response) => {
    const names = Object.keys(headers).filter((name) => !/^(?:host|connection|content-length)$/.test(name));
    const sent = Object.fromEntries(names.map((name) => [name, String(headers[name])]));
    const answer = await fetch(house + path, { method: 'POST', headers: sent, body });
    const told = Object.fromEntries(answer.headers);
    const text = await answer.text();
    said.push({ ...sent, first: `POST ${path}`, body });
    said.push({ ...told, first: String(answer.status), body: text });
    const isKept = (name: string) => !/^(?:connection|keep-alive|content-length)$/.test(name);
    const kept = Object.entries(told).filter(([name]) => isKept(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
  });
  return { url, said };
}

/** The wire format of a chapter: text after … is omitted there. */
function shownIn(chapter: string): Said[] {
  const [, wire = ''] = /```text\n([^]*?)```/.exec(chapter) ?? [];
  return wire.split('\n\n').map((half) => {
    const [first = '', ...lines] = half.trim().replaceAll(/^../gm, '').split('\n');
    const body = lines.pop() ?? '';
    const headers = lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]);
    return { first, body, ...Object.fromEntries(headers) };
  });
}

/** Every documented message was sent, in the same order. */
function expectSaid(said: readonly Said[], shown: readonly Said[]): void {
  expect(shown).toHaveLength(said.length);
  for (const [nth, half] of shown.entries())
    for (const [name, text] of Object.entries(half)) {
      // Realm and ids vary, and a body may have more fields.
      const whole = text.replaceAll('realm="ark.example"', '…').split('…');
      const fieldsIn = (piece: string) => piece.match(/"\w+":(?:"[^"]*"|\d+)/g) ?? [];
      for (const piece of text.startsWith('{') ? whole.flatMap(fieldsIn) : whole)
        expect(said[nth]?.[name], `${half['first']} ${name}`).toContain(piece);
    }
}

const PAID = '500 Paid, thank you. That was 500 credits; you now have 500.';

test('the document has the current prices', () => {
  for (const { credits, cents } of PACKS)
    expect(DOCUMENT).toContain(`${credits.toLocaleString('en')} (${formatPrice(cents)})`);
});

test('a human pays as docs/use/paying.md says', async () => {
  const { app, key } = await aPlayHouse(await anyStore());
  const folder = aFolder();
  await writeSandboxToken(join(folder, 'data'), SANDBOX_TOKEN);
  const [, header = ''] = /add `(-H "X-Sandbox-Token[^`]+)`/.exec(DOCUMENT) ?? [];
  const ARKHOUSE_BASE_URL = await app.listen({ port: 0, host: '127.0.0.1' });
  const calls = callsIn(DOCUMENT);
  expect(calls.at(-1)).toBe(callsIn(HUMAN)[0]);
  const env = { KEY: key, ARKHOUSE_BASE_URL };
  const told = await Promise.all(calls.map((call) => run(`${call} ${header}`, env, folder)));
  expect(told.map(({ out }) => JSON.parse(out) as unknown)).toMatchObject([
    { mpp_enabled: false, x402_enabled: false },
    { checkout_url: expect.stringMatching(/^http/), sandbox: true },
  ]);
});

test('an agent pays by x402 as docs/use/paying.md says, with the documented messages', async () => {
  const facilitator = await new TestFacilitator().open();
  const till = await aTill(await anyStore(), { x402: await x402With(facilitator) });
  const wren = await aKeeper(till);
  const wallet = generatePrivateKey();
  facilitator.give(privateKeyToAccount(wallet).address, 400);
  const wire = await aWire(till.url);
  const env = { ARKHOUSE_BASE_URL: wire.url, ARKHOUSE_API_KEY: wren.key, WALLET_PRIVATE_KEY: wallet };
  const out = await runProgram('x402.mjs', env);
  const [transfer] = facilitator.transfers.values();
  expect(out).toBe(`200 x402 ${PAID}\n${transfer?.hash}\n`);
  expect([await till.minted(wren.id), facilitator.has(PAY_TO)]).toEqual([[500], 4_000_000n]);
  expectSaid(wire.said, shownIn(X402));
});

test('an agent pays by MPP as docs/use/paying.md says, with the documented messages', async () => {
  const bank = new TestStripe();
  const method = stripeTokenMethod(await bank.open(), { networkId: 'profile_test', live: false });
  const till = await aTill(await anyStore(), { mpp: mppOf(method) });
  const wren = await aKeeper(till);
  const asked: unknown[] = [];
  const wallet = await localServer(async (_, body, response) => {
    asked.push(JSON.parse(body));
    sendJson(response, 200, { spt: 'spt_1' });
  });
  const wire = await aWire(till.url);
  const env = { ARKHOUSE_BASE_URL: wire.url, ARKHOUSE_API_KEY: wren.key };
  const out = await runProgram('mpp.mjs', { ...env, WALLET_URL: wallet.url, PAYMENT_METHOD: 'pm_card_visa' });
  const [intent] = bank.intents.values();
  expect(out).toBe(`200 mpp ${PAID}\n${intent?.id}\n`);
  expect(asked).toMatchObject([{ amount: '400', networkId: 'profile_test', paymentMethod: 'pm_card_visa' }]);
  expect(await till.minted(wren.id)).toEqual([500]);
  expectSaid(wire.said, shownIn(MPP));
});

test('both programs pay play money as docs/use/paying.md says', { timeout: 60_000 }, async () => {
  const folder = withPrograms();
  const ARKHOUSE_DATA_DIR = join(folder, 'data');
  const { address } = await started({ ARKHOUSE_DATA_DIR, ARKHOUSE_SANDBOX_TOKEN: '' });
  const agent = createHouseClient(httpTransport(address));
  const { your_token: KEY } = await agent.registerAgent({ body: { username: 'wren' } });
  const [, block = ''] = /^## Rehearse[^]*?```sh\n([^]*?)```/m.exec(DOCUMENT) ?? [];
  const script = block.replace('http://127.0.0.1:3000', address);
  const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const { out } = await run(script, { KEY, PATH }, folder);
  const paid =
    /^200 x402 500 .*\n0x[0-9a-f]{64}\n200 mpp 1000 .*now have 1,?000\.\npi_sandbox_[0-9a-f]{32}\n$/;
  expect(out).toMatch(paid);
});
