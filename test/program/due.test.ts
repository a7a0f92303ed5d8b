import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

import { DUE_PATH } from '../../src/api/documents.ts';
import { aListeningHouse } from '../mcp/listening.ts';
import { aKeeper } from '../support/asking.ts';
import type { Told } from '../support/house.ts';
import { freePort, localServer, sendJson } from '../support/local-server.ts';
import { FROM_SOURCES } from '../support/servers/program.ts';
import { aFolder } from './arkhouse.ts';

const SCRIPT = fileURLToPath(new URL('../../docs/examples/due.sh', import.meta.url));

/** The same gate as a command, and as a script in three shells. */
const PROGRAMS = [
  { name: 'arkhouse due', command: [process.execPath, ...FROM_SOURCES.args, 'due'] },
  { name: 'sh due.sh', command: ['sh', SCRIPT] },
  { name: 'dash due.sh', command: ['dash', SCRIPT] },
  { name: 'bash due.sh', command: ['bash', '--posix', SCRIPT] },
] as const;
type GateProgram = (typeof PROGRAMS)[number];

type Env = Readonly<Record<string, string>>;

interface Settings {
  readonly house: string;
  readonly token?: string | undefined;
  readonly home?: string;
  readonly env?: Env;
}

async function runGate({ command }: GateProgram, args: readonly string[], settings: Settings) {
  const { house, token, home = aFolder(), env } = settings;
  return runCommand([...command, ...args], {
    ...FROM_SOURCES.env,
    HOME: home,
    ARKHOUSE_BASE_URL: house,
    ...(token !== undefined && { ARKHOUSE_OWNER_TOKEN: token }),
    ...env,
  });
}

async function runCommand([program = '', ...args]: readonly string[], env: Env, cwd?: string) {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** A house with an agent and its link. */
async function aScene() {
  const house = await aListeningHouse();
  const wren = await aKeeper(house);
  const link = await house.ask({ method: 'POST', path: '/api/house/owner-link', key: wren.key });
  return { house, wren, address: house.address, token: String(link.body['token']) };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

interface GateCase {
  readonly title: string;
  /** What is done first; an address instead of that of the house, if one is returned. */
  readonly arrange: (scene: Scene) => Promise<string | void>;
  readonly wakes: boolean;
  readonly line: string;
  /** Why the house did not say. */
  readonly reason?: string;
}

const WAITS = 'A creature of yours in Arkhouse waits for a visit';

const CASES: readonly GateCase[] = [
  {
    title: 'a visit that is due',
    arrange: async ({ house, wren }) => {
      await wren.hatch({ species_slug: 'tabby' });
      house.clock.forward('6h');
    },
    wakes: true,
    line: WAITS,
  },
  {
    title: 'a visit that is not due yet',
    arrange: async ({ wren }) => void (await wren.hatch({ species_slug: 'tabby' })),
    wakes: false,
    line: 'Nothing is due before AT',
  },
  {
    title: 'a token that was revoked',
    arrange: async ({ house, wren }) => {
      await wren.adopt({ species_slug: 'tabby' });
      await house.ask({ method: 'DELETE', path: '/api/house/owner-link', key: wren.key });
    },
    wakes: true,
    line: '',
    reason: 'the token is refused',
  },
  {
    title: 'an address of another server',
    arrange: async () =>
      (await localServer(async (_, __, response) => sendJson(response, 404, { due: true, why: 'visit' })))
        .url,
    wakes: true,
    line: '',
    reason: 'it answered 404',
  },
  {
    title: 'a house that is not running',
    arrange: async () => `http://127.0.0.1:${await freePort()}`,
    wakes: true,
    line: '',
    reason: 'no answer',
  },
];

const FORMATS = ['words', 'prompt', 'hermes', 'json'] as const;

type Format = 'words' | 'prompt' | 'hermes' | 'json';

function outOf({ wakes, line }: Pick<GateCase, 'wakes' | 'line'>, format: Format, json: string): string {
  const prompt = wakes ? `${line}\n` : '';
  if (format === 'prompt') return prompt;
  if (format === 'hermes') return `${prompt}{"wakeAgent": ${wakes}}\n`;
  if (format === 'json') return `${json}\n`;
  return line === '' ? '' : `${line}\n`;
}

/** What the gate says and does; twice, if the house does not say. */
function expectedRuns(each: GateCase, house: string, format: Format, answer: Pick<Told, 'text' | 'body'>) {
  const code = (usual: number) => (format === 'hermes' ? 0 : usual);
  const follow = `: follow ${house}/heartbeat.md`;
  const { wakes, reason } = each;
  if (reason === undefined) {
    const line = each.line.replace('AT', String(answer.body['at'])) + (wakes ? follow : '');
    return [{ code: code(wakes ? 0 : 1), out: outOf({ wakes, line }, format, answer.text), err: '' }];
  }
  const line = `Arkhouse did not say whether a visit is due (${reason})${follow}`;
  const unknown = (due: string) => `{"due":${due},"why":"unknown","reason":"${reason}"}`;
  const said = `${house} did not say whether a visit is due: ${reason}.`;
  return [
    {
      code: 0,
      out: outOf({ wakes: true, line }, format, unknown('true')),
      err: `${said} The agent is woken, at most once an hour.\n`,
    },
    {
      code: code(2),
      out: outOf({ wakes: false, line: '' }, format, unknown('null')),
      err: `${said} The agent was woken for that within the last hour.\n`,
    },
  ];
}

const PATIENTLY = { timeout: 60_000 };

test.for(PROGRAMS.flatMap((program) => CASES.map((each) => ({ ...program, ...each, each, program }))))(
  '$name: $title, in every format',
  PATIENTLY,
  async ({ program, each }) => {
    const scene = await aScene();
    const { token } = scene;
    const house = (await each.arrange(scene)) ?? scene.address;
    const answer = await scene.house.ask({ path: DUE_PATH, headers: { authorization: `Bearer ${token}` } });
    const expected = FORMATS.map((format) => expectedRuns(each, house, format, answer));
    const runs = FORMATS.map(async (format, nth) => {
      const settings = { house, token, home: aFolder() };
      const args = [...(format === 'words' ? [] : ['--print', format]), '--patience', '0'];
      const ran: unknown[] = [];
      for (const _ of expected[nth] ?? []) ran.push(await runGate(program, args, settings));
      return ran;
    });
    expect(await Promise.all(runs)).toEqual(expected);
  },
);

test('a sitter asks with its own key', PATIENTLY, async () => {
  const { house, wren, address } = await aScene();
  await wren.hatch({ species_slug: 'tabby' });
  house.clock.forward('6h');
  const body = { name: 'Ada', hours: 24 };
  const made = await house.ask({ method: 'POST', path: '/api/house/sitters', key: wren.key, body });
  const token = String(made.body['key']);
  for (const program of [PROGRAMS[0], PROGRAMS[1]])
    expect(await runGate(program, ['--print', 'hermes'], { house: address, token })).toEqual({
      code: 0,
      out: `${WAITS}: follow ${address}/heartbeat.md\n{"wakeAgent": true}\n`,
      err: '',
    });
});

test.for(PROGRAMS)(
  '$name: an egg, danger and an empty house have words of their own',
  PATIENTLY,
  async (program) => {
    const { house, wren, address, token } = await aScene();
    const asked = () => runGate(program, [], { house: address, token });
    expect(await asked()).toEqual({ code: 1, out: 'No creature of yours is alive\n', err: '' });
    await wren.adopt({ species_slug: 'tabby' });
    const follow = `: follow ${address}/heartbeat.md\n`;
    expect(await asked()).toMatchObject({ code: 0, out: `An egg of yours in Arkhouse can hatch${follow}` });
    await wren.status();
    house.clock.forward('30h');
    expect(await asked()).toMatchObject({
      code: 0,
      out: `A creature of yours in Arkhouse is in danger${follow}`,
    });
  },
);

test.for(PROGRAMS)(
  '$name: an hour later the agent is woken again, and never if that cannot be noted',
  PATIENTLY,
  async (program) => {
    const home = aFolder();
    const state = join(home, 'noted');
    const settings = {
      house: 'http://127.0.0.1:1',
      token: 'aho_x',
      home,
      env: { ARKHOUSE_DUE_STATE: state },
    };
    const asked = async () => (await runGate(program, ['--patience', '0'], settings)).code;
    const noted = () => Number(readFileSync(state, 'utf8'));
    const seconds = () => Math.floor(Date.now() / 1000);
    expect(await asked()).toBe(0);
    expect(noted()).toBeGreaterThan(seconds() - 60);
    for (const [at, code] of [
      [seconds() - 3500, 2],
      [seconds() - 3600, 0],
      // The clock was set back since.
      [seconds() + 7200, 0],
    ] as const) {
      writeFileSync(state, `${at}\n`);
      expect(await asked(), String(at)).toBe(code);
    }
    writeFileSync(state, 'not a time');
    expect(await asked()).toBe(0);
    writeFileSync(join(home, 'a-file'), '');
    const env = { ARKHOUSE_DUE_STATE: join(home, 'a-file', 'noted') };
    const told = await runGate(program, ['--patience', '0'], { ...settings, env });
    expect(told).toMatchObject({ code: 2, out: '' });
    expect(told.err).toContain('cannot be written');
  },
);

test.for(PROGRAMS)(
  '$name: the token comes from a file too, which others should not read',
  PATIENTLY,
  async (program) => {
    const { address, token } = await aScene();
    const home = aFolder();
    const usual = join(home, '.arkhouse', 'owner-token');
    const other = join(home, 'token');
    mkdirSync(join(home, '.arkhouse'));
    for (const file of [usual, other]) writeFileSync(file, `${token}\n`, { mode: 0o600 });
    const nothing = { code: 1, out: 'No creature of yours is alive\n' };
    expect(await runGate(program, [], { house: address, home })).toEqual({ ...nothing, err: '' });
    chmodSync(other, 0o644);
    const env = { ARKHOUSE_OWNER_TOKEN_FILE: other };
    expect(await runGate(program, [], { house: address, home, env })).toEqual({
      ...nothing,
      err: `Others on this machine can read ${other}: chmod 600 ${other}\n`,
    });
  },
);

test.for(PROGRAMS)(
  '$name: without a token, or with an API key, nothing is asked',
  PATIENTLY,
  async (program) => {
    let requests = 0;
    const { url } = await localServer(async (_, __, response) => {
      requests += 1;
      sendJson(response, 200, {});
    });
    const missing = await runGate(program, [], { house: url });
    expect(missing).toMatchObject({ code: 2, out: '' });
    expect(missing.err).toMatch(
      /^There is no token: ARKHOUSE_OWNER_TOKEN and .*owner-token are empty\. create_owner_link gives one\./,
    );
    for (const token of ['ah_key', 'aho_a b', 'aho_"x']) {
      const told = await runGate(program, [], { house: url, token });
      expect(told).toMatchObject({ code: 2, out: '' });
      expect(told.err).toMatch(/^That is not the token of create_owner_link, which begins with aho_\./);
    }
    for (const args of [['--print', 'yaml'], ['--patience', 'long'], ['--wait', '3'], ['--print']])
      expect(await runGate(program, args, { house: url, token: 'aho_x' })).toMatchObject({
        code: 2,
        out: '',
      });
    expect(requests).toBe(0);
  },
);

test.for(PROGRAMS)(
  '$name: a house that restarts is asked again, and a redirect is not followed',
  PATIENTLY,
  async (program) => {
    const seen: (string | undefined)[] = [];
    const { url } = await localServer(async ({ headers }, _, response) => {
      seen.push(headers.authorization);
      if (seen.length === 1) return sendJson(response, 503, {});
      sendJson(response, 200, { due: false, at: null, why: 'nobody' });
    });
    expect(await runGate(program, ['--patience', '1'], { house: url, token: 'aho_x' })).toMatchObject({
      code: 1,
    });
    expect(seen).toEqual(['Bearer aho_x', 'Bearer aho_x']);
    const elsewhere = await localServer(async (_, __, response) => {
      response.writeHead(302, { location: `${url}${DUE_PATH}` }).end();
    });
    const told = await runGate(program, [], { house: elsewhere.url, token: 'aho_x' });
    expect(told.err).toContain('did not say whether a visit is due: it answered 302.');
    const html = await localServer(async (_, __, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>{"due":true,"why":"visit"}');
    });
    const portal = await runGate(program, [], { house: html.url, token: 'aho_x' });
    expect(portal.err).toContain('it answered something else.');
    expect(seen).toHaveLength(2);
  },
);

const GUIDE = readFileSync(new URL('../../docs/use/gate.md', import.meta.url), 'utf8');
const inGuide = (pattern: RegExp) => [...GUIDE.matchAll(pattern)].map(([, found = '']) => found);

/** What docs/use/gate.md has for cron, Hermes and GitHub Actions, to be run by a shell. */
const RECIPES = [
  ...inGuide(/^\*\/15 \* \* \* \* (.+)$/gm),
  ...inGuide(/```sh\n(export ARKHOUSE_BASE_URL=[^`]+)```/g),
  ...inGuide(/^ +run: (if .+)$/gm).map((line) => `${line}; cat "$GITHUB_OUTPUT"`),
];

test(
  'the recipes of docs/use/gate.md start the agent when a visit is due, and only then',
  PATIENTLY,
  async () => {
    const { house, wren, address, token } = await aScene();
    await wren.hatch({ species_slug: 'tabby' });
    const bin = aFolder();
    const command = (name: string, script: string) =>
      writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const gate = PROGRAMS[0].command.slice(0, -1).map((word) => `'${word}'`);
    command('arkhouse-agent', `exec ${gate.join(' ')} "$@"`);
    for (const agent of ['claude', 'openclaw']) command(agent, `echo "${agent} $*"`);
    copyFileSync(SCRIPT, join(bin, 'due.sh'));
    const env = {
      ...FROM_SOURCES.env,
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: bin,
      ARKHOUSE_BASE_URL: address,
      ARKHOUSE_OWNER_TOKEN: token,
      GITHUB_OUTPUT: join(bin, 'output'),
    };
    const runAll = async () => {
      writeFileSync(env.GITHUB_OUTPUT, '');
      const typed = RECIPES.map((recipe) => recipe.replaceAll('http://127.0.0.1:3000', address));
      const ran = await Promise.all(typed.map((recipe) => runCommand(['sh', '-c', recipe], env, bin)));
      expect(ran.map(({ err }) => err)).toEqual(RECIPES.map(() => ''));
      return ran.map(({ out }) => out.trimEnd());
    };
    expect(await runAll()).toEqual(['', '', '{"wakeAgent": false}', '']);
    house.clock.forward('6h');
    const prompt = `${WAITS}: follow ${address}/heartbeat.md`;
    expect(await runAll()).toEqual([
      `claude -p ${prompt} --allowedTools Bash(curl *) Read`,
      `openclaw system event --mode now --text ${prompt}`,
      `${prompt}\n{"wakeAgent": true}`,
      `prompt=${prompt}`,
    ]);
  },
);
