import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

import { readKeyFile, readPendingRegistration } from '../../src/client/key-file.ts';
import { PYTHON_FOLDER, pythonFiles } from '../../tools/generate/python-client.ts';
import { aProxy, aSandboxHouse } from '../keeper/keeper.ts';
import { aFolder } from '../program/arkhouse.ts';
import { SANDBOX_TOKEN } from '../support/parts.ts';
import { aFakeHouse, problem } from './fake-house.ts';

const PACKAGE = fileURLToPath(new URL('../', PYTHON_FOLDER));
const EXAMPLE = new URL('../../docs/examples/first_visit.py', import.meta.url);
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const works = (...args: readonly string[]) => spawnSync('python3', args).status === 0;
const HAS_PYTHON = works('-c', 'import sys; sys.exit(sys.version_info < (3, 9))');

test.each(Object.entries(pythonFiles()))(
  'packages/python/arkhouse/%s is fresh (npm run tool python writes it)',
  (name, text) => {
    expect(readFileSync(new URL(name, PYTHON_FOLDER), 'utf8')).toBe(text);
  },
);

test('docs/use/python.md contains first_visit.py unchanged', () => {
  const text = readFileSync(EXAMPLE, 'utf8');
  expect(read('docs/use/python.md')).toContain(`\`\`\`py\n${text}\`\`\`\n`);
});

/** Runs Python with a home folder of its own; the last line of its output is JSON. */
async function python(home: string, args: readonly string[], path = PACKAGE): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: home, PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout } = await promisify(execFile)('python3', [...args], { env });
  return stdout;
}

async function run(program: string, address: string, home = aFolder()): Promise<unknown> {
  const before = `import json, sys\nfrom arkhouse import *\nfrom arkhouse._http import by_cursor, by_offset\n`;
  return JSON.parse(await python(home, ['-c', before + program, address, SANDBOX_TOKEN])) as unknown;
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

  test.each([
    [
      'a limit longer than the time left',
      { status: 429, json: problem('Slowly', { retry_after_seconds: 600 }) },
      ['ArkhouseError', 'a_code', 600],
    ],
    ['a refusal without a time', { status: 503, json: problem('Closed') }, ['ArkhouseError', 'a_code', null]],
    ['a page of another server', { status: 200, text: 'Welcome' }, ['NoAnswerError', 'no_answer', null]],
    [
      'a redirect to another origin',
      { status: 307, text: '', headers: { location: 'http://127.0.0.1:1/' } },
      ['RedirectError', 'redirected', null],
    ],
  ] as const)('%s raises a typed error at once', async (_, said, raised) => {
    const house = await aFakeHouse(said);
    expect(
      await run(`${RAISED}tell(lambda: Client(sys.argv[1], key="").creatures.status())`, house.url),
    ).toEqual(raised);
    expect(house.arrived).toHaveLength(1);
  });

  test('a registration whose answer was lost is resumed, and its key is saved for this user alone', async () => {
    const { address } = await aSandboxHouse();
    let losses = 0;
    const proxy = await aProxy(address, ({ path }) =>
      path === '/api/auth/register' && (losses += 1) === 1 ? 'answer' : undefined,
    );
    const home = aFolder();
    const file = join(home, '.arkhouse/key.json');
    const register = `${RAISED}tell(lambda: Client(sys.argv[1], save_key=True, wait_at_most=0).agents.register("Wren-9"))`;
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

  test('a registration that is refused for good leaves no file behind', async () => {
    const { address } = await aSandboxHouse();
    const home = aFolder();
    const register = `${RAISED}tell(lambda: Client(sys.argv[1], save_key=True).agents.register("?"))`;
    expect(await run(register, address, home)).toEqual(['ArkhouseError', 'invalid_request', null]);
    expect(await readPendingRegistration(join(home, '.arkhouse/key.json'))).toBeUndefined();
  });

  test('the package installs without network and runs from where it was installed', async ({ skip }) => {
    if (!works('-m', 'pip', '--version')) skip('python3 has no pip');
    const target = aFolder();
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-index', '--no-build-isolation', '--target', target];
    await python(aFolder(), [...pip, PACKAGE]);
    const program = 'import arkhouse; print(arkhouse.__file__, arkhouse.__version__)';
    const { version } = JSON.parse(read('package.json')) as { version: string };
    const said = await python(aFolder(), ['-c', program], target);
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
def tell(work):
    try:
        work()
        print(json.dumps("done"))
    except Exception as e:
        print(json.dumps([type(e).__name__, getattr(e, "code", None), getattr(e, "retry_after", None)]))
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
