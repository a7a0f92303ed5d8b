import { randomUUID } from 'node:crypto';

/** Responses that agents got, and must get again from every later version. */
export interface Remembered {
  /** The time in the house when it was closed. */
  readonly closedAt: string;
  readonly keys: Readonly<Record<string, string>>;
  readonly creatures: readonly RememberedCreature[];
  readonly credits: number;
  /** A request under an Idempotency-Key, and its answer. */
  readonly repeated: { readonly key: string; readonly body: object; readonly reply: object };
}

export interface RememberedCreature {
  readonly keeper: string;
  /** Its status, with texts and numbers. */
  readonly looked: Json;
  readonly lived: Json;
}

type Json = Readonly<Record<string, unknown>>;

/** The species that an agent of this house has designed. */
export const DESIGNED = 'moss_fox';

/** Agents come, care, lose, buy, bring back, let go and design, as well as the first version could and every later one can. */
export async function liveALittle(
  address: string,
  { adminKey, sandboxToken }: { readonly adminKey: string; readonly sandboxToken: string },
): Promise<Remembered> {
  const house = new OldHouse(address, sandboxToken);
  const [wren, rook, magpie] = [
    await house.register('wren'),
    await house.register('rook'),
    await house.register('magpie'),
  ];
  const pebble = await house.adopt(wren, 'Pebble', 'maine_coon');
  const moth = await house.adopt(wren, 'Moth', 'axolotl');
  await house.send('DELETE', '/api/house/release', wren, { creature_id: moth });
  const ember = await house.adopt(rook, 'Ember', 'husky');
  const ash = await house.adopt(rook, 'Ash', 'parrot');
  for (const id of [ember, ash]) await house.care(rook, id, { action: 'feed', notes: 'Only once.' });
  await house.growUp(wren, pebble, [ember, ash], rook);
  const design = { slug: DESIGNED, name: 'Moss Fox', family: 'exotic', personality: 'Soft, green and slow.' };
  await house.send('POST', '/api/house/species', wren, design);
  const fern = await house.adopt(rook, 'Fern', DESIGNED);
  await house.send('POST', '/api/house/adopt', wren, { name: 'Still', species_slug: 'owl' });
  await house.send('POST', '/api/house/calendar', wren);
  await house.moderate(adminKey, 'magpie');
  const repeated = await house.repeatable(wren, pebble);
  const creatures = [await house.remember(wren, 'wren', pebble)];
  for (const id of [ember, ash, fern]) creatures.push(await house.remember(rook, 'rook', id));
  const { credits } = await house.send('GET', '/api/house/credits', rook);
  const { now } = await house.send('GET', '/api/sandbox/clock');
  return {
    closedAt: String(now),
    keys: { wren, rook, magpie },
    creatures,
    credits: Number(credits),
    repeated,
  };
}

const LOOKED = ['id', 'name', 'species', 'stage', 'tier', 'family', 'alive', 'died_at', 'personality_traits'];
const FELT = ['age_hours', 'hunger', 'happiness', 'health', 'trust', 'discipline'];
const LIVED = ['care_log', 'evolution_history', 'stats'];

/** Fields no later version may change; sentences and advice may change. */
export function whatLasts(creature: Json, history: Json): Pick<RememberedCreature, 'looked' | 'lived'> {
  return { looked: pick(creature, [...LOOKED, ...FELT]), lived: pick(history, LIVED) };
}

function pick(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.filter((name) => name in from).map((name) => [name, from[name]]));
}

const HOURS_PER_VISIT = 4;
const GROWN_UP_HOURS = 124;
const AT_HAND = ['a little tuna', 'a feather toy', undefined] as const;
const ACTS = ['feed', 'play', 'clean'] as const;

/** One house of any version, over HTTP. */
class OldHouse {
  readonly #address: string;
  readonly #sandboxToken: string;
  readonly #ids = new Map<string, string>();

  constructor(address: string, sandboxToken: string) {
    this.#address = address;
    this.#sandboxToken = sandboxToken;
  }

  async send(method: string, path: string, key?: string, body?: object, headers = {}): Promise<Json> {
    const { status, json } = await this.#ask(method, path, { key, body, headers });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  }

  async register(username: string): Promise<string> {
    const bio = `Keeps late hours, says ${username}.`;
    const told = await this.send('POST', '/api/auth/register', undefined, { username, bio });
    const { id } = told['agent'] as { id: string };
    this.#ids.set(username, id);
    return String(told['your_token']);
  }

  /** Adopted and hatched. */
  async adopt(key: string, name: string, species: string): Promise<string> {
    const told = await this.send('POST', '/api/house/adopt', key, { name, species_slug: species });
    const { id } = told['creature'] as { id: string };
    await this.#forward(0.1);
    await this.send('GET', `/api/house/status?creature_id=${id}`, key);
    return id;
  }

  /** Care refused by a sleeping creature is skipped. */
  async care(key: string, id: string, act: object): Promise<void> {
    const told = await this.#ask('POST', '/api/house/care', { key, body: { creature_id: id, ...act } });
    if (told.status >= 400 && told.status !== 409)
      throw new Error(`${told.status} ${JSON.stringify(told.json)}`);
  }

  /** One creature is visited until adult; two others die of neglect, and the first of them is resurrected. */
  async growUp(key: string, id: string, [back, gone]: readonly [string, string], mourner: string) {
    let isBack = false;
    for (let hours = 0; hours < GROWN_UP_HOURS; hours += HOURS_PER_VISIT) {
      await this.#forward(HOURS_PER_VISIT);
      const nth = hours / HOURS_PER_VISIT;
      const [item, action] = [AT_HAND[nth % AT_HAND.length], ACTS[nth % ACTS.length]];
      await this.care(key, id, { action: 'feed', notes: `Visit ${nth}.` });
      await this.care(key, id, { action, ...(item !== undefined && action !== 'clean' && { item }) });
      const grave = isBack ? {} : await this.send('GET', `/api/house/status?creature_id=${gone}`, mourner);
      if ('resurrection' in grave) {
        await this.#buy(mourner);
        await this.send('POST', '/api/house/resurrect', mourner, { creature_id: back });
        isBack = true;
      }
      if (isBack) await this.care(mourner, back, { action: 'feed' });
    }
  }

  async remember(key: string, keeper: string, id: string): Promise<RememberedCreature> {
    const history = await this.send('GET', `/api/house/history?creature_id=${id}&limit=5`, key);
    const { creature } = await this.send('GET', `/api/house/status?creature_id=${id}`, key);
    return { keeper, ...whatLasts(creature as Json, history) };
  }

  async repeatable(key: string, id: string): Promise<Remembered['repeated']> {
    await this.#forward(HOURS_PER_VISIT);
    const body = { creature_id: id, action: 'reflect', notes: 'It was a good week.' };
    const name = randomUUID();
    const headers = { 'idempotency-key': name };
    return {
      key: name,
      body,
      reply: await this.send('POST', '/api/house/care', key, body, headers),
    };
  }

  /** The operator hides what one agent wrote of itself, and blocks it. */
  async moderate(adminKey: string, username: string): Promise<void> {
    const signed = await this.#form('/admin/login', { key: adminKey, to: '/admin' });
    const [cookie = ''] = String(signed.headers.get('set-cookie')).split(';');
    const log = await fetch(`${this.#address}/admin/log`, { headers: { cookie } });
    const seal = sealIn(await log.text());
    const subject = this.#ids.get(username) ?? '';
    for (const [path, fields] of [
      ['/admin/hide', { writing: 'bio', subject }],
      ['/admin/block', { username }],
    ] as const) {
      const told = await this.#form(path, { seal, reason: 'too loud', ...fields }, cookie);
      if (!told.headers.get('location')?.endsWith('said=done')) throw new Error(`${path} did nothing`);
    }
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
    const body = new URLSearchParams(fields);
    const told = await fetch(`${this.#address}${path}`, {
      method: 'POST',
      headers: { cookie },
      body,
      redirect: 'manual',
    });
    if (told.status >= 400) throw new Error(`${path}: ${told.status} ${await told.text()}`);
    return told;
  }

  async #ask(
    method: string,
    path: string,
    { key, body, headers = {} }: { key?: string | undefined; body?: object | undefined; headers?: object },
  ): Promise<{ readonly status: number; readonly json: Json }> {
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
    return { status: told.status, json: (await told.json()) as Json };
  }
}

function sealIn(page: string): string {
  return /name="seal" value="([^"]+)"/.exec(page)?.[1] ?? '';
}
