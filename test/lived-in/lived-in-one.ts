import { hash } from 'node:crypto';

import { seedOf } from '../../packages/base/hash.ts';
import type { Agent } from '../../src/rules/agents.ts';
import { DAY, HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { dice, pick } from '../../src/rules/base/dice.ts';
import { ProblemError } from '../../src/rules/problem.ts';
import type { Action, PackId } from '../../src/rules/vocabulary.ts';
import { drawLayer, drawPersonality } from '../../src/text/creature/life-messages.ts';
import { careFor } from '../../src/features/care/care.ts';
import { adopt } from '../../src/features/lives/adopt.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import { release } from '../../src/features/lives/release.ts';
import { resurrect } from '../../src/features/lives/resurrect.ts';
import { pretendPayment, readSandboxCheckout } from '../../src/features/money/checkout.ts';
import { buyCredits } from '../../src/features/shop/buy-credits.ts';
import { receiveWebhook } from '../../src/features/shop/checkout-webhook.ts';
import type { House } from '../../src/app/house.ts';
import type { Random } from '../../src/outside/random.ts';
import type { PlannedLife } from './lived-in-lives.ts';
import { AT_HAND, IMAGE_PROMPTS, NAMES, NOTES } from './lived-in-people.ts';

type Inhabitant = Agent & { readonly key: string };

export interface Home {
  readonly house: House;
  readonly chance: ReturnType<typeof repeatable>;
  readonly agent: Inhabitant;
}

export interface Moment {
  readonly at: Instant;
  readonly home: Home;
  readonly happens: (now: Instant) => Promise<unknown>;
}

/** One creature and the acts of its keeper; refused acts are skipped. */
export function liveOne(home: Home, life: PlannedLife, until: Instant) {
  const { house, agent, chance } = home;
  const { nth, species, creatureSeed, adoptedAt, hatchesAt = Infinity, endsAt = 0, ending } = life;
  let id: string | undefined;
  let gone = false;
  let rolls = 0;
  const roll = () => dice(seedOf(`whims ${nth}`), 'words', (rolls += 1));
  const own = () => ({ agent, creatureId: surely(id) });
  const unlessGone = (act: Moment['happens']) => async (now: Instant) => (gone ? undefined : act(now));

  const adoptIt = async (now: Instant) => {
    const choice = {
      name: surely(NAMES[(nth * 7) % NAMES.length]),
      speciesSlug: species.slug,
      imagePrompt: nth % 9 === 4 ? pick(IMAGE_PROMPTS, roll()) : undefined,
    };
    chance.nextSeed(creatureSeed);
    const adoption = { agent, choice, personality: drawPersonality };
    id = (await adopt(house, adoption, now, ({ creature }) => creature.id)).value;
  };
  const look = unlessGone(async (now) => {
    gone = (await lookIn(house, agent, id, now)).kind === 'dead';
  });
  const care = (action: Action, given: string | undefined) =>
    unlessGone((now) => {
      const item = given === 'something at hand' ? pick(AT_HAND, roll()) : given;
      const thinks = roll() < (action === 'reflect' ? 0.6 : 0.02);
      const asked = { agent, creatureId: id, action, item, notes: thinks ? pick(NOTES, roll()) : undefined };
      return unlessRefused(() => careFor(house, asked, now, () => undefined));
    });
  const letGo = unlessGone((now) => {
    gone = true;
    return unlessRefused(() => release(house, own(), now, () => undefined));
  });
  const bringBack = async (now: Instant) => {
    await buy(home, endsAt - hatchesAt < 7 * DAY ? '100' : '1000', now);
    await unlessRefused(() => resurrect(house, { ...own(), layer: drawLayer }, now, () => undefined));
    gone = false;
  };

  const moments: Moment[] = [];
  const plan = (at: Instant, happens: Moment['happens']) => {
    if (at < until) moments.push({ at, home, happens });
  };
  /** A visit begins with a status request. */
  const visit = (cares: PlannedLife['cares']) => {
    let lookedAt = -Infinity;
    for (const { at, action, item } of cares) {
      if (at - lookedAt >= 6 * HOUR) plan((lookedAt = at) - 1, look);
      plan(at, care(action, item?.name));
    }
  };
  plan(adoptedAt, adoptIt);
  plan(hatchesAt, look);
  visit(life.cares);
  if (ending === 'released') plan(Math.round(hatchesAt + (0.4 + 0.5 * roll()) * (until - hatchesAt)), letGo);
  if (ending === 'brought back') {
    const back = endsAt + 20 * HOUR;
    plan(back, bringBack);
    const meals = Math.max(0, Math.floor((until - back) / (7 * HOUR)));
    const mealAt = (meal: number) => back + (meal + 1) * 7 * HOUR;
    const actOf = (meal: number) => (meal % 4 === 3 ? 'play' : 'feed');
    visit(
      Array.from({ length: meals }, (_, meal) => {
        return { at: mealAt(meal), action: actOf(meal), item: undefined };
      }),
    );
  }
  return { moments, id: () => id };
}

const SEED_BYTES = 6;

/** Random source with repeatable ids and creature seeds; keys stay random. */
export function repeatable(seed: string, secrets: Random) {
  let ids = 0;
  let creatureSeed: number | undefined;
  return {
    nextSeed: (next: number) => void (creatureSeed = next),
    id() {
      ids += 1;
      const hex = hash('sha256', `${seed} ${ids}`);
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
    },
    bytes(count: number) {
      if (count !== SEED_BYTES || creatureSeed === undefined) return secrets.bytes(count);
      const bytes = Buffer.alloc(count);
      bytes.writeUIntBE(creatureSeed, 0, count);
      creatureSeed = undefined;
      return bytes;
    },
  };
}

async function buy({ house, agent }: Home, pack: PackId, now: Instant): Promise<void> {
  const order = { agent: { ...agent, mayPlay: true }, pack };
  const { value } = await buyCredits(house, order, now, ({ url }) => new URL(url).pathname.split('/').at(-1));
  const visit = surely(await readSandboxCheckout(house, surely(value), now));
  const { raw, signature } = surely(pretendPayment(house, visit, now));
  await receiveWebhook(house, { raw: Buffer.from(raw), signature }, now);
}
export function surely<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('a planned value is missing');
  return thing;
}

async function unlessRefused(asking: () => Promise<unknown>): Promise<void> {
  try {
    await asking();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}
