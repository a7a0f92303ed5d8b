import { expect, test } from 'vitest';
import careLines from '#content/voice/care/care-lines.json' with { type: 'json' };
import careTips from '#content/voice/care/care-tips.json' with { type: 'json' };
import itemLines from '#content/voice/care/item-lines.json' with { type: 'json' };

import { HOUR, MINUTE } from '../../src/rules/base/clock.ts';
import { pick } from '../../src/rules/base/dice.ts';
import { explainItem } from '../../src/rules/care/judge-item.ts';
import { heartAt } from '../../src/rules/heart/feel.ts';
import { observe } from '../../src/rules/lives/observe.ts';
import { CATALOG } from '../../src/rules/species/catalog.ts';
import type { Species } from '../../src/rules/species/species.ts';
import { ACTIONS } from '../../src/rules/vocabulary.ts';
import type { NextStep } from '../../src/api/fields.ts';
import * as caring from '../../src/text/creature/care-message.ts';
import * as steps from '../../src/text/creature/steps.ts';
import type { KeeperBehaviour, SimulatedCare, SimulatedVisit } from '../../tools/sim/keepers.ts';
import { simulate, type SimulatedAnswer } from '../../tools/sim/simulate.ts';
import { seededInts } from '../support/seeded.ts';

const LIVES = Number(process.env['LAW_RUNS'] ?? (process.env['TEST_LONG'] ? 20_000 : 2_000));
const DAYS = 1;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles'] as const;
const START = Date.UTC(2026, 2, 20, 9);

/** Words that blame, deny or discourage an act. */
const AGAINST = new RegExp(
  [
    /\b(?:would|might) (?:rather|as well)\b|\b(?:no|without much) need\b(?! to hurry)|\bno reason\b|\bno use\b|\bto please you\b|\bfor asking\b/,
    /\bno (?:more )?(?:room|difference|happiness|health)\b|\bnothing (?:left|more to|to (?:clean|cure|gain|sleep|do(?! differently)))\b/,
    /\b(?:adds?|chang(?:es|ed)|gain\w*) nothing\b|\bnothing (?:comes|is gained|in it|had|was)\b|\bcould add\b|\bteaches nobody\b|\bnowhere\b/,
    /\bgoes (?:back|to waste)\b|\bnot (?:move|be any happier|rise)\b|\bat its limit\b|\bcannot rise\b|\bstayed where it was\b|\bdoes nothing\b/,
    /\bhardly tired\b|\bhigh already\b|\b(?:rested|clean) already\b|\bas well as it can be\b|\bknows all\b|\bno state for\b|\bslides off\b/,
    /\bmeal that comes too soon\b|\blittle soon\b|\bcame (?:far too )?late\b|\bhour was not\b|\bshould have\b|\bforgiven\b|\bcould have waited\b/,
    /\bfirst see\b|\blow(?:est)?(?:er)? stat\b|\bother stats\b|\bsomething (?:is low|else)\b|\bdoes more now\b|\banother time\b|\bno sooner\b/,
    /(?<!(?:have to|the) )\bwait\b(?! and)|\b(?:save|keep|leave) (?:the (?!distance|noise|medicine for)|games?|lessons?|further|its bed|rest)\b|\blook at happiness\b|\bgive (?:it no|no|medicine only)\b|\blet it grow hungry\b/,
    /\bonce (?:happiness|health) (?:has|is)\b|\bwhen (?:health|happiness) has\b|\bwhen next_steps asks\b|\bdo not offer\b|\bfor health below\b/,
    /\bwould have made a difference\b|\b(?:lifts|helps?|mends) only\b|\bstill costs?\b|\bhad little use\b|\bnot much was needed\b|\bsmaller share\b/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

const linesIn = (tree: unknown): string[] =>
  typeof tree === 'string'
    ? [tree]
    : typeof tree === 'object' && tree !== null
      ? Object.values(tree).flatMap(linesIn)
      : [];

const { openings, categoryTails, timingTails, caution, reluctant, harmed } = careLines;
const { meals, tipFirsts, later, harmful, ruleTips } = careTips;

/** Lines for acts that were not advised. */
const FOR_UNADVISED = [
  ACTIONS.filter((action) => action !== 'reflect').map((action) => openings[action].wasted.first),
  [categoryTails.spared, categoryTails.disliked.first, categoryTails.harmful.first],
  [timingTails.early, timingTails.streak_ended, caution, reluctant, harmed],
  [meals.early, meals.streak_ended, harmful, ruleTips, tipFirsts, later],
  [itemLines.itemLines.disliked, itemLines.itemLines.harmful],
].flatMap(linesIn);

/** The words of each line between its placeholders. */
const UNADVISED_PIECES = FOR_UNADVISED.map((line) => line.split(/\{\w+\}/));

const judgedBefore = new Map<string, boolean>();

function speaksAgainst(sentence: string): boolean {
  const known = judgedBefore.get(sentence);
  const against =
    known ??
    (AGAINST.test(sentence) ||
      UNADVISED_PIECES.some((pieces) => pieces.every((piece) => sentence.includes(piece))));
  if (known === undefined) judgedBefore.set(sentence, against);
  return against;
}

/** The acts of care among next steps, as a keeper sends them. */
function actsIn(advice: readonly NextStep[]): SimulatedCare[] {
  return advice.flatMap(({ action, body }) => {
    const act = ACTIONS.find((each) => each === action);
    if (!act || body?.['creature_id'] === undefined) return [];
    const { item, notes } = body as { item?: string; notes?: string };
    return [{ action: act, item: item === undefined ? undefined : { name: item, category: 'loved' }, notes }];
  });
}

/** Does what replies advise, one of the steps each time; now and then it comes at another hour or does something else. */
class ObedientKeeper implements KeeperBehaviour {
  advised: SimulatedCare | undefined;
  readonly #tried: string[] = [];

  readonly onVisit = (visit: SimulatedVisit): void => {
    let advice = visit.look() && steps.stepsAfterLookIn({ ...this.#see(visit), others: [], grown: [] });
    for (let turn = 0; advice && turn < 5; turn += 1) {
      const acts = actsIn(advice);
      const strays = visit.roll() < 0.1;
      const stray: SimulatedCare = { action: pick(['feed', 'play', 'clean', 'discipline'], visit.roll()) };
      const act = strays ? stray : acts[Math.floor(visit.roll() ** 2 * acts.length)];
      if (!act) return;
      this.advised = strays ? undefined : act;
      const outcome = visit.care(act);
      this.advised = undefined;
      if (act.item) this.#tried.push(act.item.name);
      if (!outcome || ('killed' in outcome && outcome.killed)) return;
      if (!('refused' in outcome)) advice = steps.stepsAfterCare({ ...this.#see(visit), siblings: [] });
      else if (outcome.refused === 'asleep') return;
      else advice = steps.stepsAfterRefusal(outcome.refused, { ...this.#see(visit), siblings: [] });
    }
  };

  readonly nextVisitAt = (visit: SimulatedVisit): number => {
    const { observed } = this.#see(visit);
    if (visit.roll() < 0.2) return visit.now + Math.ceil(visit.roll() * 14 * HOUR);
    return Math.max(observed.checkin.at, visit.now + 10 * MINUTE);
  };

  #see({ creature, species, now }: SimulatedVisit) {
    const { heart } = heartAt(creature, species, now);
    return { creature, species, observed: observe(creature, species, now), heart, tried: this.#tried };
  }
}

function sentencesOf({ species, creature, given }: SimulatedAnswer): string[] {
  if (!given) return [];
  const done = { ...given, species };
  const { action, item } = given.wish;
  const who = { ...caring.linePickFor(done, 'item'), ...species, name: creature.name };
  const offer = item && action !== 'reflect' && { item: item.name, action, species };
  const said = [
    caring.careMessage(done),
    caring.careTip(done) ?? '',
    offer
      ? caring.itemMessage(
          'loved',
          offer.action,
          { ...who, name: creature.name },
          explainItem(offer, 'loved'),
        )
      : '',
  ];
  return said.flatMap((text) => text.split(/(?<=\.) /)).filter((text) => text !== '');
}

const seed = seededInts()(0, 2 ** 31);

test(
  'no sentence about an advised act blames, denies or discourages it',
  { timeout: 60_000 + LIVES * 60 },
  () => {
    const wrong = new Map<string, string>();
    const seen = new Map<string, number>();
    let advised = 0;
    for (let life = 0; life < LIVES; life += 1) {
      const keeper = new ObedientKeeper();
      const roll = (of: number) => ((seed + life * 7919 + of * 104_729) % 1_000) / 1_000;
      const species = pick(CATALOG as [Species, ...Species[]], (life % CATALOG.length) / CATALOG.length);
      const startAt = START + Math.floor(roll(2) * 24) * HOUR;
      const plan = {
        species,
        keeper: 'diligent',
        seed: seed + life,
        zone: pick(ZONES, roll(1)),
        days: DAYS,
        startAt,
      } as const;
      simulate({ ...plan, behaviour: keeper }, (answer) => {
        if (!answer.given || !keeper.advised) return;
        advised += 1;
        const { wish, care } = answer.given;
        const kind = [wish.action, care.effectiveness, care.timing, wish.granted && 'granted'].join(' ');
        seen.set(kind, (seen.get(kind) ?? 0) + 1);
        for (const sentence of sentencesOf(answer))
          if (speaksAgainst(sentence)) wrong.set(sentence, `${species.slug}: ${kind}`);
      });
    }
    console.log(`${LIVES} lives, ${advised} advised acts`, seen);
    expect({ seed, wrong: [...wrong].slice(0, 30) }).toEqual({ seed, wrong: [] });
    const kinds = [...seen.keys()];
    for (const action of ACTIONS) expect(kinds.some((kind) => kind.startsWith(action))).toBe(true);
    expect(kinds.filter((kind) => /wasted .*granted/.test(kind)).length).toBeGreaterThan(2);
  },
);

test('the words that speak against an act are found in the lines for acts that were not advised', () => {
  const discouraging = [
    Object.values(later),
    Object.values(tipFirsts).map(({ wasted }) => wasted),
    meals.early.second,
  ];
  expect(linesIn(discouraging).filter((line) => !AGAINST.test(line))).toEqual([]);
});
