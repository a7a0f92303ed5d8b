import { expect, test } from 'vitest';

import type { Action } from '../../src/rules/vocabulary.ts';
import { chooseAction, type CareChoice } from '../../src/keeper/choose-action.ts';
import { advised, ASLEEP, did, HUNGRY, refused, seen, situation } from './seen.ts';

const DYING = { ...seen().death_clock, urgency: 'imminent' as const };
const HIDING = {
  hunger: null,
  happiness: null,
  health: null,
  trust: null,
  discipline: null,
  hidden_stats: ['trust' as const],
};
const SIBLING = '0197a000-0000-7000-8000-000000000002';
const COME_BACK = { action: 'check_back', endpoint: '/api/house/status', description: '' };

const SITUATIONS: readonly (readonly [string, CareChoice, Action | undefined])[] = [
  ['one that is well is left in peace', situation({}), undefined],
  ['one whose window is open is fed', situation(HUNGRY), 'feed'],
  ['one that was fed is not fed again', situation(HUNGRY, { done: did('feed') }), undefined],
  ['one whose window is shut is not fed, however empty', situation({ hunger: 5 }), undefined],
  ['a late meal is given all the same', situation({ ...HUNGRY, feeding_status: 'overdue' }), 'feed'],

  ['a sick one gets medicine before food', situation({ ...HUNGRY, health: 35 }), 'medicine'],
  [
    'one whose mood is sick gets medicine, whatever it hides',
    situation({ ...HIDING, mood: 'sick' }),
    'medicine',
  ],
  [
    'one the house says to give medicine gets it, whatever it hides',
    situation({ ...HUNGRY, ...HIDING }, { steps: [advised('medicine'), advised('feed')] }),
    'medicine',
  ],
  [
    'medicine is not given more than three times',
    situation({ ...HUNGRY, health: 10 }, { done: did('medicine', 'medicine', 'medicine') }),
    'feed',
  ],

  ['a sleeper is left alone', situation({ ...HUNGRY, ...ASLEEP, happiness: 10 }), undefined],
  ['a sleeper in danger is sat with', situation({ ...ASLEEP, death_clock: DYING }), 'reflect'],
  ['a starving sleeper is sat with', situation({ ...ASLEEP, feeding_status: 'critical' }), 'reflect'],
  [
    'and not for a second time in one visit',
    situation({ ...ASLEEP, death_clock: DYING }, { done: did('reflect') }),
    undefined,
  ],

  [
    'one that the house says wants to play first is played with first',
    situation(HUNGRY, { steps: [advised('play', 'a ball')] }),
    'play',
  ],
  [
    'and then fed, whatever the house says',
    situation(HUNGRY, { steps: [advised('play')], done: did('play') }),
    'feed',
  ],
  [
    'a game that is only an idea does not come before the meal',
    situation(HUNGRY, { steps: [advised('feed'), advised('play')] }),
    'feed',
  ],
  [
    'what the house suggests for a sibling is not done here',
    situation(HUNGRY, { steps: [advised('play', 'a ball', SIBLING)] }),
    'feed',
  ],
  [
    'one that refused gets what the house says it wants instead',
    situation(HUNGRY, { done: [refused('feed')], steps: [advised('play')] }),
    'play',
  ],
  [
    'and is asked again after that',
    situation(HUNGRY, { done: [refused('feed'), ...did('play')], steps: [advised('feed')] }),
    'feed',
  ],
  [
    'a shy one is spoken to for as long as the house says so',
    situation(
      { ...HUNGRY, ...HIDING },
      { done: did('reflect', 'reflect', 'reflect'), steps: [advised('reflect')] },
    ),
    'reflect',
  ],
  [
    'but not for ever',
    situation(HUNGRY, {
      done: did(...Array.from({ length: 30 }, () => 'reflect' as const)),
      steps: [advised('reflect')],
    }),
    undefined,
  ],

  ['a sad one is played with', situation({ happiness: 60 }), 'play'],
  ['once a visit', situation({ happiness: 60 }, { done: did('play') }), undefined],
  ['a frail one is cleaned', situation({ health: 60 }), 'clean'],
  ['one that does not trust yet is sat with', situation({ trust: 20 }), 'reflect'],
  ['one that hides something is sat with', situation(HIDING), 'reflect'],
  ['twice', situation(HIDING, { done: did('reflect') }), 'reflect'],
  ['and no more', situation(HIDING, { done: did('reflect', 'reflect') }), undefined],
  [
    'what moved nothing today is left for tomorrow',
    situation({ happiness: 50 }, { fruitless: new Set(['play']) }),
    undefined,
  ],
  [
    'one that somebody has just been with is left alone',
    situation({ happiness: 60 }, { aloneHours: 0.2 }),
    undefined,
  ],
  [
    'unless it was fed in this visit',
    situation({ happiness: 60 }, { aloneHours: 0.2, done: did('feed') }),
    'play',
  ],
  ['what it wishes for is done when it needs nothing', situation({}, { wish: { action: 'clean' } }), 'clean'],
  ['and after what it needs', situation(HUNGRY, { wish: { action: 'clean' } }), 'feed'],
  [
    'and once a visit, granted or not',
    situation(
      {},
      { wish: { action: 'clean' }, done: [{ action: 'clean', taken: 'accepted', wished: true }] },
    ),
    undefined,
  ],
  ['a sleeper is not woken for a wish', situation(ASLEEP, { wish: { action: 'reflect' } }), undefined],
  [
    'an invitation to come back is no care',
    situation({}, { steps: [COME_BACK, advised('play')] }),
    undefined,
  ],
];

test.each(SITUATIONS)('%s', (_, given, action) => {
  expect(chooseAction(given)).toBe(action);
});
