import { randomUUID } from 'node:crypto';

import {
  type Client,
  connect,
  createSandboxClient,
  httpTransport,
  RefusedError,
} from '../../src/client/client.ts';

type Json = Readonly<Record<string, unknown>>;

/** Responses that agents got, and must get again from every later version. */
export type Remembered = Awaited<ReturnType<typeof liveALittle>>;

export const DESIGNED = 'moss_fox';
const HOURS_PER_VISIT = 4;
const GROWN_UP_HOURS = 124;
const ACTS = [
  { action: 'feed', item: 'a little tuna' },
  { action: 'play', item: 'a feather toy' },
  { action: 'clean' },
] as const;

/** Agents register, care, lose creatures, buy credits, resurrect, release and design, on any release whose API this client knows. */
export async function liveALittle(
  address: string,
  { adminKey, sandboxToken }: { readonly adminKey: string; readonly sandboxToken: string },
) {
  const clock = createSandboxClient(httpTransport(address, undefined, sandboxToken));
  const forward = (hours: number) => clock.turnSandboxClock({ body: { advance_hours: hours } });
  const register = async (username: string) => {
    const bio = `Keeps late hours, says ${username}.`;
    const { your_token: key, agent } = await connect(address).registerAgent({ body: { username, bio } });
    return { key, id: agent.id, house: connect(address, { key, sandboxToken }) };
  };
  const adopt = async (house: Client, name: string, species: string) => {
    const { creature } = await house.adoptCreature({ body: { name, species_slug: species } });
    await forward(0.1);
    await house.getCreatureStatus({ query: { creature_id: creature.id } });
    return creature.id;
  };
  const [wren, rook, magpie] = [await register('wren'), await register('rook'), await register('magpie')];
  const pebble = await adopt(wren.house, 'Pebble', 'maine_coon');
  const moth = await adopt(wren.house, 'Moth', 'axolotl');
  await wren.house.releaseCreature({ body: { creature_id: moth } });
  const ember = await adopt(rook.house, 'Ember', 'husky');
  const ash = await adopt(rook.house, 'Ash', 'parrot');
  for (const creature_id of [ember, ash])
    await care(rook.house, { creature_id, action: 'feed', notes: 'Only once.' });
  // One creature is visited until adult; two others die of neglect, and the first of them is resurrected.
  let isBack = false;
  for (let visit = 0; visit < GROWN_UP_HOURS / HOURS_PER_VISIT; visit += 1) {
    await forward(HOURS_PER_VISIT);
    await care(wren.house, { creature_id: pebble, action: 'feed', notes: `Visit ${visit}.` });
    await care(wren.house, { creature_id: pebble, ...(ACTS[visit % ACTS.length] ?? ACTS[0]) });
    const grave = await rook.house.getCreatureStatus({ query: { creature_id: ash } });
    if (!isBack && !grave.creature.alive) {
      await buy(rook.house);
      await rook.house.resurrectCreature({ body: { creature_id: ember } });
      isBack = true;
    }
    if (isBack) await care(rook.house, { creature_id: ember, action: 'feed' });
  }
  const fox = { name: 'Moss Fox', family: 'exotic', personality: 'Soft, green and slow.' } as const;
  await wren.house.createSpecies({ body: { slug: DESIGNED, ...fox } });
  const fern = await adopt(rook.house, 'Fern', DESIGNED);
  await wren.house.adoptCreature({ body: { name: 'Still', species_slug: 'owl' } });
  await wren.house.createCalendarFeed();
  await moderate(address, adminKey, 'magpie', magpie.id);
  await forward(HOURS_PER_VISIT);
  const body = { creature_id: pebble, action: 'reflect', notes: 'It was a good week.' } as const;
  const idempotencyKey = randomUUID();
  const reply: object = await wren.house.careForCreature({ body, idempotencyKey });
  const creatures = [{ keeper: 'wren', ...(await remember(wren.house, pebble)) }];
  for (const id of [ember, ash, fern])
    creatures.push({ keeper: 'rook', ...(await remember(rook.house, id)) });
  const { credits } = await rook.house.getCreditBalance();
  const { now } = await clock.getSandboxClock();
  const keys: Readonly<Record<string, string>> = { wren: wren.key, rook: rook.key, magpie: magpie.key };
  return { closedAt: now, keys, creatures, credits, repeated: { key: idempotencyKey, body, reply } };
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

async function remember(house: Client, creature_id: string) {
  const history = await house.getCareHistory({ query: { creature_id, limit: 5 } });
  const { creature } = await house.getCreatureStatus({ query: { creature_id } });
  return whatLasts({ ...creature }, { ...history });
}

/** It may be refused by a sleeping creature. */
async function care(house: Client, body: Parameters<Client['careForCreature']>[0]['body']): Promise<void> {
  await house.careForCreature({ body }).catch((error: unknown) => {
    if (!(error instanceof RefusedError && error.status === 409)) throw error;
  });
}

async function buy(house: Client): Promise<void> {
  const { checkout_url: link = '' } = await house.buyCredits({ body: { pack: '500' } });
  await sendForm(link, { seal: sealIn(await (await fetch(link)).text()) });
}

/** The operator hides what one agent wrote of itself, and blocks it. */
async function moderate(address: string, key: string, username: string, subject: string): Promise<void> {
  const signed = await sendForm(`${address}/admin/login`, { key, to: '/admin' });
  const [cookie = ''] = String(signed.headers.get('set-cookie')).split(';');
  const log = await fetch(`${address}/admin/log`, { headers: { cookie } });
  const given = { seal: sealIn(await log.text()), reason: 'too loud' };
  for (const told of [
    await sendForm(`${address}/admin/hide`, { ...given, writing: 'bio', subject }, cookie),
    await sendForm(`${address}/admin/block`, { ...given, username }, cookie),
  ])
    if (!told.headers.get('location')?.endsWith('said=done')) throw new Error(`${told.url} did nothing`);
}

async function sendForm(url: string, fields: Readonly<Record<string, string>>, cookie = '') {
  const body = new URLSearchParams(fields);
  const told = await fetch(url, { method: 'POST', headers: { cookie }, body, redirect: 'manual' });
  if (told.status >= 400) throw new Error(`${url}: ${told.status} ${await told.text()}`);
  return told;
}

const sealIn = (page: string) => /name="seal" value="([^"]+)"/.exec(page)?.[1] ?? '';
