import { expect, test } from 'vitest';
import ambitionWords from '#content/voice/heart/ambitions.json' with { type: 'json' };
import letterLines from '#content/voice/heart/letters/passages/ambitions.json' with { type: 'json' };

import { HOUR, MINUTE } from '../../rules/base/clock.ts';
import type { TendedCreature } from '../../rules/care/needs.ts';
import type { AmbitionKind } from '../../rules/heart/ambitions-table.ts';
import { heartAt } from '../../rules/heart/feel.ts';
import { observe } from '../../rules/lives/observe.ts';
import type { Action } from '../../rules/vocabulary.ts';
import { aCreature, after, builtIn, type Given } from '../../../test/support/creature.ts';
import { ambitionStep } from './ambitions.ts';

const SNAIL = builtIn('snail');
const NOW = 75;
const EARLIER = after(NOW - 15);
const JUST_NOW = after(NOW) - MINUTE;

function striving(kind: AmbitionKind, given: Pick<Given, 'life' | 'record'>): TendedCreature {
  const at = after(NOW);
  const creature = aCreature({ stage: 'teen', stats: { trust: 60 }, ...given });
  const { heart } = heartAt(creature, SNAIL, at);
  const open = {
    kind,
    steps: 1,
    of: 4,
    until: at + 48 * HOUR,
    seen: '',
    at: EARLIER,
  };
  const ambition = {
    since: after(0),
    number: 1,
    from: after(0),
    open,
    done: [],
    faded: [],
  };
  return {
    creature,
    species: SNAIL,
    observed: observe(creature, SNAIL, at),
    heart: { ...heart, ambition },
  };
}

/** Fed and cared for at the last visit; fed, and cared for in these ways, at this one. */
function visited(lastVisit: Action, ...now: readonly Action[]): Pick<Given, 'life' | 'record'> {
  const timeOf = (action: Action) => (now.includes(action) ? JUST_NOW : EARLIER);
  const times = {
    lastPlayedAt: timeOf('play'),
    lastCleanedAt: timeOf('clean'),
  };
  return {
    life: {
      settledAt: JUST_NOW,
      lastFedAt: JUST_NOW,
      lastCareAt: JUST_NOW,
      ...times,
    },
    record: {
      recentActions: ['feed', lastVisit, 'feed', ...now],
      lastAction: now.at(-1) ?? 'feed',
    },
  };
}

test.each([
  ['shine', 'clean'],
  ['champion', 'play'],
  ['saga', 'reflect'],
  ['beds', 'sleep'],
] as const)('an act of the last visit may be a step towards %s again after a meal', (kind, action) => {
  expect(ambitionStep(striving(kind, visited(action)))?.action).toBe(action);
});

test.each([
  ['shine', 'clean'],
  ['champion', 'play'],
  ['saga', 'reflect'],
  ['beds', 'sleep'],
] as const)('an act of this visit that was no step towards %s is not advised again', (kind, action) => {
  expect(ambitionStep(striving(kind, visited(action, action)))).toBeUndefined();
  expect(ambitionStep(striving(kind, visited(action, action, 'discipline')))).toBeUndefined();
});

test('without a meal at this visit, the acts since the last one known to be of another visit count', () => {
  const record = {
    recentActions: ['feed', 'reflect', 'clean', 'play'],
    lastAction: 'play',
  } as const;
  const life = {
    lastFedAt: EARLIER,
    lastCleanedAt: EARLIER,
    lastPlayedAt: JUST_NOW,
    lastCareAt: JUST_NOW,
  };
  expect(ambitionStep(striving('saga', { life, record }))?.action).toBe('reflect');
  expect(ambitionStep(striving('champion', { life, record }))).toBeUndefined();
});

test('in letters and steps the aim of an ambition ends its part of the sentence, since it may contain a comma', () => {
  const lines = JSON.stringify([letterLines, ambitionWords]).match(/\{aim\}./g) ?? [];
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => !/[.,:;]$/.test(line))).toEqual([]);
});
