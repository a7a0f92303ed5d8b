import moments from '#content/voice/heart/moments.json' with { type: 'json' };

import { DAY, type Instant } from '../../rules/base/clock.ts';
import { momentAt } from '../../rules/heart/moments.ts';
import { type HatchedCreature, isAlive } from '../../rules/lives/creature.ts';
import { asLines, fillTemplate, pickLine } from '../pick-line.ts';

const MOMENT_LINES = asLines(moments);

/** What is special about the creature's day, in words. */
export function describeMoment(
  creature: HatchedCreature,
  now: Instant,
): Readonly<Record<'name' | 'text', string>> | undefined {
  const kind = isAlive(creature) ? momentAt(creature, now) : undefined;
  if (!kind) return undefined;
  const { name, texts } = MOMENT_LINES[kind];
  // The day of the age: the next full moon has another line than this one.
  const count = Math.floor((now - creature.life.ageFrom) / (14 * DAY));
  const line = pickLine(texts, { seed: creature.seed, field: 'moment', count });
  return { name, text: fillTemplate(line, { name: creature.name }) };
}
