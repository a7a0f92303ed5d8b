import { DAY, type Instant } from '../../src/rules/base/clock.ts';
import { createSpecies } from '../../src/features/catalog/browse-species.ts';
import { loadLiving } from '../../src/features/creatures/choose-creature.ts';
import { register } from '../../src/features/identity/api-keys.ts';
import type { House } from '../../src/app/house.ts';
import { sandboxCheckout } from '../../src/outside/money/checkout-sandbox.ts';
import { planLives, SPECIES_OPEN_AFTER, type Lives } from './lived-in-lives.ts';
import { liveOne, repeatable, surely, type Home, type Moment } from './lived-in-one.ts';
import { DESIGNS, PERSONAS } from './lived-in-people.ts';

export interface Empty {
  readonly house: House;
  readonly turnTo: (at: Instant) => void;
  readonly onMoment?: (done: number, total: number) => void;
}

export type LivedIn = Awaited<ReturnType<typeof livedIn>>;

/** Repeats simulated lives in an empty house through its verbs. The same seed gives the same house. */
export async function livedIn({ house, turnTo, onMoment }: Empty, lives: Partial<Lives> = {}) {
  const wanted = { creatures: 200, days: 40, seed: 1, ...lives };
  const from = house.clock.now();
  const until = from + wanted.days * DAY;
  const homes: Home[] = [];
  for (const [nth, profile] of PERSONAS.entries())
    homes.push(await moveIn(house, profile, `${wanted.seed} ${nth}`));
  const planned = planLives(wanted, from).map((life) => ({ life, home: surely(homes[life.agent]) }));
  const ones = planned.map(({ life, home }) => liveOne(home, life, until));
  const moments = ones.flatMap((one) => one.moments).toSorted((one, other) => one.at - other.at);
  let lived = 0;
  const onLived = () => onMoment?.((lived += 1), moments.length);
  const designedAt = from + SPECIES_OPEN_AFTER;
  const live = (isNow: (at: Instant) => boolean) =>
    sideBySide(
      moments.filter(({ at }) => isNow(at)),
      onLived,
    );
  await live((at) => at < designedAt);
  if (designedAt < until) {
    turnTo(designedAt);
    await design(homes, designedAt);
  }
  await live((at) => at >= designedAt);
  turnTo(until);
  // With the random source of each agent, so that ids of gravestones do not depend on the order.
  for (const home of homes) await loadLiving(home.house, home.agent, until);
  return {
    agents: homes.map(({ agent }) => agent),
    /** In order of adoption. */
    creatures: ones.flatMap((one) => one.id() ?? []),
    now: until,
  };
}

async function moveIn(house: House, profile: (typeof PERSONAS)[number], seed: string): Promise<Home> {
  const chance = repeatable(seed, house.random);
  const baseUrl = new URL('http://127.0.0.1');
  const checkout = sandboxCheckout({ baseUrl, random: chance, sandboxToken: 'token' });
  const own: House = { ...house, random: chance, cashier: { mode: 'sandbox', checkout } };
  const { value } = await register(own, { profile, source: 'lived-in' }, house.clock.now());
  return { house: own, chance, agent: { ...value.agent, key: value.key } };
}

/** By now the designers have raised an adult. */
async function design(homes: readonly Home[], now: Instant): Promise<void> {
  for (const { by, design: wanted } of DESIGNS) {
    const { house, agent } = surely(homes.find(({ agent: { username } }) => username === by));
    await createSpecies(house, { design: wanted, agent, idempotencyKey: undefined }, now);
  }
}

// The server's connections are shared with other tests.
const AT_ONCE = 8;

/** Runs the acts of each agent in order, and agents in parallel. */
async function sideBySide(moments: readonly Moment[], onLived: () => void): Promise<void> {
  const waiting = [...Map.groupBy(moments, ({ home }) => home).values()];
  const live = async () => {
    for (let own = waiting.pop(); own; own = waiting.pop())
      for (const { at, happens } of own) {
        await happens(at);
        onLived();
      }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, live));
}
