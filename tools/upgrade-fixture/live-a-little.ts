import { randomUUID } from 'node:crypto';

type Json = Readonly<Record<string, unknown>>;

/** Responses that agents got, and must get again from every later version. */
export type Remembered = Awaited<ReturnType<typeof liveALittle>>;

export const DESIGNED = 'moss_fox';

/** Agents come, care, lose, buy, bring back, let go and design, as well as the first version could and every later one can. */
export async function liveALittle(
  address: string,
  { adminKey, sandboxToken }: { readonly adminKey: string; readonly sandboxToken: string },
) {
  const house = new OldHouse(address, sandboxToken);
  const [wren, rook] = [await house.register('wren'), await house.register('rook')];
  const magpie = await house.register('magpie');
  const pebble = await house.adopt(wren.key, 'Pebble', 'maine_coon');
  const moth = await house.adopt(wren.key, 'Moth', 'axolotl');
  await house.send('DELETE', '/api/house/release', wren.key, { creature_id: moth });
  const ember = await house.adopt(rook.key, 'Ember', 'husky');
  const ash = await house.adopt(rook.key, 'Ash', 'parrot');
  for (const id of [ember, ash]) await house.care(rook.key, id, { action: 'feed', notes: 'Only once.' });
  await house.growUp(wren.key, pebble, [ember, ash], rook.key);
  const design = { slug: DESIGNED, name: 'Moss Fox', family: 'exotic', personality: 'Soft, green and slow.' };
  await house.send('POST', '/api/house/species', wren.key, design);
  const fern = await house.adopt(rook.key, 'Fern', DESIGNED);
  await house.send('POST', '/api/house/adopt', wren.key, { name: 'Still', species_slug: 'owl' });
  await house.send('POST', '/api/house/calendar', wren.key);
  await house.moderate(adminKey, 'magpie', magpie.id);
  const repeated = await house.repeatable(wren.key, pebble);
  const creatures = [{ keeper: 'wren', ...(await house.remember(wren.key, pebble)) }];
  for (const id of [ember, ash, fern])
    creatures.push({ keeper: 'rook', ...(await house.remember(rook.key, id)) });
  const { credits } = await house.send('GET', '/api/house/credits', rook.key);
  const { now } = await house.send('GET', '/api/sandbox/clock');
  const keys: Readonly<Record<string, string>> = { wren: wren.key, rook: rook.key, magpie: magpie.key };
  return { closedAt: String(now), keys, creatures, credits: Number(credits), repeated };
}

const LOOKED =
  'id name species stage tier family alive died_at personality_traits age_hours hunger happiness health trust discipline';
const LIVED = 'care_log evolution_history stats';

/** Fields no later version may change; sentences and advice may change. */
export function whatLasts(creature: Json, history: Json): { readonly looked: Json; readonly lived: Json } {
  const pick = (from: Json, names: string): Json =>
    Object.fromEntries(names.split(' ').flatMap((name) => (name in from ? [[name, from[name]]] : [])));
  return { looked: pick(creature, LOOKED), lived: pick(history, LIVED) };
}

const HOURS_PER_VISIT = 4;
const GROWN_UP_HOURS = 124;
const ACTS = [
  { action: 'feed', item: 'a little tuna' },
  { action: 'play', item: 'a feather toy' },
  { action: 'clean' },
];

class OldHouse {
  readonly #address: string;
  readonly #sandboxToken: string;

  constructor(address: string, sandboxToken: string) {
    this.#address = address;
    this.#sandboxToken = sandboxToken;
  }

  async send(method: string, path: string, key?: string, body?: object, headers?: object): Promise<Json> {
    const told = await fetch(`${this.#address}${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-sandbox-token': this.#sandboxToken,
        ...(key !== undefined && { 'x-api-key': key }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const json = (await told.json()) as Json;
    // Care may be refused by a sleeping creature.
    if (told.status >= 400 && !(told.status === 409 && path === '/api/house/care'))
      throw new Error(`${method} ${path}: ${told.status} ${JSON.stringify(json)}`);
    return json;
  }

  async register(username: string) {
    const bio = `Keeps late hours, says ${username}.`;
    const told = await this.send('POST', '/api/auth/register', undefined, { username, bio });
    return { key: String(told['your_token']), id: (told['agent'] as { id: string }).id };
  }

  async adopt(key: string, name: string, species: string): Promise<string> {
    const told = await this.send('POST', '/api/house/adopt', key, { name, species_slug: species });
    const { id } = told['creature'] as { id: string };
    await this.#forward(0.1);
    await this.send('GET', `/api/house/status?creature_id=${id}`, key);
    return id;
  }

  care(key: string, id: string, act: object): Promise<Json> {
    return this.send('POST', '/api/house/care', key, { creature_id: id, ...act });
  }

  /** One creature is visited until adult; two others die of neglect, and the first of them is resurrected. */
  async growUp(key: string, id: string, [back, gone]: readonly [string, string], mourner: string) {
    let isBack = false;
    for (let visit = 0; visit < GROWN_UP_HOURS / HOURS_PER_VISIT; visit += 1) {
      await this.#forward(HOURS_PER_VISIT);
      await this.care(key, id, { action: 'feed', notes: `Visit ${visit}.` });
      await this.care(key, id, ACTS[visit % ACTS.length] ?? {});
      const grave = isBack ? {} : await this.send('GET', `/api/house/status?creature_id=${gone}`, mourner);
      if ('resurrection' in grave) {
        await this.#buy(mourner);
        await this.send('POST', '/api/house/resurrect', mourner, { creature_id: back });
        isBack = true;
      }
      if (isBack) await this.care(mourner, back, { action: 'feed' });
    }
  }

  async remember(key: string, id: string) {
    const history = await this.send('GET', `/api/house/history?creature_id=${id}&limit=5`, key);
    const { creature } = await this.send('GET', `/api/house/status?creature_id=${id}`, key);
    return whatLasts(creature as Json, history);
  }

  async repeatable(key: string, id: string) {
    await this.#forward(HOURS_PER_VISIT);
    const body = { creature_id: id, action: 'reflect', notes: 'It was a good week.' };
    const name = randomUUID();
    const reply = await this.send('POST', '/api/house/care', key, body, { 'idempotency-key': name });
    return { key: name, body, reply };
  }

  /** The operator hides what one agent wrote of itself, and blocks it. */
  async moderate(adminKey: string, username: string, subject: string): Promise<void> {
    const signed = await this.#form('/admin/login', { key: adminKey, to: '/admin' });
    const [cookie = ''] = String(signed.headers.get('set-cookie')).split(';');
    const log = await fetch(`${this.#address}/admin/log`, { headers: { cookie } });
    const given = { seal: sealIn(await log.text()), reason: 'too loud' };
    for (const told of [
      await this.#form('/admin/hide', { ...given, writing: 'bio', subject }, cookie),
      await this.#form('/admin/block', { ...given, username }, cookie),
    ])
      if (!told.headers.get('location')?.endsWith('said=done')) throw new Error(`${told.url} did nothing`);
  }

  async #buy(key: string): Promise<void> {
    const { checkout_url: link } = await this.send('POST', '/api/house/credits', key, { pack: '500' });
    const page = await (await fetch(String(link))).text();
    const { pathname, search } = new URL(String(link));
    await this.#form(pathname + search, { seal: sealIn(page) });
  }

  async #forward(hours: number): Promise<void> {
    await this.send('POST', '/api/sandbox/clock', undefined, { advance_hours: hours });
  }

  async #form(path: string, fields: Readonly<Record<string, string>>, cookie = ''): Promise<Response> {
    const given = { method: 'POST', headers: { cookie }, body: new URLSearchParams(fields) };
    const told = await fetch(`${this.#address}${path}`, { ...given, redirect: 'manual' });
    if (told.status >= 400) throw new Error(`${path}: ${told.status} ${await told.text()}`);
    return told;
  }
}

function sealIn(page: string): string {
  return /name="seal" value="([^"]+)"/.exec(page)?.[1] ?? '';
}
