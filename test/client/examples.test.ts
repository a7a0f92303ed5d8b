import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';

import { DAY } from '../../src/rules/base/clock.ts';
import { connect, writeKeyFile } from '../../src/client/client.ts';
import { aProxy, aSandboxHouse } from '../keeper/keeper.ts';
import { aFolder } from '../program/arkhouse.ts';
import { NOON } from '../support/hand-clock.ts';
import { localServer } from '../support/local-server.ts';
import { SANDBOX_HEADERS, SANDBOX_TOKEN } from '../support/parts.ts';
import { missingCommands } from '../support/servers/missing-commands.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url);
const DOCUMENT = readFileSync(new URL('../../docs/use/client.md', import.meta.url), 'utf8');
const FILES = readdirSync(EXAMPLES).filter((file) => file.endsWith('.ts'));

/** Run as documented, but with the client from the sources. */
async function run(file: string, ...args: readonly string[]): Promise<string> {
  const node = ['--conditions=arkhouse-sources', example(file), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, node);
  return stdout;
}

test('docs/use/client.md contains first-visit.ts unchanged and links every other example', () => {
  const text = readFileSync(new URL('first-visit.ts', EXAMPLES), 'utf8');
  expect(DOCUMENT).toContain(`<!-- docs/examples/first-visit.ts -->\n\n\`\`\`ts\n${text}\`\`\`\n`);
  const others = FILES.filter((file) => file !== 'first-visit.ts');
  expect(others.filter((file) => !DOCUMENT.includes(`(../examples/${file})`))).toEqual([]);
});

test('the examples join, check in, read a life and report an unknown key', async () => {
  const { address } = await aSandboxHouse();
  expect(await run('first-visit.ts', address, 'wren-8')).toMatch(
    /^Pebble has hatched and is now a baby\. Come back at \d{4}-.*Z\.\nReflected: (?!wasted)\w+\.\n$/,
  );
  const { your_token: key } = await connect(address).registerAgent({ body: { username: 'owner' } });
  const house = connect(address, { key });
  await house.adoptCreature({ body: { name: 'Moss', species_slug: 'housecat' } });
  await house.getCreatureStatus();
  const file = join(aFolder(), 'key.json');
  await writeKeyFile(file, { baseUrl: address, username: 'owner', key });
  expect(await run('check-in.ts', file)).toMatch(/^Moss is \w+; next visit at \d{4}-.*Z\.\n$/);
  await writeKeyFile(file, { baseUrl: address, username: 'owner', key: 'ah_unknown' });
  expect(await run('check-in.ts', file)).toMatch(/^Invalid API key\. /);
  const life = await run('read-a-life.ts', address, key);
  expect(life).toMatch(/^true\n# /);
  expect(life.match(/It leaned against me\./g)).toHaveLength(1);
});

test('docs/examples/first_visit.go registers, adopts and reflects', async ({ skip }) => {
  if (missingCommands(['go']).length > 0) skip('go cannot be found here');
  const { address } = await aSandboxHouse();
  const { stdout } = await promisify(execFile)('go', ['run', example('first_visit.go'), address]);
  expect(stdout).toMatch(/^Store this key: ah_\w+\nPebble is a baby\. Come back at .+\nReflected: \w+\n$/);
});

const CARETAKERS = [
  { file: 'caretaker.py', command: 'python3', lines: 155 },
  { file: 'caretaker.sh', command: 'sh', lines: 130 },
];
const DAYS = 2;
const PATIENTLY = { timeout: 120_000 };
const example = (file: string) => new URL(file, EXAMPLES).pathname;
const missing = (command: string) => missingCommands([command, 'curl']).length > 0;

describe.each(CARETAKERS)('docs/examples/$file', ({ file, command, lines }) => {
  test('is short, keeps a creature well through troubles, reports its death', PATIENTLY, async ({ skip }) => {
    expect(readFileSync(example(file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(lines);
    if (missing(command)) skip(`${command} or curl cannot be found here`);
    const { address, turn } = await aSandboxHouse();
    const door = await aTroubledDoor(address);
    const caretaker = aCaretaker(command, example(file), door.url, address);

    const first = caretaker.begin();
    await first.until(untilDay(address, 1.2));
    await first.strikeDown();
    const second = caretaker.begin();
    await second.until(untilDay(address, DAYS));
    await second.strikeDown();
    expect(second.out()).not.toContain('Registered');

    expect(first.out()).toMatch(/^Registered as caretaker-[\da-f]{8}; the key is in .+\.$/m);
    // First no reply, then one with a time to wait.
    expect(caretaker.slept()).toEqual(expect.arrayContaining([5, 31, 17]));
    expect(first.out()).toMatch(/^Refused: \w[^]+^feed: \w/m);
    expect(door.registrations()).toBe(2);
    expect(statSync(caretaker.keyFile).mode & 0o777).toBe(0o600);
    const [, key = ''] = /^x-api-key: (ah_\w+)\n$/.exec(readFileSync(caretaker.keyFile, 'utf8')) ?? [];
    const { stats: meals } = await connect(address, { key }).getCareHistory();
    expect(meals.total_feedings).toBeGreaterThan(DAYS * 2);
    // A cat may sleep through one meal a night.
    expect(meals.missed_feedings).toBeLessThanOrEqual(DAYS);

    expect(await caretaker.begin('--once').ended).toBe(0);
    await turn(100);
    const last = caretaker.begin('--once');
    expect([await last.ended, last.out()]).toEqual([2, expect.stringMatching(/^Moss is dead \(hunger, /)]);
    const another = caretaker.begin('--once', '--again');
    expect([await another.ended, another.out()]).toEqual([0, expect.stringContaining('Moss')]);
  });

  test('reports an unreachable service, and repeats with one key', PATIENTLY, async ({ skip }) => {
    if (missing(command)) skip(`${command} or curl cannot be found here`);
    const { address } = await aSandboxHouse();
    const { url } = await localServer(async (_, __, response) => void response.destroy());
    const caretaker = aCaretaker(command, example(file), url, address);
    const away = caretaker.begin('--once');
    expect([await away.ended, away.out()]).toEqual([3, expect.stringContaining('does not answer')]);
    const word = readFileSync(caretaker.keyFile, 'utf8');
    expect(word).toMatch(/^Idempotency-Key: [\da-f-]{32,36}\n$/);
    expect(await caretaker.begin('--once').ended).toBe(3);
    expect(readFileSync(caretaker.keyFile, 'utf8')).toBe(word);
  });
});

/** A caretaker with its own home folder, whose waiting turns the service's clock. */
function aCaretaker(command: string, program: string, door: string, house: string) {
  const home = aFolder();
  const slept = join(home, 'slept');
  const clock = `${house}/api/sandbox/clock`;
  writeFileSync(join(home, 'sleep'), SLEEP_IN_SHELLS);
  chmodSync(join(home, 'sleep'), 0o755);
  writeFileSync(join(home, 'sitecustomize.py'), SLEEP_IN_PYTHON);
  const env = {
    PATH: `${home}:${process.env['PATH'] ?? ''}`,
    PYTHONPATH: home,
    PYTHONDONTWRITEBYTECODE: '1',
    HOME: home,
    TMPDIR: home,
    SLEPT: slept,
    CLOCK: clock,
    TOKEN: SANDBOX_TOKEN,
    ARKHOUSE_BASE_URL: door,
    ARKHOUSE_CREATURE: 'Moss',
  };
  return {
    keyFile: join(home, '.arkhouse', 'caretaker', new URL(door).host.replace(':', '_')),
    slept: () => (existsSync(slept) ? readFileSync(slept, 'utf8').trim().split('\n').map(Number) : []),
    begin(...options: readonly string[]) {
      // A process group: children of the shell end with it.
      const child = spawn(command, [program, ...options], { env, detached: true });
      let out = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (out += chunk.toString()));
      const ended = once(child, 'close').then(([code]) => code as number | null);
      const strikeDown = () => {
        if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
          process.kill(-child.pid, 'SIGKILL');
        return ended;
      };
      onTestFinished(() => void strikeDown());
      const until = (moment: Promise<void>) =>
        Promise.race([moment, ended.then((code) => Promise.reject(new Error(`ended with ${code}: ${out}`)))]);
      return { out: () => out, ended, strikeDown, until };
    },
  };
}

const SLEEP_IN_SHELLS = `#!/bin/sh
echo "$1" >>"$SLEPT"
hours=$(awk -v seconds="$1" 'BEGIN { print seconds / 3600 }')
exec curl -sf -o /dev/null -H "X-Sandbox-Token: $TOKEN" "$CLOCK" -d "{\\"advance_hours\\":$hours}"
`;

const SLEEP_IN_PYTHON = `import os, time, urllib.request
def turn(seconds):
    with open(os.environ["SLEPT"], "a") as log:
        log.write(f"{seconds}\\n")
    turned = b'{"advance_hours":%f}' % (seconds / 3600)
    request = urllib.request.Request(os.environ["CLOCK"], turned, {"X-Sandbox-Token": os.environ["TOKEN"]})
    urllib.request.urlopen(request).close()
time.sleep = turn
`;

/** Fails once each: the reply to the registration is lost, a status exceeds its limit, an adoption and a care are refused. */
async function aTroubledDoor(house: string) {
  const seen = new Map<string, number>();
  const url = await aProxy(house, (passing) => {
    const [route = ''] = passing.path.split('?');
    const nth = (seen.get(route) ?? 0) + 1;
    seen.set(route, nth);
    const change = CHANGES[route]?.(nth);
    if (change) passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), ...change });
    return nth === 1 ? TROUBLE[route] : undefined;
  });
  return { url, registrations: () => seen.get('/api/auth/register') ?? 0 };
}

const TROUBLE: Readonly<Record<string, 'answer' | { status: number; after: string }>> = {
  '/api/auth/register': 'answer',
  '/api/house/status': { status: 429, after: '31' },
  '/api/house/adopt': { status: 503, after: '17' },
};

const CHANGES: Readonly<Record<string, (nth: number) => object | false>> = {
  '/api/house/adopt': () => ({ species_slug: 'housecat' }),
  '/api/house/care': (nth) => nth === 1 && { creature_id: randomUUID() },
};

async function untilDay(address: string, day: number): Promise<void> {
  const clock = `${address}/api/sandbox/clock`;
  for (;;) {
    const { now } = (await (await fetch(clock, { headers: SANDBOX_HEADERS })).json()) as { now: string };
    if (Date.parse(now) - NOON >= day * DAY) return;
    await pause(100);
  }
}
