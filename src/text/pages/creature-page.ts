import creaturePage from '#content/voice/public/creature-page.json' with { type: 'json' };

import { DAY, HOUR, type Instant, MINUTE } from '../../rules/base/clock.ts';
import { formatPrice, type Pack } from '../../rules/credits.ts';
import type { Observation } from '../../rules/lives/observe.ts';
import { nextMoment, publicSituation } from '../../rules/situation.ts';
import type { Species } from '../../rules/species/species.ts';
import type { Stage } from '../../rules/vocabulary.ts';
import { capitalize } from '../nouns.ts';
import { fillTemplate } from '../pick-line.ts';
import { describeBriefly, describeDuration, formatDay, pluralize } from '../times.ts';
import { LACK_SENTENCES } from './appearance-words.ts';

export const { page: CREATURE_PAGE, charts: LIFE_CHARTS } = creaturePage;

/** From when on the chart of a long life has lines. */
export function linesBegin(at: Instant): string {
  return fillTemplate(LIFE_CHARTS.knownFrom, { day: formatDay(at) });
}

export function growthWords(to: Stage, ms: number): string {
  const stage = capitalize(to);
  if (ms < MINUTE) return fillTemplate(creaturePage.growth.soon, { stage });
  return fillTemplate(creaturePage.growth.inTime, { stage, time: roughTime(ms) });
}

function roughTime(ms: number): string {
  if (ms >= 2 * DAY) return `${Math.round(ms / DAY)} days`;
  return ms >= HOUR ? `${Math.round(ms / HOUR)} h` : `${Math.ceil(ms / MINUTE)} min`;
}

/** The guide to paying for a resurrection. */
export const RETURN_GUIDE_PATH = '/guides/payments';

export function careCaption(days: number, state: 'egg' | 'alive' | 'dead' | 'released'): string {
  const which = state === 'dead' || state === 'released' ? 'its last' : 'the last';
  return `Acts of care on each of ${which} ${days} days`;
}

/** What comes next; the live script keeps it current with the same templates. */
export function nextWords(of: Readonly<{ observed: Observation; species: Species }>): string {
  const { observed, species } = of;
  const { diesAt } = observed.publicClock;
  const { lack } = publicSituation(observed);
  const next = nextMoment({
    lack,
    hoursSinceFed: observed.feeding.hoursSinceFed,
    feedingWindowHours: species.feedingWindowHours,
    hoursRemaining: diesAt === undefined ? undefined : (diesAt - observed.at) / HOUR,
  });
  if (!next) return LACK_SENTENCES[lack];
  return fillTemplate(CREATURE_PAGE.next[next.kind], { time: describeBriefly(next.hours * HOUR) });
}

export function rhythmWords(rhythm: Observation['rhythm']): readonly string[] {
  const { averageHours, established, multiplier } = rhythm;
  const often = established
    ? `Somebody comes about every ${formatVisitInterval(averageHours)}.`
    : 'It has not been visited often enough to expect anybody.';
  if (multiplier <= 1) return [often];
  const since = established ? 'It has been longer than that' : 'Nobody has come for a while';
  return [often, `${since}, and its time passes ${multiplier.toFixed(1)} times as fast.`];
}

interface ReturnOffer {
  readonly name: string;
  readonly cost: number;
  /** The pack by which visitors can pay; undefined where only the keeper can. */
  readonly pack: Pack | undefined;
  readonly left: number;
}

export interface WayBackWords {
  readonly label: string;
  readonly open: string;
  readonly until: string;
  readonly keeper: string;
  readonly guide: string;
  /** Undefined if the creature cannot be given a pack. */
  readonly pay: string | undefined;
}

export function wayBackWords({ name, cost, pack, left }: ReturnOffer): WayBackWords {
  const { label, open, until, keeper, anybody, guide, pay } = creaturePage.wayBack;
  const words = { name, cost: pluralize(cost, 'credit'), left: describeDuration(left) };
  const fill = (line: string) => fillTemplate(line, words);
  return {
    label: fill(label),
    open: fill(open),
    until: fill(until),
    keeper: fill(pack ? anybody : keeper),
    guide,
    pay: pack && fillTemplate(pay, { name, price: formatPrice(pack.cents) }),
  };
}

/** A visit interval that follows the word every: `hour`, `2.5 hours`. */
export function formatVisitInterval(hours: number): string {
  if (hours < 1.5) return hours < 0.95 ? `${Math.max(1, Math.round(hours * 60))} minutes` : 'hour';
  return `${Math.round(hours * 2) / 2} hours`;
}
