import { hash } from 'node:crypto';

import { DAY, HOUR, type Instant } from '../../src/rules/base/clock.ts';
import { dice, pick, seedOf } from '../../src/rules/base/dice.ts';
import type { Agent } from '../../src/rules/agents.ts';
import { ProblemError } from '../../src/rules/problem.ts';
import type { Action, PackId } from '../../src/rules/vocabulary.ts';
import { careFor } from '../../src/features/care/care.ts';
import type { House } from '../../src/features/house.ts';
import { adopt } from '../../src/features/lives/adopt.ts';
import { lookIn } from '../../src/features/lives/look-in.ts';
import { release } from '../../src/features/lives/release.ts';
import { resurrect } from '../../src/features/lives/resurrect.ts';
import { buyCredits } from '../../src/features/money/buy-credits.ts';
import { receiveWebhook } from '../../src/features/money/checkout-webhook.ts';
import { pretendPayment, readSandboxCheckout } from '../../src/features/money/checkout.ts';
import type { Random } from '../../src/outside/random.ts';
import { drawLayer, drawPersonality } from '../../src/text/creature/life-messages.ts';
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
export class OneLife {
  /** Undefined until it is adopted. */
  id: string | undefined;
  readonly #home: Home;
  readonly #life: PlannedLife;
  readonly #until: Instant;
  #gone = false;
  #rolls = 0;

  constructor(home: Home, life: PlannedLife, until: Instant) {
    this.#home = home;
    this.#life = life;
    this.#until = until;
  }

  moments(): Moment[] {
    const { adoptedAt, hatchesAt, cares } = this.#life;
    return [
      this.#moment(adoptedAt, (now) => this.#adopt(now)),
      ...(hatchesAt === undefined ? [] : [this.#moment(hatchesAt, (now) => this.#look(now))]),
      ...this.#visits(cares),
      ...this.#ending(),
    ].filter(({ at }) => at < this.#until);
  }

  #moment(at: Instant, happens: Moment['happens']): Moment {
    return { at, home: this.#home, happens };
  }

  /** A visit begins with a status request. */
  #visits(cares: PlannedLife['cares']): Moment[] {
    let lookedAt = -Infinity;
    return cares.flatMap(({ at, action, item }) => {
      const cared = this.#moment(at, (now) => this.#care({ action, item: item?.name }, now));
      if (at - lookedAt < 6 * HOUR) return [cared];
      lookedAt = at;
      return [this.#moment(at - 1, (now) => this.#look(now)), cared];
    });
  }

  #ending(): Moment[] {
    const { ending, endsAt, hatchesAt } = this.#life;
    if (endsAt === undefined || hatchesAt === undefined || ending === 'lives on') return [];
    if (ending === 'released') {
      const at = Math.round(hatchesAt + (0.4 + 0.5 * this.#roll()) * (this.#until - hatchesAt));
      return [this.#moment(at, (now) => this.#letGo(now))];
    }
    const back = endsAt + 20 * HOUR;
    const meals = Math.max(0, Math.floor((this.#until - back) / (7 * HOUR)));
    const cares = Array.from({ length: meals }, (_, nth) => ({
      at: back + (nth + 1) * 7 * HOUR,
      action: nth % 4 === 3 ? ('play' as const) : ('feed' as const),
      item: undefined,
    }));
    return [this.#moment(back, (now) => this.#bringBack(now)), ...this.#visits(cares)];
  }

  async #adopt(now: Instant): Promise<void> {
    const { nth, species, creatureSeed } = this.#life;
    const { house, agent, chance } = this.#home;
    const wish = {
      name: surely(NAMES[(nth * 7) % NAMES.length]),
      speciesSlug: species.slug,
      imagePrompt: nth % 9 === 4 ? pick(IMAGE_PROMPTS, this.#roll()) : undefined,
    };
    chance.nextSeed(creatureSeed);
    const adoption = { agent, wish, personality: drawPersonality };
    const { value } = await adopt(house, adoption, now, ({ creature }) => creature.id);
    this.id = value;
  }

  async #look(now: Instant): Promise<void> {
    if (this.#gone) return;
    const found = await lookIn(this.#home.house, this.#home.agent, this.id, now);
    this.#gone = found.kind === 'dead';
  }

  async #care(wish: Wish, now: Instant): Promise<void> {
    if (this.#gone) return;
    const { house, agent } = this.#home;
    const item = wish.item === 'something at hand' ? pick(AT_HAND, this.#roll()) : wish.item;
    const thinks = this.#roll() < (wish.action === 'reflect' ? 0.6 : 0.02);
    const notes = thinks ? pick(NOTES, this.#roll()) : undefined;
    const asked = { agent, creatureId: this.id, action: wish.action, item, notes };
    await unlessRefused(() => careFor(house, asked, now, () => undefined));
  }

  async #letGo(now: Instant): Promise<void> {
    if (this.#gone) return;
    this.#gone = true;
    await unlessRefused(() => release(this.#home.house, this.#own(), now, () => undefined));
  }

  async #bringBack(now: Instant): Promise<void> {
    const { house } = this.#home;
    const { endsAt = 0, hatchesAt = 0 } = this.#life;
    await buy(this.#home, endsAt - hatchesAt < 7 * DAY ? '100' : '1000', now);
    await unlessRefused(() => resurrect(house, { ...this.#own(), layer: drawLayer }, now, () => undefined));
    this.#gone = false;
  }

  #own() {
    return { agent: this.#home.agent, creatureId: surely(this.id) };
  }

  #roll(): number {
    this.#rolls += 1;
    return dice(seedOf(`whims ${this.#life.nth}`), 'words', this.#rolls);
  }
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
  const { value: url } = await buyCredits(
    house,
    { agent, pack, mayPlay: true },
    now,
    (checkout) => checkout.url,
  );
  const visit = surely(
    await readSandboxCheckout(house, surely(new URL(url).pathname.split('/').at(-1)), now),
  );
  const { raw, signature } = surely(pretendPayment(house, visit, now));
  await receiveWebhook(house, { raw: Buffer.from(raw), signature }, now);
}

type Wish = { readonly action: Action; readonly item: string | undefined };

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
