import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { readKeyFile, readPendingRegistration, writeKeyFile } from '../../src/client/key-file.ts';
import { PYTHON_FOLDER, pythonFiles } from '../../tools/generate/python-client.ts';
import { aProxy, aSandboxHouse } from '../keeper/keeper.ts';
import { aFolder } from '../program/arkhouse.ts';
import { openUntilTestEnds } from '../support/local-server.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { aFakeHouse, problem } from './fake-house.ts';

const PACKAGE = fileURLToPath(new URL('../', PYTHON_FOLDER));
const EXAMPLE = new URL('../../docs/examples/first_visit.py', import.meta.url);
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const works = (...args: readonly string[]) => spawnSync('python3', args).status === 0;
const HAS_PYTHON = works('-c', 'import sys; sys.exit(sys.version_info < (3, 9))');

test.each(Object.entries(pythonFiles()))(
  'packages/python/arkhouse/%s is fresh (node tools/generate.ts python writes it)',
  (name, text) => {
    expect(readFileSync(new URL(name, PYTHON_FOLDER), 'utf8')).toBe(text);
  },
);

test('docs/use/python.md contains first_visit.py unchanged', () => {
  const text = readFileSync(EXAMPLE, 'utf8');
  expect(read('docs/use/python.md')).toContain(`\`\`\`py\n${text}\`\`\`\n`);
});

/** Runs Python with a home folder of its own; the last line of its output is JSON. */
async function python(home: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<string> {
  const { PATH } = process.env;
  const env = { PATH, HOME: home, PYTHONPATH: PACKAGE, PYTHONDONTWRITEBYTECODE: '1', ...more };
  const { stdout } = await promisify(execFile)('python3', [...args], { env });
  return stdout;
}

async function run(program: string, address: string, home = aFolder(), env: NodeJS.ProcessEnv = {}) {
  const before = `import json, sys\nfrom arkhouse import *\nfrom arkhouse._http import by_cursor, by_offset\n`;
  return JSON.parse(await python(home, ['-c', before + program, address, SANDBOX_TOKEN], env)) as unknown;
}

describe.skipIf(!HAS_PYTHON)('with Python 3.9 or newer', () => {
  test('docs/examples/first_visit.py registers once, adopts and plays', async () => {
    const { address } = await aSandboxHouse();
    const home = aFolder();
    const visit = () => python(home, [fileURLToPath(EXAMPLE), address]);
    const said = /^Pebble wants you next at \d{4}-.*Z\nPlayed: \w+\n$/;
    expect(await visit()).toMatch(said);
    expect(await visit()).toMatch(said);
  });

  test('a life: every group answers, pages are read to the end, refusals are typed', async () => {
    const { address } = await aSandboxHouse();
    const life = await run(LIFE, address);
    expect(life).toEqual({
      bio: null,
      location: 'a boat',
      fed: 'feed',
      followed: true,
      letters: [true, true],
      markdown: true,
      graves: ['Reed', 'Moss'],
      owl: 'owl',
      refused: ['ArkhouseError', 404, 'no_living_creature', true, true],
      calendar: true,
    });
  });

  test('a call is repeated under one idempotency key after a 503, a gateway error and lost answers', async () => {
    const busy = { status: 503, json: problem('Not now', { retry_after_seconds: 0 }) } as const;
    const gateway = { status: 502, text: '<h1>Bad gateway</h1>' } as const;
    const done = { status: 200, json: { done: true } } as const;
    const house = await aFakeHouse(busy, gateway, 'hangs up', 'breaks off', done);
    const program = `print(json.dumps(Client(sys.argv[1], key="k").care.feed()))`;
    expect(await run(program, house.url)).toEqual({ done: true });
    expect(house.arrived).toHaveLength(5);
    expect(new Set(house.words()).size).toBe(1);
    expect(house.arrived[0]?.headers.authorization).toBe('Bearer k');
    expect(JSON.parse(house.arrived[0]?.body ?? '')).toEqual({ action: 'feed' });
  });

  const movedTo = (location: string, status = 307) => ({ status, text: '', headers: { location } }) as const;
  const DEEP = { status: 200, text: '['.repeat(200_000), headers: { 'content-type': 'application/json' } };
  const LIMITED = { status: 429, json: problem('Slowly', { retry_after_seconds: 600 }) };

  test('a long limit, a final refusal, a page of another server and a foreign redirect raise typed errors at once', async () => {
    const rows = [
      [LIMITED, ['ArkhouseError', 'a_code', 600]],
      [{ status: 503, json: problem('Closed') }, ['ArkhouseError', 'a_code', null]],
      [{ status: 200, text: 'Welcome' }, ['NoAnswerError', 'no_answer', null]],
      [movedTo('http://127.0.0.1:1/'), ['RedirectError', 'redirected', null]],
      [movedTo('//[x'), ['RedirectError', 'redirected', null]],
      [movedTo('ftp://x/'), ['RedirectError', 'redirected', null]],
    ] as const;
    const houses = await Promise.all(rows.map(([said]) => aFakeHouse(said)));
    const calls = `[attempt(lambda: Client(url, key="").creatures.status()) for url in json.loads(sys.argv[1])]`;
    const raised = await run(
      `${RAISED}print(json.dumps(${calls}))`,
      JSON.stringify(houses.map(({ url }) => url)),
    );
    expect(raised).toEqual(rows.map(([, kind]) => kind));
    expect(houses.map(({ arrived }) => arrived.length)).toEqual(rows.map(() => 1));
  });

  test('a redirect within the service is followed, and one with 301 to https names the address to use', async () => {
    const house = await aFakeHouse(movedTo('/caf\u00e9 au lait'), { status: 200, json: { done: true } });
    const stats = `Client(sys.argv[1], key="").house.stats()`;
    expect(await run(`print(json.dumps(${stats}))`, house.url)).toEqual({ done: true });
    expect(house.arrived[1]?.path).toBe('/caf%E9%20au%20lait');
    const moved = await aFakeHouse(movedTo('https://ark.example/api/stats', 301));
    const told = await run(`${RAISED}tell(lambda: ${stats}, str)`, moved.url);
    expect(told).toContain(`${moved.url} redirects with 301 to https://ark.example: use that address`);
  });

  test('behind HTTPS_PROXY every try opens a tunnel, and the proxy never sees the key', async () => {
    const seen: string[] = [];
    const proxy = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (data) => {
        seen.push(data.toString('latin1'));
        socket.destroy();
      });
    });
    const port = await openUntilTestEnds(proxy);
    // Only waiting takes time, so that a slow machine makes as many tries as a fast one.
    const clock = `import time\nnow = [0]\ntime.monotonic = lambda: sum(now)\ntime.sleep = now.append\n`;
    const feed = `Client(sys.argv[1], key="secret", wait_at_most=2).care.feed()`;
    const program = `${clock}${RAISED}tell(lambda: ${feed})`;
    const env = { HTTPS_PROXY: `http://127.0.0.1:${port}` };
    expect(await run(program, 'https://ark.example', aFolder(), env)).toContain('NoAnswerError');
    expect(seen.length).toBeGreaterThan(1);
    for (const request of seen) expect(request).toMatch(/^CONNECT ark\.example:443 /);
    expect(seen.join('')).not.toContain('secret');
  });

  test('NoAnswerError has the idempotency key, and comes after JSON nested too deeply and after wait_at_most despite a longer timeout', async () => {
    const house = await aFakeHouse('hangs up');
    const feed = `Client(sys.argv[1], key="k", wait_at_most=0).care.feed()`;
    const key = await run(`${RAISED}tell(lambda: ${feed}, lambda e: e.idempotency_key)`, house.url);
    expect(key).toBeTypeOf('string');
    expect(house.words()).toEqual([key]);
    const deep = await aFakeHouse(DEEP);
    expect(await run(`${RAISED}tell(lambda: ${feed})`, deep.url)).toEqual([
      'NoAnswerError',
      'no_answer',
      null,
    ]);
    const silent = await aFakeHouse('says nothing');
    const stats = `Client(sys.argv[1], key="", timeout=20, wait_at_most=1).house.stats()`;
    const timed = `import time\nbegan = time.monotonic()\n${RAISED}tell(lambda: ${stats}, lambda e: time.monotonic() - began)`;
    expect(await run(timed, silent.url)).toBeLessThan(3);
  }, 30_000);

  test('an address is read without path and usual port, and refused with credentials or an invalid port', async () => {
    const refused = ['ValueError', null, null];
    const origins = {
      'https://Ark.example:443/api': 'https://ark.example',
      'http://[::1]:80': 'http://[::1]',
      'http://ark.example:443': 'http://ark.example:443',
      'https://wren:secret@ark.example': refused,
      'https://ark.example:99999': refused,
      'https://ark.example:': 'https://ark.example',
    };
    const origin = `[attempt(lambda: Client(address, key="").base_url) for address in json.loads(sys.argv[1])]`;
    const told = await run(`${RAISED}print(json.dumps(${origin}))`, JSON.stringify(Object.keys(origins)));
    expect(told).toEqual(Object.values(origins));
  });

  test('a key that cannot be saved is logged at the line of the caller and returned, also when warnings are errors', async () => {
    const house = await aFakeHouse({
      status: 200,
      json: { your_token: 'new', agent: { username: 'wren-7' } },
    });
    const program = `
import logging, os
lines = []
class Lines(logging.Handler):
    def emit(self, record):
        lines.append(record.filename)
logging.getLogger().addHandler(Lines())
os.makedirs(f"key.json.{os.getpid()}.new")
reply = Client(sys.argv[1], key="old", key_file="key.json", save_key=True).agents.rotate_key()
print(json.dumps([reply["your_token"], lines]))`;
    const home = aFolder();
    const there = `import os\nos.chdir(os.environ["HOME"])\n${program}`;
    expect(await run(there, house.url, home, { PYTHONWARNINGS: 'error' })).toEqual(['new', ['<string>']]);
  });

  test.each([
    ['a registration under another name', `Client(sys.argv[1], save_key=True).agents.register("wren-8")`],
    [
      'a registration at another service',
      `Client("http://127.0.0.1:1", save_key=True, wait_at_most=0).agents.register("wren-7")`,
    ],
    ['a new key', `Client(sys.argv[1], key="k", save_key=True).agents.rotate_key()`],
  ])('%s does not replace a pending registration', async (_, call) => {
    const house = await aFakeHouse({ status: 200, json: { your_token: 'n', agent: { username: 'wren-8' } } });
    const home = aFolder();
    const file = join(home, '.arkhouse/key.json');
    const registering = { idempotencyKey: 'word', body: { username: 'wren-7' } };
    await writeKeyFile(file, { baseUrl: house.url, username: 'wren-7', registering });
    expect(await run(`${RAISED}tell(lambda: ${call})`, house.url, home)).toEqual(['ValueError', null, null]);
    expect(await readPendingRegistration(file)).toMatchObject({ username: 'wren-7', registering });
    expect(house.arrived).toEqual([]);
  });

  test('a refused registration leaves no file; one whose answer was lost is resumed, and its key saved for this user alone', async () => {
    const { address } = await aSandboxHouse();
    let losses = 0;
    const proxy = await aProxy(address, ({ path }) =>
      path === '/api/auth/register' && (losses += 1) === 1 ? 'answer' : undefined,
    );
    const home = aFolder();
    const file = join(home, '.arkhouse/key.json');
    const registerAs = (name: string) =>
      `${RAISED}tell(lambda: Client(sys.argv[1], save_key=True, wait_at_most=0).agents.register("${name}"))`;
    expect(await run(registerAs('?'), address, home)).toEqual(['ArkhouseError', 'invalid_request', null]);
    expect(await readPendingRegistration(file)).toBeUndefined();
    const register = registerAs('Wren-9');
    expect(await run(register, proxy, home)).toEqual(['NoAnswerError', 'no_answer', null]);
    expect(await readPendingRegistration(file)).toMatchObject({ username: 'wren-9', baseUrl: proxy });
    expect(await run(register, proxy, home)).toEqual('done');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const saved = await readKeyFile(file);
    const who = `print(json.dumps(Client().agents.me()["agent"]["username"]))`;
    expect(await run(who, proxy, home)).toBe('wren-9');

    // The key in the file is neither overwritten nor sent to another service.
    expect(await run(register, proxy, home)).toEqual(['ValueError', null, null]);
    const elsewhere = await aFakeHouse({ status: 200, json: {} });
    await run(`print(json.dumps(Client(sys.argv[1]).house.stats()))`, elsewhere.url, home);
    expect(elsewhere.arrived[0]?.headers.authorization).toBeUndefined();
    const rotate = `Client(save_key=True).agents.rotate_key(); ${who}`;
    expect(await run(rotate, proxy, home)).toBe('wren-9');
    expect((await readKeyFile(file))?.key).not.toBe(saved?.key);
  });

  test('the package installs without network and runs from where it was installed', async ({ skip }) => {
    if (!works('-m', 'pip', '--version')) skip('python3 has no pip');
    const target = aFolder();
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-build-isolation', '--target', target];
    await python(aFolder(), [...pip, PACKAGE]);
    const program = 'import arkhouse; print(arkhouse.__file__, arkhouse.__version__)';
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const said = await python(aFolder(), ['-c', program], { PYTHONPATH: target });
    expect(said).toBe(`${join(target, 'arkhouse/__init__.py')} ${version}\n`);
    expect(statSync(join(target, 'arkhouse/py.typed')).isFile()).toBe(true);
  });

  test('mypy --strict accepts the package and its example', async ({ skip }) => {
    if (!works('-m', 'mypy', '--version')) skip('python3 has no mypy');
    const home = aFolder();
    const config = join(home, 'mypy.ini');
    writeFileSync(config, `[mypy]\nstrict = True\nmypy_path = ${PACKAGE}\ncache_dir = ${home}\n`);
    const files = [join(PACKAGE, 'arkhouse'), fileURLToPath(EXAMPLE)];
    expect(await python(home, ['-m', 'mypy', '--config-file', config, ...files])).toMatch(/^Success: /);
  });
});

const RAISED = `
def kind(e):
    return [type(e).__name__, getattr(e, "code", None), getattr(e, "retry_after", None)]
def attempt(work, of=kind):
    try:
        return work()
    except Exception as e:
        return of(e)
def tell(work, of=kind):
    print(json.dumps(attempt(lambda: work() and "done", of)))
`;

const LIFE = `
client = Client(sys.argv[1], key="", sandbox_token=sys.argv[2])
client.agents.register("wren-7", bio="Keeps late hours.", location="a boat")
profile = client.agents.update(bio=None)["agent"]
client.creatures.adopt("Moss", species_slug="housecat")
moss = client.creatures.status()["creature"]["id"]
client.sandbox.turn_clock(advance_hours=5)
fed = client.care.feed(notes="It came running.")
followed = client.follow({"action": "look", "description": "", "method": "GET", "endpoint": "/api/house/status?view=brief"})
client.sandbox.turn_clock(advance_hours=200)
client.creatures.adopt("Reed", species_slug="housecat")
client.creatures.status()
client.sandbox.turn_clock(advance_hours=200)
letters = list(client.letters.iter(creature_id=moss))
one_by_one = list(by_offset(client.letters.list, "letters", 1, 100, creature_id=moss))
graves = list(by_cursor(client.graveyard.list, "gravestones", 1))
try:
    client.care.play()
except ArkhouseError as error:
    refused = [type(error).__name__, error.status, error.code, error.is_final, len(error.next_steps) > 0]
feed = client.calendar.create()
print(json.dumps({
    "bio": profile["bio"],
    "location": profile["location"],
    "fed": fed["action_result"]["action"],
    "followed": followed["creature"]["id"] == moss,
    "letters": [len(letters) > 0, one_by_one == letters],
    "markdown": client.care.history_markdown(creature_id=moss).startswith("# "),
    "graves": [grave["name"] for grave in graves],
    "owl": client.species.get("owl")["species"]["slug"],
    "refused": refused,
    "calendar": client.calendar.get(feed["token"]).startswith("BEGIN:VCALENDAR"),
}))
`;
