import { expect, test } from 'vitest';

import { HOUR, type Instant, MINUTE } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import type { TendedCreature } from '../../src/rules/care/needs.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { isAlive } from '../../src/rules/lives/creature.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { SAME_VISIT } from '../../src/rules/lives/rhythm.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import { hidesNothing } from '../../src/rules/species/mechanics.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { ACTIONS } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import { careInsteadOfLook, stepsAfterCare, stepsAfterLookIn } from '../../src/text/creature/steps.ts';
import type { KeeperBehaviour, SimulatedCare, SimulatedVisit } from '../../tools/sim/keepers.ts';
import { simulate } from '../../tools/sim/simulate.ts';
import { builtIn } from '../support/creature.ts';
import { seededInts } from '../support/seeded.ts';

const LIVES = Number(process.env['LAW_RUNS'] ?? (process.env['TEST_LONG'] ? 20_000 : 2_000));
const DAYS = 2;
const MOST_ACTS = 60;
const START = Date.UTC(2026, 2, 20, 9);
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
/** Half of the lives are of species that hide stats, which get advice without a sign of need. */
const SECRETIVE = CATALOG.filter((species) => !hidesNothing(species));
const PANGOLIN = builtIn('pangolin');
const seed = seededInts()(0, 2 ** 31);

/** Comes at any time, and does the first step of each reply while that is an act of care. */
class FirstStepKeeper implements KeeperBehaviour {
  readonly refused: string[] = [];
  /** Acts said to be needed once, since the last cause. */
  readonly repeated: string[] = [];
  #onceSaid = false;
  readonly #tried: string[] = [];

  readonly onVisit: KeeperBehaviour['onVisit'] = (visit) => this.obey(visit);

  protected obey(visit: SimulatedVisit): void {
    let advice = visit.look() && stepsAfterLookIn({ ...this.see(visit), others: [], grown: [] }, 1);
    for (let turn = 0; advice && turn < MOST_ACTS; turn += 1) {
      const [step] = advice;
      const act = step && actOf(step);
      if (!step || !act) return;
      if (step.description.includes('this once')) {
        if (this.#onceSaid) this.repeated.push(step.description);
        this.#onceSaid = true;
      }
      const outcome = visit.care(act);
      if (!outcome || ('killed' in outcome && outcome.killed)) return;
      if ('refused' in outcome) return void this.refused.push(`${act.action}: ${outcome.refused}`);
      if (outcome.timing && outcome.timing !== 'on_time') this.#onceSaid = false;
      if (act.item) this.#tried.push(act.item.name);
      advice = stepsAfterCare({ ...this.see(visit), siblings: [] }, 1);
    }
  }

  nextVisitAt(visit: SimulatedVisit): number {
    const wait = visit.roll() < 0.1 ? visit.roll() * 30 * HOUR : 5 * MINUTE + visit.roll() * 3 * HOUR;
    return visit.now + Math.ceil(wait);
  }

  protected see({
    creature,
    species,
    now,
  }: SimulatedVisit): TendedCreature & { readonly tried: readonly string[] } {
    const { heart } = heartAt(creature, species, now);
    return { creature, species, observed: observe(creature, species, now), heart, tried: this.#tried };
  }
}

/** Comes at the check-in, up to a quarter of an hour late. */
class PunctualKeeper extends FirstStepKeeper {
  override nextVisitAt({ creature, species, now, roll }: SimulatedVisit): number {
    const { checkin } = observe(creature, species, now);
    return Math.max(checkin.at, now + MINUTE) + Math.floor(roll() * 15 * MINUTE);
  }
}

/** Comes at the check-in, and compares the care that was to spare a look with what the look advises. */
class SparingKeeper extends FirstStepKeeper {
  spared = 0;
  readonly differing: string[] = [];
  #instead: ReturnType<typeof careInsteadOfLook>;
  #stage: string | undefined;

  override readonly onVisit = (visit: SimulatedVisit): void => {
    const found = visit.look();
    if (found && this.#instead) {
      this.spared += 1;
      const [step] = stepsAfterLookIn({ ...this.see(visit), others: [], grown: [] }, 1);
      const { creature_id: _, ...advised } = step?.body ?? {};
      const { body } = this.#instead;
      if (JSON.stringify(advised) !== JSON.stringify(body) || visit.creature.stage !== this.#stage)
        this.differing.push(`${JSON.stringify(body)}, but a look says ${JSON.stringify(advised)}`);
    }
    this.obey(visit);
    this.#instead = isAlive(visit.creature) ? careInsteadOfLook([this.see(visit)]) : undefined;
    this.#stage = visit.creature.stage;
  };

  override nextVisitAt({ creature, species, now }: SimulatedVisit): number {
    return Math.max(observe(creature, species, now).checkin.returnAt, now + MINUTE);
  }
}

function actOf({ action, body }: NextStep): SimulatedCare | undefined {
  const act = ACTIONS.find((each) => each === action);
  if (!act || body?.['creature_id'] === undefined) return undefined;
  const { item, notes } = body as { item?: string; notes?: string };
  return { action: act, item: item === undefined ? undefined : { name: item, category: 'loved' }, notes };
}

test(
  'no first step is refused, and what is advised once is advised once for each late, early or missed meal',
  {
    timeout: 60_000 + LIVES * 60,
  },
  () => {
    const wrong: string[] = [];
    for (let life = 0; life < LIVES; life += 1) {
      const all = (life % 2 === 0 ? CATALOG : SECRETIVE) as readonly [Species, ...Species[]];
      const species = pick(all, (Math.floor(life / 2) % all.length) / all.length);
      const keeper = new FirstStepKeeper();
      const startAt = START + ((seed + life * 7919) % (24 * 7)) * HOUR;
      const zone = pick(ZONES, (life % ZONES.length) / ZONES.length);
      simulate({
        species,
        keeper: 'diligent',
        seed: seed + life,
        zone,
        days: DAYS,
        startAt,
        behaviour: keeper,
      });
      for (const each of [...keeper.refused, ...keeper.repeated])
        wrong.push(`${species.slug}, life ${life}: ${each}`);
    }
    expect({ seed, wrong: wrong.slice(0, 20) }).toEqual({ seed, wrong: [] });
  },
);

test('care instead of a look is what the look would advise', { timeout: 60_000 + LIVES * 60 }, () => {
  const wrong: string[] = [];
  let spared = 0;
  for (let life = 0; life < LIVES; life += 1) {
    const species = pick(CATALOG as [Species, ...Species[]], (life % CATALOG.length) / CATALOG.length);
    const keeper = new SparingKeeper();
    const startAt = START + ((seed + life * 7919) % (24 * 7)) * HOUR;
    const zone = pick(ZONES, (life % ZONES.length) / ZONES.length);
    const told = { species, keeper: 'diligent', seed: seed + life, zone, days: DAYS, startAt } as const;
    simulate({ ...told, behaviour: keeper });
    spared += keeper.spared;
    for (const each of keeper.differing) wrong.push(`${species.slug}, life ${life}: ${each}`);
  }
  expect({ seed, wrong: wrong.slice(0, 20) }).toEqual({ seed, wrong: [] });
  expect(spared).toBeGreaterThan(2 * LIVES);
});

const TRUSTS_AT = 40;

test(
  'the first steps lead a pangolin to trust 40 on its first day, with at most four reflects a visit and no hunger before',
  { timeout: 60_000 + LIVES * 60 },
  () => {
    const wrong: string[] = [];
    let [slowest, fastest] = [0, Infinity];
    for (let life = 0; life < LIVES; life += 1) {
      const keeper = new PunctualKeeper();
      const startAt = START + ((seed + life * 7919) % (24 * 7)) * HOUR;
      const zone = pick(ZONES, (life % ZONES.length) / ZONES.length);
      const told = {
        species: PANGOLIN,
        keeper: 'diligent',
        seed: seed + life,
        zone,
        days: 1,
        startAt,
      } as const;
      let starved = false;
      const { events } = simulate({ ...told, behaviour: keeper }, ({ creature, observed }) => {
        const { health, trust } = creature.life.stats;
        starved ||= health < 80 || (trust < TRUSTS_AT && observed?.feeding.status === 'critical');
      });
      const cared = events.filter((event) => event.kind === 'cared');
      const trusts = cared.find(({ after }) => after.trust >= TRUSTS_AT);
      const hours = ((trusts?.at ?? Infinity) - startAt) / HOUR;
      slowest = Math.max(slowest, hours);
      fastest = Math.min(fastest, hours);
      const most = mostAVisit(cared.filter(({ action }) => action === 'reflect').map(({ at }) => at));
      const died = events.some(({ kind }) => kind === 'died');
      if (died || starved || most > 4 || hours === Infinity || keeper.refused.length > 0)
        wrong.push(
          `life ${life}: ${JSON.stringify({ died, starved, most, hours, refused: keeper.refused })}`,
        );
    }
    console.log(`${LIVES} pangolins trust after ${fastest.toFixed(1)} to ${slowest.toFixed(1)} hours`);
    expect({ seed, wrong: wrong.slice(0, 20) }).toEqual({ seed, wrong: [] });
    expect(fastest).toBeGreaterThan(12);
  },
);

function mostAVisit(times: readonly Instant[]): number {
  let [most, inVisit] = [0, 0];
  for (const [nth, at] of times.entries()) {
    const before = times[nth - 1];
    inVisit = before !== undefined && at - before < SAME_VISIT ? inVisit + 1 : 1;
    most = Math.max(most, inVisit);
  }
  return most;
}
