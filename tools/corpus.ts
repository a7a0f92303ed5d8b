import type { ChildProcess } from 'node:child_process';
import crypto from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';

import script from './corpus/script.json' with { type: 'json' };
import { seededRandom } from './corpus/seeded-random.ts';
import { end, readArguments } from './support/arguments.ts';
import { startService } from './support/service.ts';

const USAGE = `Usage: node tools/corpus.ts record --program DIR --out FILE [--seed N] [--rounds N] [--port N]
       node tools/corpus.ts compare FILE FILE [--except REGEX]
Compares two builds of the service over a recorded corpus of calls.
record   starts DIR/dist/cli/arkhouse.js with an empty data folder, makes the calls, and writes one JSON line per call.
  --seed N    which script (default 1); both recordings need the same
  --rounds N  rounds of care, each a few hours apart (default 24)
  --port N    loopback port (default 41717); it is part of the replies, so both recordings need the same
compare  prints the first 20 differences and exits 1 if there is any.
  --except REGEX  leaves out calls whose "METHOD path" matches
`;

const SANDBOX_TOKEN = 'corpus-sandbox-token-0123456789abcdef';
const ADMIN_KEY = 'corpus-admin-key-0123456789abcdefghij';
const METRICS_TOKEN = 'corpus-metrics-token-0123456789abcdef';
const SANDBOX = { 'x-sandbox-token': SANDBOX_TOKEN };

// ---------------------------------------------------------------------------------------------------- normalisation

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Integrities, hashes in the addresses of assets, and long words: keys, tokens, cursors, digests, or words with a UUID in them. */
const RANDOM = /sha256-[\w+/]{43}=|(?<=\/assets\/[\w-]{1,20}-)[0-9a-f]{12}(?=\.)|[\w-]{24,}={0,2}/g;

/**
 * Renames random values to `<call.n>`: the call in which they first appeared, and their position there. A value has the same
 * name in all calls, and one more value in a call does not rename those of the next.
 */
export class Names {
  readonly #names = new Map<string, string>();
  #call = 0;
  #inCall = 0;

  beginCall(): void {
    this.#call += 1;
    this.#inCall = 0;
  }

  rename(text: string): string {
    return text.replaceAll(RANDOM, (value) =>
      isRandom(value) ? this.nameOf(value) : value.replaceAll(UUID, (id) => this.nameOf(id)),
    );
  }

  nameOf(value: string): string {
    const known = this.#names.get(value);
    if (known !== undefined) return known;
    this.#inCall += 1;
    const name = `<${this.#call}.${this.#inCall}>`;
    this.#names.set(value, name);
    return name;
  }
}

function isRandom(value: string): boolean {
  if (value.length < 24 || value.startsWith('sha256-') || /^[0-9a-f]{32,}$/.test(value)) return true;
  return /[0-9]/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);
}

/** Of no interest, or different in every run. */
const LEFT_OUT = new Set([
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'x-request-id',
]);

export function normaliseHeaders(headers: IncomingHttpHeaders, names: Names): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name));
  return Object.fromEntries(
    kept
      .map(([name, value]): [string, string] => {
        const text = String(value);
        return [name, name === 'etag' ? names.nameOf(text) : names.rename(text)];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Text with random values renamed; a digest of other types. Metrics without their values. */
export function normaliseBody(type: string, body: Buffer, names: Names): string {
  const isText = /^text\/|json|xml|svg|javascript|calendar/.test(type);
  if (!isText) return `sha256 ${crypto.hash('sha256', body)} of ${body.length} bytes`;
  const text = body.toString();
  const isMetrics = text.startsWith('# HELP ');
  return names.rename(isMetrics ? text.replaceAll(/^(arkhouse_|process_|nodejs_)(\S+).*$/gm, '$1$2') : text);
}

// ---------------------------------------------------------------------------------------------------------- recorder

interface Ask {
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's address; another one for every call unless given. */
  readonly ip?: string;
}

interface Told {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Json;
}

/** JSON without a schema: missing properties are undefined at any depth. */
class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  at(...path: readonly (string | number)[]): Json {
    let value = this.value;
    for (const step of path)
      value =
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined;
    return new Json(value);
  }

  list(): readonly Json[] {
    return Array.isArray(this.value) ? this.value.map((each) => new Json(each)) : [];
  }

  text(): string {
    return typeof this.value === 'string' ? this.value : '';
  }

  fields(): readonly (readonly [string, Json])[] {
    if (typeof this.value !== 'object' || this.value === null) return [];
    return Object.entries(this.value).map(([name, value]) => [name, new Json(value)] as const);
  }
}

class Recorder {
  readonly chance: () => number;
  readonly #port: number;
  readonly #out: WriteStream;
  readonly #service: ChildProcess;
  readonly #names = new Names();
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  calls = 0;

  constructor(service: ChildProcess, out: WriteStream, { port, seed }: { port: number; seed: number }) {
    this.#service = service;
    this.#out = out;
    this.#port = port;
    this.chance = seededRandom(seed);
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.chance() * list.length)];
    if (found === undefined) throw new Error('Nothing to pick from.');
    return found;
  }

  async call(method: string, path: string, ask: Ask = {}): Promise<Told> {
    this.calls += 1;
    this.#names.beginCall();
    const payload = ask.raw ?? (ask.body === undefined ? undefined : JSON.stringify(ask.body));
    const headers = this.#headersOf(ask, payload);
    const { reply, body } = await this.#send(method, path, headers, payload);
    const type = reply.headers['content-type'] ?? '';
    const status = reply.statusCode ?? 0;
    const { authorization: _, 'x-forwarded-for': __, host: ___, ...shown } = headers;
    const line = {
      call: this.calls,
      method,
      path: this.#names.rename(path),
      sent: { ...shown, ...(payload !== undefined && { body: this.#shown(payload) }) },
      status,
      headers: normaliseHeaders(reply.headers, this.#names),
      body: normaliseBody(reply.headers['content-encoding'] === undefined ? type : '', body, this.#names),
    };
    if (!this.#out.write(`${JSON.stringify(line)}\n`)) await once(this.#out, 'drain');
    const text = body.toString();
    return { status, headers: reply.headers, text, json: new Json(readJson(type, text)) };
  }

  get(path: string, ask?: Ask): Promise<Told> {
    return this.call('GET', path, ask);
  }

  post(path: string, body: unknown, ask?: Ask): Promise<Told> {
    return this.call('POST', path, { ...ask, body });
  }

  postForm(path: string, fields: Record<string, string>, headers: Record<string, string>): Promise<Told> {
    return this.call('POST', path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { origin: this.origin, ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    });
  }

  mcp(method: string, params: unknown, key?: string): Promise<Told> {
    const headers = { accept: 'application/json, text/event-stream', ...SANDBOX };
    return this.post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, { key, headers });
  }

  /** Moves the time and lets every job run once. */
  async pass(hours: number): Promise<void> {
    await this.post('/api/sandbox/clock', { advance_hours: hours }, { headers: SANDBOX });
    await this.runJobs();
  }

  async runJobs(): Promise<void> {
    this.#service.send('tick');
    await once(this.#service, 'message');
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  #headersOf({ key, headers, ip, raw, body }: Ask, payload: string | Buffer | undefined) {
    const all: Record<string, string> = {
      'x-forwarded-for': ip ?? `10.${this.calls >> 16}.${(this.calls >> 8) & 255}.${this.calls & 255}`,
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(raw === undefined && body !== undefined && { 'content-type': 'application/json' }),
      ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
      ...headers,
    };
    return all;
  }

  #shown(payload: string | Buffer): string {
    const text = this.#names.rename(payload.toString());
    return text.length > 2000 ? `${text.length} characters` : text;
  }

  /** Of streams the first line is kept. */
  async #send(method: string, path: string, headers: Record<string, string>, payload?: string | Buffer) {
    const isStream = path.startsWith('/live');
    const request = http.request({
      host: '127.0.0.1',
      port: this.#port,
      agent: isStream ? undefined : this.#agent,
      method,
      path,
      headers,
    });
    request.setTimeout(20_000, () =>
      request.destroy(new Error(`No answer to ${method} ${path.slice(0, 100)}`)),
    );
    request.on('error', () => {});
    request.end(payload);
    const [reply] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of reply) {
      chunks.push(chunk as Buffer);
      if (isStream && reply.headers['content-type']?.startsWith('text/event-stream')) break;
    }
    const body = Buffer.concat(chunks);
    // The first event of a stream depends on when the last one was closed.
    return { reply, body: isStream ? Buffer.from(body.toString().split('\n')[0] ?? '') : body };
  }
}

function readJson(type: string, text: string): unknown {
  const source = type.startsWith('text/event-stream') ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text;
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

// ------------------------------------------------------------------------------------------------------- the script

const TEMPERS = ['steady', 'steady', 'varied', 'varied', 'fond', 'careless', 'cruel', 'tools'] as const;

interface Creature {
  readonly id: string;
  readonly species: string;
}

interface Keeper {
  readonly username: string;
  readonly temper: (typeof TEMPERS)[number];
  key: string;
  creatures: Creature[];
}

/** What the script sends: items, notes, values that fit nowhere, and paths. */
const SCRIPT: Omit<typeof script, 'items' | 'odd'> & { readonly odd: readonly unknown[] } = script;
const ITEMS: Readonly<Record<string, readonly string[]>> = script.items;
const STRAY = [...script.stray, `/${'a'.repeat(3000)}`];
const ACTIONS = ['feed', 'play', 'clean', 'medicine', 'discipline', 'sleep', 'reflect'];

async function runScript(run: Recorder, rounds: number): Promise<void> {
  await lookAround(run);
  const keepers = await registerKeepers(run);
  const species = await readSpecies(run);
  await adoptAll(run, keepers, species);
  await callMcp(run, keepers);
  for (let round = 0; round < rounds; round += 1) {
    await run.pass(run.pick([2, 4, 6, 8, 10, 12]));
    for (const keeper of keepers) await visit(run, keeper, round);
    if (round === 6) await designSpecies(run, keepers);
    if (round === 10) await survey(run, keepers);
    if (round % 15 === 12) await payAndResurrect(run, keepers);
    if (round === 15) await readAsKeeper(run, keepers);
    if (round === 18) await moderate(run, keepers);
    if (round === Math.floor(rounds / 2)) await fuzz(run, keepers, 6);
  }
  await survey(run, keepers);
  await callMcp(run, keepers);
  await tryProblems(run, keepers);
  await fuzz(run, keepers, 10);
  await manageAccounts(run, keepers);
  await run.pass(24 * 45);
  await survey(run, keepers);
  await moderate(run, keepers);
}

/** Documents, pages and lists, with the ways in which a cache asks for them. */
async function lookAround(run: Recorder): Promise<void> {
  const linked = new Set<string>();
  for (const path of [...SCRIPT.documents, ...SCRIPT.lists]) {
    const { headers, text, status } = await run.get(path);
    for (const [, to = ''] of text.matchAll(/(?:href|src)="(\/[^"#]*)"/g))
      linked.add(to.replaceAll('&amp;', '&'));
    if (status !== 200) continue;
    if (path !== '/live') await run.call('HEAD', path);
    const etag = headers.etag;
    if (etag !== undefined) await run.get(path, { headers: { 'if-none-match': etag } });
    if (etag !== undefined) await run.get(path, { headers: { 'if-none-match': '"other"' } });
    await run.call('OPTIONS', path, {
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    });
  }
  const seen = new Set([...SCRIPT.documents, ...SCRIPT.lists]);
  for (const path of [...linked].filter((each) => !seen.has(each) && !each.startsWith('/live')))
    await run.get(path);
  for (const accept of ['text/html', 'application/json', 'text/markdown', 'image/png', '*/*;q=0'])
    for (const path of ['/', '/docs', '/api', '/nope', '/skill.md', '/species'])
      await run.get(path, { headers: { accept } });
}

async function registerKeepers(run: Recorder): Promise<Keeper[]> {
  for (const body of SCRIPT.badRegistrations) await run.post('/api/auth/register', body);
  const keepers: Keeper[] = [];
  for (const [at, temper] of [...TEMPERS, ...TEMPERS].entries()) {
    const username = `keeper-${temper}-${at}`;
    const body = {
      username,
      display_name: `Keeper ${at}`,
      bio: `I am ${temper}.`,
      timezone: run.pick(['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York']),
      model: { provider: run.pick(['acme', 'initech', 'hooli']), name: 'm-1' },
      ...(at % 3 === 0 && { avatar_prompt: 'a robot with a lamp' }),
    };
    const idempotent = {
      headers: { 'idempotency-key': crypto.hash('sha256', username) },
      ip: `10.99.0.${at}`,
    };
    const { json } = await run.post('/api/auth/register', body, idempotent);
    await run.post('/api/auth/register', body, idempotent);
    keepers.push({ username, temper, key: json.at('your_token').text(), creatures: [] });
  }
  await run.post('/api/auth/register', { username: keepers[0]?.username });
  return keepers;
}

async function readSpecies(run: Recorder): Promise<readonly string[]> {
  const { json } = await run.get('/api/house/species');
  const slugs = new Set<string>();
  const collect = (found: Json) => {
    const slug = found.at('slug').text();
    if (slug !== '') slugs.add(slug);
    for (const [, each] of found.fields()) collect(each);
  };
  collect(json);
  for (const slug of slugs) {
    await run.get(`/api/house/species/${slug}`);
    await run.get(`/species/${slug}`);
    await run.get(`/species/${slug}/picture.svg`);
  }
  for (const slug of [...slugs].slice(0, 6)) await run.get(`/species/${slug}/card.png`);
  return [...slugs];
}

async function adoptAll(
  run: Recorder,
  keepers: readonly Keeper[],
  species: readonly string[],
): Promise<void> {
  for (const body of SCRIPT.badAdoptions) await run.post('/api/house/adopt', body, { key: keepers[0]?.key });
  for (const [at, slug] of species.entries()) {
    const keeper = keepers[at % keepers.length];
    if (!keeper) continue;
    const body = {
      name: `${run.pick(['Bea', 'Otto', 'Mo', 'Pebble', 'Ada'])} ${at}`,
      species_slug: slug,
      ...(at % 4 === 0 && { image_prompt: 'blue, with tiny wings' }),
      ...(at % 5 === 0 && { every_hours: 24 }),
    };
    await adopt(run, keeper, body);
    if (at % 12 === 11) await run.runJobs();
  }
  for (const keeper of keepers) await adopt(run, keeper, { name: 'Chance' });
  for (const family of ['cat', 'dog', 'exotic', 'ai-native'])
    for (const keeper of keepers.slice(0, 2)) await adopt(run, keeper, { name: `Kind ${family}`, family });
  await run.runJobs();
}

async function adopt(run: Recorder, keeper: Keeper, body: Readonly<Record<string, unknown>>): Promise<void> {
  const { json } = await run.post('/api/house/adopt', body, { key: keeper.key });
  const id = json.at('creature', 'id').text();
  if (id !== '') keeper.creatures.push({ id, species: json.at('creature', 'species_key').text() });
}

/** One visit of a keeper: looks at one creature, then does for it what its temper says. */
async function visit(run: Recorder, keeper: Keeper, round: number): Promise<void> {
  const { key, temper } = keeper;
  const rate = { steady: 1, varied: 0.8, fond: 0.7, careless: 0.15, cruel: 0.5, tools: 0.6 }[temper];
  if (run.chance() > rate || keeper.creatures.length === 0) return;
  for (const { id } of keeper.creatures) {
    if (temper !== 'steady' && run.chance() < 0.4) continue;
    if (temper === 'tools') {
      await run.mcp('tools/call', { name: 'get_creature_status', arguments: { creature_id: id } }, key);
      const action = run.pick(ACTIONS);
      const item = action === 'reflect' ? {} : { item: run.pick(ITEMS[action] ?? []) };
      await run.mcp(
        'tools/call',
        { name: 'care_for_creature', arguments: { action, creature_id: id, ...item } },
        key,
      );
      continue;
    }
    const view = run.chance() < 0.2 ? '&view=brief' : '';
    const { json } = await run.get(`/api/house/status?creature_id=${id}${view}`, { key });
    const body = await chooseCare(run, keeper, id, json);
    if (body === undefined) continue;
    const repeated = run.chance() < 0.05;
    const ask = { key, ...(repeated && { headers: { 'idempotency-key': `care-${round}-${id}` } }) };
    const path = `/api/house/care${run.chance() < 0.15 ? '?view=brief' : ''}`;
    await run.post(path, body, ask);
    if (repeated) await run.post(path, body, ask);
    if (repeated) await run.post(path, { ...body, notes: 'Another request.' }, ask);
  }
}

async function chooseCare(run: Recorder, { temper, key }: Keeper, id: string, status: Json) {
  const next = status.at('next_steps').list();
  const advised = next
    .map((step) => step.at('body'))
    .find((body) => ACTIONS.includes(body.at('action').text()));
  if (temper === 'steady') return (advised?.value as object | undefined) ?? undefined;
  if (temper === 'cruel' && run.chance() < 0.5) {
    const [action, item] = run.pick([
      ['feed', 'bleach'],
      ['medicine', 'poison'],
      ['clean', 'acid'],
      ['discipline', 'a slap'],
      ['feed', 'chocolate'],
    ] as const);
    return { action, item, creature_id: id };
  }
  if (temper === 'fond' && run.chance() < 0.5) {
    const { json } = await run.get(`/api/house/preferences?creature_id=${id}`, { key });
    const loved = json
      .at('preferences')
      .fields()
      .flatMap(([action, each]) =>
        each
          .at('loved')
          .list()
          .map((item) => ({ action, item: item.text() })),
      );
    if (loved.length > 0) return { ...run.pick(loved), creature_id: id };
  }
  const action = run.pick(ACTIONS);
  const items = ITEMS[action] ?? [];
  return {
    action,
    creature_id: id,
    ...(items.length > 0 && run.chance() < 0.9 && { item: run.pick(items) }),
    ...(run.chance() < 0.2 && { notes: run.pick(SCRIPT.notes) }),
  };
}

async function designSpecies(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const [first] = keepers;
  const designs: readonly unknown[] = [{}, { slug: 'X' }, { slug: 'moss_fox', name: 'Moss Fox' }];
  for (const body of designs) await run.post('/api/house/species', body, { key: first?.key });
  const { json } = await run.get('/openapi.json');
  const content = json.at(
    'paths',
    '/api/house/species',
    'post',
    'requestBody',
    'content',
    'application/json',
  );
  const example = content.at('example').value as Readonly<Record<string, unknown>> | undefined;
  for (const [at, keeper] of keepers.entries()) {
    const slug = `design_${at}`;
    await run.post('/api/house/species', { ...example, slug, name: `Design ${at}` }, { key: keeper.key });
    await run.post('/api/house/species', { ...example, slug }, { key: keeper.key });
    if (at < 5) await adopt(run, keeper, { name: 'Designed', species_slug: slug });
    await run.get(`/species/${slug}`);
    await run.get(`/species/${slug}/picture.svg`);
  }
}

/** Every page, feed, picture and card of the house, of its keepers and of its creatures. */
async function survey(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  await lookAround(run);
  await run.get('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  for (const { username } of keepers)
    for (const part of ['', '/picture.svg', '/card.png']) await run.get(`/agents/${username}${part}`);
  const all = keepers.flatMap(({ creatures }) => creatures);
  for (const { id } of all) {
    const some = run.chance() < 0.15 ? SCRIPT.lifeParts : SCRIPT.lifeParts.slice(0, 3);
    for (const part of some) {
      const { text } = await run.get(`/creatures/${id}${part}`);
      if (part !== '' || some === SCRIPT.lifeParts) continue;
      for (const [, to = ''] of text.matchAll(/(?:href|src)="(\/(?:creatures|pictures|embed)\/[^"#]*)"/g))
        if (run.chance() < 0.2) await run.get(to.replaceAll('&amp;', '&'));
    }
  }
  const ids = all
    .slice(0, 12)
    .map(({ id }) => id)
    .join(',');
  await run.get(`/creatures?ids=${ids}`);
  await run.get(`/favourites.json?ids=${ids}`);
  await run.get(`/live?creature=${all[0]?.id}`);
}

async function readAsKeeper(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const { key, creatures } of keepers) {
    for (const path of SCRIPT.own) await run.get(path, { key });
    for (const { id } of creatures.slice(0, 4))
      for (const query of ['', '&limit=3&offset=2', '&format=markdown'])
        for (const verb of ['history', 'letters'])
          await run.get(`/api/house/${verb}?creature_id=${id}${query}`, { key });
    const feed = await run.post('/api/house/calendar', {}, { key });
    const url = /https?:\/\/[^"\s]*token=[\w-]+/.exec(feed.text)?.[0];
    if (url !== undefined) await run.get(url.replace(run.origin, ''));
    await run.call('PATCH', '/api/auth/me', {
      key,
      body: { display_name: `Renamed ${run.calls}`, bio: null },
    });
    await run.call('PATCH', '/api/auth/me', {
      key,
      body: { timezone: 'America/New_York', location: 'Ithaca' },
    });
    await run.call('PATCH', '/api/auth/me', { key, body: { username: 'other' } });
  }
}

async function payAndResurrect(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const [at, { key, creatures }] of keepers.entries()) {
    const pack = run.pick(['100', '500', '1000']);
    const { json } = await run.post('/api/house/credits', { pack }, { key, headers: SANDBOX });
    const path = json.at('checkout_url').text().replace(run.origin, '');
    if (path !== '' && at % 4 !== 3) {
      const { text } = await run.get(path);
      const seal = /name="seal" value="([^"]*)"/.exec(text)?.[1] ?? '';
      await run.postForm(path, { seal: 'wrong' }, {});
      await run.postForm(path, { seal }, {});
      await run.get(path);
    }
    await run.get('/api/house/credits', { key });
    for (const { id } of creatures.slice(0, 8)) {
      const { status } = await run.post('/api/house/resurrect', { creature_id: id }, { key });
      if (status === 429) break;
    }
    await run.post('/api/house/resurrect', {}, { key });
  }
}

async function moderate(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  await run.get('/admin');
  await run.postForm('/admin/login', { key: 'wrong', to: '/admin/log' }, {});
  const signedIn = await run.postForm('/admin/login', { key: ADMIN_KEY, to: '/admin/words' }, {});
  const cookie = String(signedIn.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  let seal = '';
  for (const page of SCRIPT.adminPages) {
    const { text } = await run.get(page, { headers: { cookie } });
    seal = /name="seal" value="([^"]*)"/.exec(text)?.[1] ?? seal;
  }
  await run.get('/api/admin/analytics', { headers: { 'x-admin-key': ADMIN_KEY } });
  await run.get('/api/admin/analytics', { key: ADMIN_KEY });
  const act = (path: string, fields: Record<string, string>) =>
    run.postForm(path, { seal, reason: 'A test.', back: '/admin/words', ...fields }, { cookie });
  const victim = keepers[9];
  const named = victim?.creatures[0]?.id ?? '';
  for (const verb of ['hide', 'unhide', 'hide']) {
    await act(`/admin/${verb}`, { writing: 'creature_name', subject: named });
    await act(`/admin/${verb}`, { writing: 'display_name', subject: victim?.username ?? '' });
    await act(`/admin/${verb}`, { writing: 'nothing', subject: named });
    await run.runJobs();
    await run.get(`/creatures/${named}`);
    await run.get(`/agents/${victim?.username}`);
  }
  for (const verb of ['block', 'unblock']) {
    await act(`/admin/${verb}`, { username: victim?.username ?? '' });
    await run.runJobs();
    await run.get('/api/house/status', { key: victim?.key });
    await run.get(`/agents/${victim?.username}`);
  }
  await act('/admin/block', { username: 'nobody', reason: '' });
  await act('/admin/close-payment', { key: 'none', end: 'settled' });
  await run.postForm('/admin/hide', { seal: 'wrong', reason: 'x' }, { cookie });
  await run.postForm('/admin/logout', { seal }, { cookie });
  await run.get('/admin/log', { headers: { cookie } });
}

/** Every tool, prompt, resource and completion of the MCP server. */
async function callMcp(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const clientInfo = { name: 'corpus', version: '1' };
  for (const protocolVersion of ['2025-06-18', '2025-03-26', '2024-11-05', '1999-01-01'])
    await run.mcp('initialize', { protocolVersion, capabilities: {}, clientInfo });
  await run.mcp('ping', {});
  const tools = await run.mcp('tools/list', {});
  const prompts = await run.mcp('prompts/list', {});
  const resources = await run.mcp('resources/list', {});
  await run.mcp('resources/templates/list', {});
  await run.mcp('no/such/method', {});
  const names = tools.json
    .at('result', 'tools')
    .list()
    .map((tool) => tool.at('name').text());
  const exact = new Set(['delete_my_account', 'rotate_api_key', 'release_creature', 'register_agent']);
  for (const keeper of [keepers[0], keepers[2], undefined]) {
    const { key, creatures = [] } = keeper ?? {};
    const creature_id = creatures[0]?.id;
    for (const name of names) {
      const args = [
        {},
        { creature_id },
        { creature_id, action: 'feed', item: 'tuna' },
        { slug: 'owl' },
        { name: 'Tooled', pack: '100' },
        { odd: 1, creature_id: 7 },
      ];
      for (const given of key !== undefined && exact.has(name) ? [] : args)
        await run.mcp('tools/call', { name, arguments: given }, key);
    }
    for (const prompt of prompts.json.at('result', 'prompts').list()) {
      const name = prompt.at('name').text();
      for (const given of [{}, { creature_id }, { family: 'cat' }, { slug: 'owl' }, { slug: '!' }])
        await run.mcp('prompts/get', { name, arguments: given }, key);
      const ref = { type: 'ref/prompt', name };
      for (const argument of ['creature_id', 'slug', 'family'])
        for (const value of ['', 'o', 'ca'])
          await run.mcp('completion/complete', { ref, argument: { name: argument, value } }, key);
    }
    for (const resource of resources.json.at('result', 'resources').list())
      await run.mcp('resources/read', { uri: resource.at('uri').text() }, key);
    for (const uri of ['arkhouse://species/owl', 'arkhouse://species/nope', 'arkhouse://nope'])
      await run.mcp('resources/read', { uri }, key);
  }
  await run.call('GET', '/mcp');
  await run.call('DELETE', '/mcp');
  await run.post('/mcp', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
  await run.call('POST', '/mcp', { raw: '{', headers: { 'content-type': 'application/json' } });
}

/** Refusals: every method at every path, invalid keys, unreadable bodies, too many calls. */
async function tryProblems(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const key = keepers[2]?.key;
  const { json } = await run.get('/openapi.json');
  const paths = json
    .at('paths')
    .fields()
    .map(([path]) => path.replace('{slug}', 'owl'));
  for (const path of [...paths, '/', '/docs', '/mcp', '/live', '/skill.md', '/api/webhooks/payments'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS'])
      if (!(path === '/live' && method === 'GET')) await run.call(method, path);
  for (const path of paths)
    for (const headers of [
      { authorization: 'Bearer ah_nope' },
      { authorization: 'Basic eDp5' },
      { 'x-api-key': 'ah_short' },
    ])
      await run.get(path, { headers });
  const asJson = { 'content-type': 'application/json' };
  const feed = '{"action":"feed","item":"tuna"}';
  const bodies: readonly Ask[] = [
    { raw: '{', headers: asJson },
    { raw: '', headers: asJson },
    { raw: 'action=feed&item=tuna', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { raw: feed, headers: { 'content-type': 'text/plain' } },
    { raw: feed, headers: { 'content-type': 'application/xml' } },
    { raw: feed, headers: { ...asJson, 'content-encoding': 'br' } },
    { raw: gzipSync(feed), headers: { ...asJson, 'content-encoding': 'gzip' } },
    { raw: `{"action":"feed","note":"${'x'.repeat(70_000)}"}`, headers: asJson },
    { raw: '{"action":"feed","action":"play"}', headers: asJson },
    { raw: '{"__proto__":{"x":1},"action":"feed"}', headers: asJson },
    { raw: '\u{feff}{"action":"sleep"}', headers: asJson },
    { raw: feed, headers: { ...asJson, 'idempotency-key': '' } },
    { raw: feed, headers: { ...asJson, 'idempotency-key': 'x'.repeat(500) } },
    { raw: feed, headers: { ...asJson, expect: 'nothing' } },
  ];
  for (const ask of bodies)
    for (const path of ['/api/house/care', '/api/auth/register', '/api/house/adopt', '/api/nope'])
      await run.call('POST', path, { key, ...ask });
  for (const path of STRAY)
    for (const method of ['GET', 'POST', 'DELETE'])
      if (method !== 'DELETE' || !path.includes('pets')) await run.call(method, path, { key });
  for (const path of STRAY) await run.get(path, { headers: { accept: 'text/html' } });
  for (let again = 0; again < 40; again += 1) await run.get('/api/house/hall', { ip: '10.98.0.1' });
  for (let again = 0; again < 8; again += 1)
    await run.post('/api/auth/register', { username: `crowd-${again}` }, { ip: '10.98.0.2' });
  for (const encoding of ['gzip', 'br', 'zstd', 'identity;q=0', 'gzip;q=0.5, br;q=0.1'])
    for (const path of ['/', '/openapi.json', '/llms-full.txt', '/api/house/species'])
      await run.get(path, { headers: { 'accept-encoding': encoding } });
}

/** Bodies and queries made of odd values, for every operation of the contract. */
async function fuzz(run: Recorder, keepers: readonly Keeper[], times: number): Promise<void> {
  const { json } = await run.get('/openapi.json');
  const shared = json.at('components', 'parameters');
  for (const [path, methods] of json.at('paths').fields())
    for (const [method, operation] of methods.fields()) {
      const content = operation.at('requestBody', 'content', 'application/json');
      const example = content.at('example').fields();
      const fields = content
        .at('schema', 'properties')
        .fields()
        .map(([name]) => name);
      const parameters = operation
        .at('parameters')
        .list()
        .map((each) =>
          each.at('$ref').text() === '' ? each : shared.at(each.at('$ref').text().split('/').at(-1) ?? ''),
        )
        .filter((each) => each.at('in').text() === 'query');
      for (let time = 0; time < times; time += 1) {
        const { key } = run.pick(keepers.slice(0, 8));
        const query = new URLSearchParams();
        for (const parameter of parameters)
          if (run.chance() < 0.5) query.set(parameter.at('name').text(), oddText(run, parameter));
        const body: Record<string, unknown> = {};
        for (const [name, value] of example) if (run.chance() < 0.6) body[name] = value.value;
        for (const name of [...fields, 'extra']) if (run.chance() < 0.3) body[name] = run.pick(SCRIPT.odd);
        const target = `${path.replace('{slug}', run.pick(['owl', 'tabby', 'Owl', 'nope']))}?${query.toString()}`;
        const hasBody = method !== 'get' && fields.length > 0;
        const isFinal = ['rotate_api_key', 'delete_my_account'].includes(operation.at('operationId').text());
        if (!isFinal) await run.call(method.toUpperCase(), target, { key, ...(hasBody && { body }) });
      }
    }
}

function oddText(run: Recorder, parameter: Json): string {
  const words = parameter.at('schema', 'enum').list();
  if (words.length > 0 && run.chance() < 0.5) return String(run.pick(words).value);
  const odd = run.pick(SCRIPT.odd);
  return run.chance() < 0.3 ? run.pick(['1', '2', '5', '1000']) : String(odd).slice(0, 300);
}

/** The end of keys, lives and accounts. */
async function manageAccounts(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const keeper of keepers) {
    const old = keeper.key;
    const { json } = await run.post('/api/auth/rotate-key', {}, { key: old });
    keeper.key = json.at('your_token').text() || old;
    await run.get('/api/auth/me', { key: old });
    await run.get('/api/auth/me', { key: keeper.key });
    await run.call('DELETE', '/api/house/calendar', { key: keeper.key });
    for (const { id } of keeper.creatures.slice(0, 2)) {
      const ask = {
        key: keeper.key,
        headers: { 'idempotency-key': `release-${id}` },
        body: { creature_id: id },
      };
      await run.call('DELETE', '/api/house/release', ask);
      await run.call('DELETE', '/api/house/release', ask);
      await run.get(`/creatures/${id}`);
    }
  }
  for (const { key, username, creatures } of keepers.slice(-4)) {
    await run.call('DELETE', '/api/auth/me', { key, body: { username: 'other' } });
    await run.call('DELETE', '/api/auth/me', { key, body: { username } });
    await run.runJobs();
    await run.get('/api/auth/me', { key });
    await run.get(`/agents/${username}`);
    await run.get(`/creatures/${creatures.at(-1)?.id}`);
  }
}

// ------------------------------------------------------------------------------------------------- record and compare

interface RecordOptions {
  readonly program: string;
  readonly out: string;
  readonly seed: number;
  readonly rounds: number;
  readonly port: number;
}

async function record({ program, out: file, seed, rounds, port }: RecordOptions): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'arkhouse-corpus-'));
  const preload = new URL('corpus/preload.ts', import.meta.url).href;
  const built = join(resolve(program), 'dist/cli/arkhouse.js');
  const service = await startService([process.execPath, '--import', preload, built, 'serve'], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOME: data,
      TZ: 'UTC',
      CORPUS_SEED: String(seed),
      PORT: String(port),
      ARKHOUSE_DATA_DIR: data,
      ARKHOUSE_CLOCK: 'sandbox',
      ARKHOUSE_PAYMENTS: 'sandbox',
      ARKHOUSE_SANDBOX_TOKEN: SANDBOX_TOKEN,
      ARKHOUSE_ADMIN_KEY: ADMIN_KEY,
      ARKHOUSE_METRICS_TOKEN: METRICS_TOKEN,
      ARKHOUSE_SECURITY_CONTACT: 'mailto:security@house.example',
      ARKHOUSE_TRUST_PROXY: '1',
    },
  });
  const out = createWriteStream(file);
  try {
    const run = new Recorder(service.process, out, { port, seed });
    const began = Date.now();
    await runScript(run, rounds);
    console.log(
      `seed ${seed}: ${run.calls} calls in ${Math.round((Date.now() - began) / 1000)} s -> ${file}`,
    );
  } finally {
    service.process.kill('SIGKILL');
    await service.closed;
    out.end();
    await once(out, 'close');
    await rm(data, { recursive: true, force: true });
  }
}

interface Line {
  readonly method: string;
  readonly path: string;
  readonly [part: string]: unknown;
}

const SHOWN = 20;

/** Prints how two recordings differ; tells how many calls do. */
async function compare(one: string, other: string, except: RegExp | undefined): Promise<number> {
  const [left, right] = [one, other].map((file) =>
    createInterface({ input: createReadStream(file) })[Symbol.asyncIterator](),
  );
  let calls = 0;
  let different = 0;
  let leftOut = 0;
  const byPath = new Map<string, number>();
  for (;;) {
    const [a, b] = [await left?.next(), await right?.next()];
    if (a?.done && b?.done) break;
    calls += 1;
    if (!a?.done && !b?.done && a?.value === b?.value) continue;
    const [was, is] = [a, b].map((line) =>
      line?.done ? undefined : (JSON.parse(line?.value ?? '{}') as Line),
    );
    const call = `${(was ?? is)?.method} ${(was ?? is)?.path}`;
    if (except?.test(call)) {
      leftOut += 1;
      continue;
    }
    different += 1;
    const group = call.replace(/\?.*/, '').replaceAll(/<[\d.]+>/g, '*');
    byPath.set(group, (byPath.get(group) ?? 0) + 1);
    if (different <= SHOWN) console.log(`\n#${calls} ${call}\n${describeDifference(was, is)}`);
  }
  if (different > 0) console.log();
  for (const [path, count] of [...byPath].toSorted(([, x], [, y]) => y - x).slice(0, SHOWN))
    console.log(`${String(count).padStart(6)} ${path.slice(0, 100)}`);
  console.log(`${calls} calls, ${different} differences${leftOut > 0 ? `, ${leftOut} left out` : ''}`);
  return different;
}

/** The parts of a call that differ, each from shortly before the first difference. */
export function describeDifference(was: Line | undefined, is: Line | undefined): string {
  if (!was || !is) return `  only in the ${was ? 'first' : 'second'} recording`;
  const parts = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return parts
    .map((part) => [part, textOf(was[part]), textOf(is[part])] as const)
    .filter(([, before, after]) => before !== after)
    .map(([part, before, after]) => {
      let at = 0;
      while (at < before.length && before[at] === after[at]) at += 1;
      const shorten = (text: string) => text.slice(Math.max(0, at - 60), at + 100);
      return `  ${part} at ${at}\n  - ${shorten(before)}\n  + ${shorten(after)}`;
    })
    .join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

async function main(): Promise<void> {
  const { values, positionals } = readArguments(USAGE, {
    program: { type: 'string' },
    out: { type: 'string' },
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '24' },
    port: { type: 'string', default: '41717' },
    except: { type: 'string' },
  });
  const [command, one, other] = positionals;
  const { program, out, except } = values;
  if (command === 'record' && program !== undefined && out !== undefined) {
    const [seed = 1, rounds = 24, port = 41717] = [values.seed, values.rounds, values.port].map(Number);
    await record({ program, out, seed, rounds, port });
  } else if (command === 'compare' && one !== undefined && other !== undefined) {
    const different = await compare(one, other, except === undefined ? undefined : new RegExp(except));
    process.exitCode = different > 0 ? 1 : 0;
  } else end(USAGE, 2);
}

if (import.meta.main) await main();
