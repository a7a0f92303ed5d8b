// The calls of a recording. What they send is in script.json; what depends on earlier replies is here.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { ORIGIN, SECRETS, type Recorder } from './recorder.ts';
import script from './script.json' with { type: 'json' };

interface Keeper {
  readonly username: string;
  key: string;
  readonly creatures: string[];
}

/** `GET /path`, its body and its headers; `{creature}`, `{username}` and `{seal}` are filled in. */
type Call = readonly [call: string, body?: unknown, headers?: Readonly<Record<string, string>>];
type Words = Readonly<Record<string, string>>;

/** As much of openapi.json as is read here. */
interface Contract {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly parameters: Record<string, Parameter> };
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: RequestBody } };
}
type RequestBody = { readonly example?: object; readonly schema?: { readonly properties?: object } };
type Parameter = Readonly<Record<'name' | 'in', string>> & {
  readonly schema?: { readonly enum?: readonly unknown[] };
};

const ITEMS: Readonly<Record<string, readonly string[]>> = script.items;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Rounds of care, some hours apart. */
const ROUNDS = 24;

export async function runScript(run: Recorder): Promise<void> {
  await lookAround(run);
  const keepers = await registerKeepers(run);
  await adoptAll(run, keepers);
  for (let round = 0; round < ROUNDS; round += 1) {
    await run.pass(run.pick([2, 4, 6, 8, 10, 12]));
    for (const keeper of keepers) await visit(run, keeper, round);
    if (round === 6) await designSpecies(run, keepers);
    if (round % 12 === 11) await payAndResurrect(run, keepers);
  }
  await survey(run, keepers);
  for (const { key, username, creatures: [creature = ''] = [] } of keepers)
    await send(run, script.own, { username, creature }, key);
  for (const keeper of [...keepers.slice(0, 2), undefined]) await callMcp(run, keeper);
  await tryProblems(run, keepers);
  await fuzz(run, keepers, 10);
  await moderate(run, keepers);
  for (const keeper of keepers) await leave(run, keeper);
  await run.pass(24 * 45);
  await survey(run, keepers);
}

function fill<T>(given: T, words: Words): T {
  const filled = JSON.stringify(given).replaceAll(/\{(\w+)\}/g, (gap, name: string) => words[name] ?? gap);
  return JSON.parse(filled) as T;
}

async function send(run: Recorder, calls: readonly unknown[], words: Words, key: string): Promise<void> {
  for (const [call, body, headers = {}] of fill(calls as readonly Call[], words)) {
    const [method = '', path = ''] = call.split(' ');
    await run.call(method, path, { key, headers, ...(body !== undefined && { body }) });
  }
}

function allIn(text: string, pattern: RegExp): string[] {
  return [...new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found.replaceAll('&amp;', '&')))];
}

function firstIn(text: string, pattern: RegExp): string {
  return pattern.exec(text)?.[1] ?? '';
}

const sealIn = (page: string) => firstIn(page, /name="seal" value="([^"]*)"/);

async function lookAround(run: Recorder): Promise<void> {
  const seen = new Set(script.documents);
  for (const path of seen) {
    const { headers, text, status } = await run.get(path);
    if (!script.documents.includes(path) || status !== 200) continue;
    for (const to of allIn(text, /(?:href|src)="(\/[^"#]*)"/g)) if (!to.startsWith('/live')) seen.add(to);
    await run.call('HEAD', path);
    const { etag } = headers;
    if (etag !== undefined) await run.get(path, { headers: { 'if-none-match': etag } });
    const preflight = { origin: 'https://a.example', 'access-control-request-method': 'POST' };
    await run.call('OPTIONS', path, { headers: preflight });
  }
  for (const accept of script.accepts) await run.getAll(script.negotiated, { headers: { accept } });
  for (const encoding of script.encodings)
    await run.getAll(script.encoded, { headers: { 'accept-encoding': encoding } });
}

async function registerKeepers(run: Recorder): Promise<Keeper[]> {
  for (const body of script.badRegistrations) await run.post('/api/auth/register', body);
  const keepers: Keeper[] = [];
  for (const [nth, timezone] of script.zones.entries()) {
    const username = `keeper-${nth}`;
    const model = { provider: run.pick(['acme', 'initech', 'hooli']), name: 'm-1' };
    const body = { username, display_name: `Keeper ${nth}`, bio: `I am ${nth}.`, timezone, model };
    const ask = { headers: { 'idempotency-key': hash('sha256', username) }, ip: `10.99.0.${nth}` };
    const { text } = await run.post('/api/auth/register', body, ask);
    await run.post('/api/auth/register', body, ask);
    keepers.push({ username, key: firstIn(text, /"your_token":"([^"]+)"/), creatures: [] });
  }
  return keepers;
}

async function adoptAll(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const body of script.badAdoptions) await run.post('/api/house/adopt', body, { key: keepers[0]?.key });
  const { text } = await run.get('/api/house/species');
  for (const [nth, slug] of allIn(text, /"slug":"([^"]+)"/g).entries()) {
    await run.getAll([`/api/house/species/${slug}`, `/species/${slug}`, `/species/${slug}/picture.svg`]);
    const choice = nth % 8 === 0 ? { family: run.pick(['cat', 'dog', 'exotic']) } : { species_slug: slug };
    const prompt = nth % 4 === 0 && { image_prompt: 'blue, with tiny wings' };
    await adopt(run, keepers[nth % keepers.length], { name: `Bea ${nth}`, ...choice, ...prompt });
    if (nth % 12 === 11) await run.runJobs();
  }
}

async function adopt(run: Recorder, keeper: Keeper | undefined, body: object): Promise<void> {
  const { text } = await run.post('/api/house/adopt', body, { key: keeper?.key });
  const id = firstIn(text, /"creature":\{"id":"([^"]+)"/);
  if (id !== '') keeper?.creatures.push(id);
}

async function visit(run: Recorder, { key, creatures }: Keeper, round: number): Promise<void> {
  for (const creature_id of creatures) {
    if (run.chance() < 0.4) continue;
    const view = run.chance() < 0.2 ? '&view=brief' : '';
    const { json } = await run.get(`/api/house/status?creature_id=${creature_id}${view}`, { key });
    const { next_steps = [] } = json as { next_steps?: readonly { body?: { action?: string } }[] };
    const advised = next_steps.find(({ body }) => body?.action !== undefined)?.body;
    const action = run.pick(Object.keys(ITEMS));
    const item = run.chance() < 0.9 && ITEMS[action]?.length ? { item: run.pick(ITEMS[action]) } : {};
    const notes = run.chance() < 0.2 && { notes: run.pick(script.notes) };
    const body = (run.chance() < 0.6 && advised) || { action, creature_id, ...item, ...notes };
    const isRepeated = run.chance() < 0.05;
    const headers = isRepeated ? { 'idempotency-key': `care-${round}-${creature_id}` } : {};
    for (const each of isRepeated ? [body, body, { ...body, notes: 'Another request.' }] : [body])
      await run.post(`/api/house/care${run.chance() < 0.15 ? '?view=brief' : ''}`, each, { key, headers });
  }
}

async function designSpecies(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const { paths } = (await run.get('/openapi.json')).json as Contract;
  const example = paths['/api/house/species']?.['post']?.requestBody?.content['application/json']?.example;
  for (const [nth, keeper] of keepers.entries()) {
    const slug = `design_${nth}`;
    for (const name of [`Design ${nth}`, 'Again'])
      await run.post('/api/house/species', { ...example, slug, name }, { key: keeper.key });
    await adopt(run, keeper, { name: 'Designed', species_slug: slug });
    await run.getAll([`/species/${slug}`, `/species/${slug}/picture.svg`]);
  }
}

async function survey(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  await lookAround(run);
  await run.get('/metrics', { headers: { authorization: `Bearer ${SECRETS.metricsToken}` } });
  for (const { username, creatures } of keepers) {
    await run.getAll(['', '/picture.svg', '/card.png'].map((part) => `/agents/${username}${part}`));
    for (const [nth, id] of creatures.entries()) {
      const parts = nth === 0 ? script.lifeParts : script.lifeParts.slice(0, 3);
      await run.getAll(parts.map((part) => `/creatures/${id}${part}`));
    }
  }
  const all = keepers.flatMap(({ creatures }) => creatures);
  const ids = all.slice(0, 12).join(',');
  await run.getAll([`/creatures?ids=${ids}`, `/favourites.json?ids=${ids}`, `/live?creature=${all[0]}`]);
}

async function payAndResurrect(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  for (const { key, creatures } of keepers) {
    const ask = { key, headers: run.sandbox };
    const { json } = await run.post('/api/house/credits', { pack: run.pick(['100', '500', '1000']) }, ask);
    const path = (json as { checkout_url?: string }).checkout_url?.replace(ORIGIN, '');
    if (path !== undefined) {
      const { text } = await run.get(path);
      for (const seal of ['wrong', sealIn(text)]) await run.postForm(path, { seal });
    }
    for (const creature_id of creatures.slice(0, 5))
      await run.post('/api/house/resurrect', { creature_id }, { key });
    await run.get('/api/house/credits', { key });
  }
}

async function callMcp(run: Recorder, { key, creatures = [] }: Partial<Keeper> = {}): Promise<void> {
  const clientInfo = { name: 'corpus', version: '1' };
  for (const protocolVersion of ['2025-06-18', '2024-11-05', '1999-01-01'])
    await run.mcp('initialize', { protocolVersion, capabilities: {}, clientInfo });
  const listed = async (what: string, pattern: RegExp) =>
    allIn((await run.mcp(`${what}/list`, {}, key)).text, pattern);
  for (const method of ['ping', 'resources/templates/list', 'no/such/method']) await run.mcp(method, {}, key);
  const words = { creature: creatures[0] ?? '' };
  for (const name of await listed('tools', /\{"name":"([a-z_]+)"/g))
    for (const given of script.finalTools.includes(name) ? [] : fill(script.toolArguments, words))
      await run.mcp('tools/call', { name, arguments: given }, key);
  for (const name of await listed('prompts', /\{"name":"([a-z_-]+)"/g))
    for (const given of fill(script.promptArguments, words))
      await run.mcp('prompts/get', { name, arguments: given }, key);
  for (const uri of [...(await listed('resources', /"uri":"([^"]+)"/g)), ...script.resources])
    await run.mcp('resources/read', { uri }, key);
}

/** Refusals: every method at every path, invalid keys, unreadable bodies, too many calls. */
async function tryProblems(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const key = keepers[2]?.key;
  const paths = Object.keys(((await run.get('/openapi.json')).json as Contract).paths);
  for (const path of [...paths.map((each) => each.replace('{slug}', 'owl')), '/', '/docs', '/mcp'])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'OPTIONS']) await run.call(method, path);
  for (const path of paths)
    for (const [name = '', value = ''] of script.badKeys) await run.get(path, { headers: { [name]: value } });
  for (const { raw = '{"action":"feed","item":"tuna"}', long = 0, gzip, headers } of script.bodies)
    for (const path of ['/api/house/care', '/api/auth/register', '/api/nope']) {
      const sent = gzip ? gzipSync(raw) : raw.replace('LONG', 'x'.repeat(long));
      await run.call('POST', path, { key, raw: sent, headers: { ...JSON_TYPE, ...headers } });
    }
  for (const path of [...script.stray, `/${'a'.repeat(3000)}`])
    for (const method of ['GET', 'POST']) await run.call(method, path, { key });
  await run.getAll(script.stray, { headers: { accept: 'text/html' } });
  for (let again = 0; again < 40; again += 1) await run.get('/api/house/hall', { ip: '10.98.0.1' });
}

/** Bodies and queries made of odd values, for every operation of the contract. */
async function fuzz(run: Recorder, keepers: readonly Keeper[], times: number): Promise<void> {
  const { paths, components } = (await run.get('/openapi.json')).json as Contract;
  const odd = (): unknown => run.pick<unknown>(script.odd);
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, parameters = [], requestBody }] of Object.entries(methods)) {
      if (['rotate_api_key', 'delete_my_account'].includes(operationId)) continue;
      const { example = {}, schema } = requestBody?.content['application/json'] ?? {};
      const fields = Object.keys(schema?.properties ?? {});
      for (let time = 0; time < times; time += 1) {
        const query = new URLSearchParams();
        for (const given of parameters) {
          const parameter = components.parameters[given.$ref?.split('/').at(-1) ?? ''] ?? given;
          if (parameter.in !== 'query' || run.chance() < 0.5) continue;
          const words = run.chance() < 0.5 ? (parameter.schema?.enum ?? ['1', '5', '1000']) : [odd()];
          query.set(parameter.name, String(run.pick(words)).slice(0, 300));
        }
        const kept = Object.entries(example).filter(() => run.chance() < 0.6);
        const added = [...fields, 'extra'].filter(() => run.chance() < 0.3).map((name) => [name, odd()]);
        const body = Object.fromEntries([...kept, ...added]) as object;
        const target = `${path.replace('{slug}', run.pick(['owl', 'Owl', 'nope']))}?${query.toString()}`;
        const sent = method !== 'get' && fields.length > 0 && { body };
        await run.call(method.toUpperCase(), target, { key: run.pick(keepers).key, ...sent });
      }
    }
}

async function moderate(run: Recorder, keepers: readonly Keeper[]): Promise<void> {
  const { adminKey } = SECRETS;
  await run.postForm('/admin/login', { key: 'wrong', to: '/admin/log' });
  const signedIn = await run.postForm('/admin/login', { key: adminKey, to: '/admin/words' });
  const cookie = String(signedIn.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  let seal = '';
  for (const page of script.adminPages)
    seal = sealIn((await run.get(page, { headers: { cookie } })).text) || seal;
  await run.get('/api/admin/analytics', { headers: { 'x-admin-key': adminKey } });
  const { username = '', key, creatures: [subject = ''] = [] } = keepers[3] ?? {};
  for (const [verb, fields] of Object.entries(script.moderation)) {
    const form = {
      seal,
      reason: 'A test.',
      back: '/admin/words',
      ...fill(fields, { creature: subject, username }),
    };
    await run.postForm(`/admin/${verb.split(' ')[0]}`, form, cookie);
    await run.runJobs();
    await run.get('/api/house/status', { key });
    await run.getAll([`/creatures/${subject}`, `/agents/${username}`]);
  }
  await run.get('/admin/log', { headers: { cookie } });
}

async function leave(run: Recorder, keeper: Keeper): Promise<void> {
  const { text } = await run.post('/api/auth/rotate-key', {}, { key: keeper.key });
  await run.get('/api/auth/me', { key: keeper.key });
  keeper.key = firstIn(text, /"your_token":"([^"]+)"/) || keeper.key;
  const words = { username: keeper.username, creature: keeper.creatures[0] ?? '' };
  const isLast = keeper.username.endsWith('7');
  await send(run, [...script.leaving, ...(isLast ? script.departure : [])], words, keeper.key);
}
