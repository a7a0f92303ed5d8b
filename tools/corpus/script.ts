// The calls of a recording. What they send is in script.json; what depends on earlier replies is here.
import crypto from 'node:crypto';
import { gzipSync } from 'node:zlib';

import type { Recorder } from './recorder.ts';
import script from './script.json' with { type: 'json' };

export interface Operator {
  readonly adminKey: string;
  readonly metricsToken: string;
}

interface Keeper {
  readonly username: string;
  readonly temper: string;
  key: string;
  readonly creatures: string[];
}

/** How often a keeper of each temper visits. */
const TEMPERS: Readonly<Record<string, number>> = script.tempers;
const ITEMS: Readonly<Record<string, readonly string[]>> = script.items;
const ACTIONS = Object.keys(ITEMS);
const ODD: readonly unknown[] = script.odd;
const STRAY = [...script.stray, `/${'a'.repeat(3000)}`];
const DOCUMENTS = new Set([...script.documents, ...script.lists]);

/** The value at a path of JSON without a schema; undefined where there is none. */
function at(json: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, step) => fieldsIn(value).find(([name]) => name === step)?.[1], json);
}

function fieldsIn(json: unknown): [string, unknown][] {
  return typeof json === 'object' && json !== null ? Object.entries(json) : [];
}

function listAt(json: unknown, ...path: readonly string[]): unknown[] {
  const found = at(json, ...path);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

function textAt(json: unknown, ...path: readonly string[]): string {
  const found = at(json, ...path);
  return typeof found === 'string' ? found : '';
}

function sealIn(page: string): string | undefined {
  return /name="seal" value="([^"]*)"/.exec(page)?.[1];
}

function linksIn(page: string, pattern: RegExp): string[] {
  return [...page.matchAll(pattern)].map(([, to = '']) => to.replaceAll('&amp;', '&'));
}

export async function runScript(run: Recorder, rounds: number, operator: Operator): Promise<void> {
  await lookAround(run);
  const keepers = await registerKeepers(run);
  await adoptAll(run, keepers, await readSpecies(run));
  await callMcp(run, keepers);
  for (let round = 0; round < rounds; round += 1) {
    await run.pass(run.pick([2, 4, 6, 8, 10, 12]));
    for (const keeper of keepers) await visit(run, keeper, round);
    if (round === 6) await designSpecies(run, keepers);
    if (round === 10) await survey(run, keepers, operator);
    if (round % 15 === 12) await payAndResurrect(run, keepers);
    if (round === 15) await readAsKeeper(run, keepers);
    if (round === 18) await moderate(run, keepers, operator);
    if (round === Math.floor(rounds / 2)) await fuzz(run, keepers, 6);
  }
  await survey(run, keepers, operator);
  await callMcp(run, keepers);
  await tryProblems(run, keepers);
  await fuzz(run, keepers, 10);
  await manageAccounts(run, keepers);
  await run.pass(24 * 45);
  await survey(run, keepers, operator);
  await moderate(run, keepers, operator);
}

/** Documents, pages and lists, with the ways in which a cache asks for them. */
async function lookAround(run: Recorder): Promise<void> {
  const linked = new Set<string>();
  for (const path of DOCUMENTS) {
    const { headers, text, status } = await run.get(path);
    for (const to of linksIn(text, /(?:href|src)="(\/[^"#]*)"/g)) linked.add(to);
    if (status !== 200) continue;
    if (path !== '/live') await run.call('HEAD', path);
    for (const etag of headers.etag === undefined ? [] : [headers.etag, '"other"'])
      await run.get(path, { headers: { 'if-none-match': etag } });
    const preflight = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    await run.call('OPTIONS', path, { headers: preflight });
  }
  await run.getAll([...linked].filter((path) => !DOCUMENTS.has(path) && !path.startsWith('/live')));
  for (const accept of script.accepts) await run.getAll(script.negotiated, { headers: { accept } });
}

async function registerKeepers(run: Recorder): Promise<Keeper[]> {
  for (const body of script.badRegistrations) await run.post('/api/auth/register', body);
  const keepers: Keeper[] = [];
  for (const [nth, temper] of [...script.keepers, ...script.keepers].entries()) {
    const username = `keeper-${temper}-${nth}`;
    const body = {
      username,
      display_name: `Keeper ${nth}`,
      bio: `I am ${temper}.`,
      timezone: run.pick(['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York']),
      model: { provider: run.pick(['acme', 'initech', 'hooli']), name: 'm-1' },
      ...(nth % 3 === 0 && { avatar_prompt: 'a robot with a lamp' }),
    };
    const headers = { 'idempotency-key': crypto.hash('sha256', username) };
    const ask = { headers, ip: `10.99.0.${nth}` };
    const { json } = await run.post('/api/auth/register', body, ask);
    await run.post('/api/auth/register', body, ask);
    keepers.push({ username, temper, key: textAt(json, 'your_token'), creatures: [] });
  }
  await run.post('/api/auth/register', { username: keepers[0]?.username });
  return keepers;
}

async function readSpecies(run: Recorder): Promise<readonly string[]> {
  const { json } = await run.get('/api/house/species');
  const slugs = new Set<string>();
  const collect = (found: unknown) => {
    const slug = textAt(found, 'slug');
    if (slug !== '') slugs.add(slug);
    for (const [, each] of fieldsIn(found)) collect(each);
  };
  collect(json);
  for (const slug of slugs)
    await run.getAll([`/api/house/species/${slug}`, `/species/${slug}`, `/species/${slug}/picture.svg`]);
  await run.getAll([...slugs].slice(0, 6).map((slug) => `/species/${slug}/card.png`));
  return [...slugs];
}

async function adoptAll(
  run: Recorder,
  keepers: readonly Keeper[],
  species: readonly string[],
): Promise<void> {
  for (const body of script.badAdoptions) await run.post('/api/house/adopt', body, { key: keepers[0]?.key });
  for (const [nth, slug] of species.entries()) {
    await adopt(run, keepers[nth % keepers.length], {
      name: `${run.pick(['Bea', 'Otto', 'Mo', 'Pebble', 'Ada'])} ${nth}`,
      species_slug: slug,
      ...(nth % 4 === 0 && { image_prompt: 'blue, with tiny wings' }),
      ...(nth % 5 === 0 && { every_hours: 24 }),
    });
    if (nth % 12 === 11) await run.runJobs();
  }
  for (const keeper of keepers) await adopt(run, keeper, { name: 'Chance' });
  for (const family of ['cat', 'dog', 'exotic', 'ai-native'])
    for (const keeper of keepers.slice(0, 2)) await adopt(run, keeper, { name: `Kind ${family}`, family });
  await run.runJobs();
}

async function adopt(run: Recorder, keeper: Keeper | undefined, body: object): Promise<void> {
  const { json } = await run.post('/api/house/adopt', body, { key: keeper?.key });
  const id = textAt(json, 'creature', 'id');
  if (id !== '') keeper?.creatures.push(id);
}

/** One visit of a keeper: looks at one creature, then does for it what its temper says. */
async function visit(run: Recorder, keeper: Keeper, round: number): Promise<void> {
  const { key, temper, creatures } = keeper;
  if (run.chance() > (TEMPERS[temper] ?? 1) || creatures.length === 0) return;
  for (const creature_id of creatures) {
    if (temper !== 'steady' && run.chance() < 0.4) continue;
    if (temper === 'tools') {
      await run.mcp('tools/call', { name: 'get_creature_status', arguments: { creature_id } }, key);
      const action = run.pick(ACTIONS);
      const item = action === 'reflect' ? {} : { item: run.pick(ITEMS[action] ?? []) };
      const care = { name: 'care_for_creature', arguments: { action, creature_id, ...item } };
      await run.mcp('tools/call', care, key);
      continue;
    }
    const view = run.chance() < 0.2 ? '&view=brief' : '';
    const { json } = await run.get(`/api/house/status?creature_id=${creature_id}${view}`, { key });
    const body = await chooseCare(run, keeper, creature_id, json);
    if (body === undefined) continue;
    const repeated = run.chance() < 0.05;
    const ask = { key, ...(repeated && { headers: { 'idempotency-key': `care-${round}-${creature_id}` } }) };
    const path = `/api/house/care${run.chance() < 0.15 ? '?view=brief' : ''}`;
    const again = repeated ? [body, { ...body, notes: 'Another request.' }] : [];
    for (const each of [body, ...again]) await run.post(path, each, ask);
  }
}

async function chooseCare(run: Recorder, { temper, key }: Keeper, creature_id: string, status: unknown) {
  const advised = listAt(status, 'next_steps').map((step) => at(step, 'body'));
  if (temper === 'steady')
    return advised.find((body) => ACTIONS.includes(textAt(body, 'action'))) as object | undefined;
  if (temper === 'cruel' && run.chance() < 0.5) return { ...run.pick(script.cruelties), creature_id };
  if (temper === 'fond' && run.chance() < 0.5) {
    const { json } = await run.get(`/api/house/preferences?creature_id=${creature_id}`, { key });
    const loved = fieldsIn(at(json, 'preferences')).flatMap(([action, each]) =>
      listAt(each, 'loved').map((item) => ({ action, item: textAt(item) })),
    );
    if (loved.length > 0) return { ...run.pick(loved), creature_id };
  }
  const action = run.pick(ACTIONS);
  const items = ITEMS[action] ?? [];
  return {
    action,
    creature_id,
    ...(items.length > 0 && run.chance() < 0.9 && { item: run.pick(items) }),
    ...(run.chance() < 0.2 && { notes: run.pick(script.notes) }),
  };
}

async function designSpecies(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const body of script.badDesigns) await run.post('/api/house/species', body, { key: keepers[0]?.key });
  const { json } = await run.get('/openapi.json');
  const content = at(json, 'paths', '/api/house/species', 'post', 'requestBody', 'content');
  const example = at(content, 'application/json', 'example') as object | undefined;
  for (const [nth, keeper] of keepers.entries()) {
    const slug = `design_${nth}`;
    await run.post('/api/house/species', { ...example, slug, name: `Design ${nth}` }, { key: keeper.key });
    await run.post('/api/house/species', { ...example, slug }, { key: keeper.key });
    if (nth < 5) await adopt(run, keeper, { name: 'Designed', species_slug: slug });
    await run.getAll([`/species/${slug}`, `/species/${slug}/picture.svg`]);
  }
}

/** Every page, feed, picture and card of the house, of its keepers and of its creatures. */
async function survey(run: Recorder, keepers: readonly Keeper[], { metricsToken }: Operator): Promise<void> {
  await lookAround(run);
  await run.get('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
  for (const { username } of keepers)
    await run.getAll(['', '/picture.svg', '/card.png'].map((part) => `/agents/${username}${part}`));
  const all = keepers.flatMap(({ creatures }) => creatures);
  for (const id of all) {
    const isWhole = run.chance() < 0.15;
    for (const part of isWhole ? script.lifeParts : script.lifeParts.slice(0, 3)) {
      const { text } = await run.get(`/creatures/${id}${part}`);
      if (part !== '' || isWhole) continue;
      for (const to of linksIn(text, /(?:href|src)="(\/(?:creatures|pictures|embed)\/[^"#]*)"/g))
        if (run.chance() < 0.2) await run.get(to);
    }
  }
  const ids = all.slice(0, 12).join(',');
  await run.getAll([`/creatures?ids=${ids}`, `/favourites.json?ids=${ids}`, `/live?creature=${all[0]}`]);
}

async function readAsKeeper(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const { key, creatures } of keepers) {
    await run.getAll(script.own, { key });
    for (const id of creatures.slice(0, 4))
      for (const query of ['', '&limit=3&offset=2', '&format=markdown'])
        for (const verb of ['history', 'letters'])
          await run.get(`/api/house/${verb}?creature_id=${id}${query}`, { key });
    const feed = await run.post('/api/house/calendar', {}, { key });
    const url = /https?:\/\/[^"\s]*token=[\w-]+/.exec(feed.text)?.[0];
    if (url !== undefined) await run.get(url.replace(run.origin, ''));
    const renamed = { display_name: `Renamed ${run.calls}`, bio: null };
    const moved = { timezone: 'America/New_York', location: 'Ithaca' };
    for (const body of [renamed, moved, { username: 'other' }])
      await run.call('PATCH', '/api/auth/me', { key, body });
  }
}

async function payAndResurrect(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const [nth, { key, creatures }] of keepers.entries()) {
    const pack = run.pick(['100', '500', '1000']);
    const { json } = await run.post('/api/house/credits', { pack }, { key, headers: run.sandbox });
    const path = textAt(json, 'checkout_url').replace(run.origin, '');
    if (path !== '' && nth % 4 !== 3) {
      const { text } = await run.get(path);
      for (const seal of ['wrong', sealIn(text) ?? '']) await run.postForm(path, { seal });
      await run.get(path);
    }
    await run.get('/api/house/credits', { key });
    for (const creature_id of creatures.slice(0, 8)) {
      const { status } = await run.post('/api/house/resurrect', { creature_id }, { key });
      if (status === 429) break;
    }
    await run.post('/api/house/resurrect', {}, { key });
  }
}

async function moderate(run: Recorder, keepers: readonly Keeper[], { adminKey }: Operator): Promise<void> {
  await run.get('/admin');
  await run.postForm('/admin/login', { key: 'wrong', to: '/admin/log' });
  const signedIn = await run.postForm('/admin/login', { key: adminKey, to: '/admin/words' });
  const cookie = String(signedIn.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  let seal = '';
  for (const page of script.adminPages)
    seal = sealIn((await run.get(page, { headers: { cookie } })).text) ?? seal;
  await run.get('/api/admin/analytics', { headers: { 'x-admin-key': adminKey } });
  await run.get('/api/admin/analytics', { key: adminKey });
  const act = (verb: string, fields: Record<string, string>) =>
    run.postForm(`/admin/${verb}`, { seal, reason: 'A test.', back: '/admin/words', ...fields }, cookie);
  const { username = '', key, creatures: [subject = ''] = [] } = keepers[9] ?? {};
  for (const verb of ['hide', 'unhide', 'hide']) {
    await act(verb, { writing: 'creature_name', subject });
    await act(verb, { writing: 'display_name', subject: username });
    await act(verb, { writing: 'nothing', subject });
    await run.runJobs();
    await run.getAll([`/creatures/${subject}`, `/agents/${username}`]);
  }
  for (const verb of ['block', 'unblock']) {
    await act(verb, { username });
    await run.runJobs();
    await run.get('/api/house/status', { key });
    await run.get(`/agents/${username}`);
  }
  await act('block', { username: 'nobody', reason: '' });
  await act('close-payment', { key: 'none', end: 'settled' });
  await run.postForm('/admin/hide', { seal: 'wrong', reason: 'x' }, cookie);
  await run.postForm('/admin/logout', { seal }, cookie);
  await run.get('/admin/log', { headers: { cookie } });
}

/** Every tool, prompt, resource and completion of the MCP server. */
async function callMcp(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const clientInfo = { name: 'corpus', version: '1' };
  for (const protocolVersion of ['2025-06-18', '2025-03-26', '2024-11-05', '1999-01-01'])
    await run.mcp('initialize', { protocolVersion, capabilities: {}, clientInfo });
  await run.mcp('ping', {});
  const listed = async (what: string, field: string) =>
    listAt((await run.mcp(`${what}/list`, {})).json, 'result', what).map((each) => textAt(each, field));
  const [tools, prompts] = [await listed('tools', 'name'), await listed('prompts', 'name')];
  const resources = await listed('resources', 'uri');
  await run.mcp('resources/templates/list', {});
  await run.mcp('no/such/method', {});
  for (const keeper of [keepers[0], keepers[2], undefined]) {
    const { key, creatures = [] } = keeper ?? {};
    const creature_id = creatures[0];
    for (const name of tools) {
      const isFinal = key !== undefined && script.finalTools.includes(name);
      for (const given of isFinal ? [] : withCreature(script.toolArguments, creature_id))
        await run.mcp('tools/call', { name, arguments: given }, key);
    }
    for (const name of prompts) {
      for (const given of withCreature(script.promptArguments, creature_id))
        await run.mcp('prompts/get', { name, arguments: given }, key);
      const ref = { type: 'ref/prompt', name };
      for (const argument of ['creature_id', 'slug', 'family'])
        for (const value of ['', 'o', 'ca'])
          await run.mcp('completion/complete', { ref, argument: { name: argument, value } }, key);
    }
    for (const uri of [...resources, ...script.resources]) await run.mcp('resources/read', { uri }, key);
  }
  await run.call('GET', '/mcp');
  await run.call('DELETE', '/mcp');
  await run.post('/mcp', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
  await run.call('POST', '/mcp', { raw: '{', headers: { 'content-type': 'application/json' } });
}

/** `true` stands for the creature of the caller. */
function withCreature(all: readonly object[], creature_id: string | undefined): object[] {
  return all.map((given) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value === true ? creature_id : (value as unknown)]),
    ),
  );
}

/** Refusals: every method at every path, invalid keys, unreadable bodies, too many calls. */
async function tryProblems(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const key = keepers[2]?.key;
  const { json } = await run.get('/openapi.json');
  const paths = fieldsIn(at(json, 'paths')).map(([path]) => path.replace('{slug}', 'owl'));
  for (const path of [...paths, '/', '/docs', '/mcp', '/live', '/skill.md', '/api/webhooks/payments'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS'])
      if (!(path === '/live' && method === 'GET')) await run.call(method, path);
  for (const path of paths)
    for (const [name, value] of script.badKeys)
      await run.get(path, { headers: { [String(name)]: String(value) } });
  const feed = '{"action":"feed","item":"tuna"}';
  for (const { raw = feed, long, gzip, headers } of script.bodies as readonly Body[])
    for (const path of ['/api/house/care', '/api/auth/register', '/api/house/adopt', '/api/nope'])
      await run.call('POST', path, {
        key,
        raw: gzip ? gzipSync(raw) : raw.replace('LONG', 'x'.repeat(long ?? 0)),
        headers: { 'content-type': 'application/json', ...headers },
      });
  for (const path of STRAY)
    for (const method of ['GET', 'POST', 'DELETE'])
      if (method !== 'DELETE' || !path.includes('pets')) await run.call(method, path, { key });
  await run.getAll(STRAY, { headers: { accept: 'text/html' } });
  for (let again = 0; again < 40; again += 1) await run.get('/api/house/hall', { ip: '10.98.0.1' });
  for (let again = 0; again < 8; again += 1)
    await run.post('/api/auth/register', { username: `crowd-${again}` }, { ip: '10.98.0.2' });
  for (const encoding of script.encodings)
    await run.getAll(script.encoded, { headers: { 'accept-encoding': encoding } });
}

interface Body {
  readonly raw?: string;
  /** So many characters in place of LONG. */
  readonly long?: number;
  readonly gzip?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Bodies and queries made of odd values, for every operation of the contract. */
async function fuzz(run: Recorder, keepers: readonly Keeper[], times: number): Promise<void> {
  const { json } = await run.get('/openapi.json');
  for (const [path, methods] of fieldsIn(at(json, 'paths')))
    for (const [method, operation] of fieldsIn(methods)) {
      const content = at(operation, 'requestBody', 'content', 'application/json');
      const example = fieldsIn(at(content, 'example'));
      const fields = fieldsIn(at(content, 'schema', 'properties')).map(([name]) => name);
      const parameters = listAt(operation, 'parameters')
        .map((each) => {
          const name = textAt(each, '$ref').split('/').at(-1) ?? '';
          return name === '' ? each : at(json, 'components', 'parameters', name);
        })
        .filter((each) => textAt(each, 'in') === 'query');
      for (let time = 0; time < times; time += 1) {
        const { key } = run.pick(keepers.slice(0, 8));
        const query = new URLSearchParams();
        for (const parameter of parameters)
          if (run.chance() < 0.5) query.set(textAt(parameter, 'name'), oddText(run, parameter));
        const body: Record<string, unknown> = {};
        for (const [name, value] of example) if (run.chance() < 0.6) body[name] = value;
        for (const name of [...fields, 'extra']) if (run.chance() < 0.3) body[name] = run.pick(ODD);
        const target = `${path.replace('{slug}', run.pick(['owl', 'tabby', 'Owl', 'nope']))}?${query.toString()}`;
        const hasBody = method !== 'get' && fields.length > 0;
        const isFinal = ['rotate_api_key', 'delete_my_account'].includes(textAt(operation, 'operationId'));
        if (!isFinal) await run.call(method.toUpperCase(), target, { key, ...(hasBody && { body }) });
      }
    }
}

function oddText(run: Recorder, parameter: unknown): string {
  const words = listAt(parameter, 'schema', 'enum');
  if (words.length > 0 && run.chance() < 0.5) return String(run.pick(words));
  const odd = run.pick(ODD);
  return run.chance() < 0.3 ? run.pick(['1', '2', '5', '1000']) : String(odd).slice(0, 300);
}

/** The end of keys, lives and accounts. */
async function manageAccounts(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const keeper of keepers) {
    const old = keeper.key;
    const { json } = await run.post('/api/auth/rotate-key', {}, { key: old });
    keeper.key = textAt(json, 'your_token') || old;
    for (const key of [old, keeper.key]) await run.get('/api/auth/me', { key });
    await run.call('DELETE', '/api/house/calendar', { key: keeper.key });
    for (const id of keeper.creatures.slice(0, 2)) {
      const headers = { 'idempotency-key': `release-${id}` };
      const ask = { key: keeper.key, headers, body: { creature_id: id } };
      await run.call('DELETE', '/api/house/release', ask);
      await run.call('DELETE', '/api/house/release', ask);
      await run.get(`/creatures/${id}`);
    }
  }
  for (const { key, username, creatures } of keepers.slice(-4)) {
    for (const name of ['other', username])
      await run.call('DELETE', '/api/auth/me', { key, body: { username: name } });
    await run.runJobs();
    await run.get('/api/auth/me', { key });
    await run.getAll([`/agents/${username}`, `/creatures/${creatures.at(-1)}`]);
  }
}
