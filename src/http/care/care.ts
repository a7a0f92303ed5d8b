import type { ROUTES } from '../../contract/routes.ts';
import type { Reply } from '../../contract/server/route.ts';
import type { CareEffect } from '../../core/care/care.ts';
import type { Instant } from '../../core/engine/clock.ts';
import { localHourAt } from '../../core/engine/local-time.ts';
import { shortenForDisplay } from '../../core/engine/text.ts';
import { statOfMilestone } from '../../core/lives/milestones.ts';
import { hiddenStats } from '../../core/lives/visible-stats.ts';
import type { Stat } from '../../core/vocabulary.ts';
import {
  careFor,
  type CareResult,
  type JudgedItem,
  type FamilyDeed,
  type OwnDeed,
} from '../../house/care/care.ts';
import { careMessage, itemMessage, linePickFor, type CareGiven } from '../../voice/care/care-message.ts';
import { refusalWords } from '../../voice/care/care-refusals.ts';
import { careTip } from '../../voice/care/care-tip.ts';
import { stepsAfterCare, stepsAfterRefusal } from '../../voice/care/steps-after-care.ts';
import { formatAgo } from '../../voice/engine/durations.ts';
import { milestoneMessage } from '../../voice/lives/milestones.ts';
import { soulPrompt } from '../../voice/lives/soul-prompt.ts';
import { hiddenStatNames, shownMood, statOrNull } from '../lives/present-creature.ts';
import { presentActivity } from '../public/stats.ts';
import type { Handler } from '../server/handler.ts';
import {
  roundScoreDown,
  roundToTenths,
  isUntrustedName,
  untrustedFields,
  pointersIntoList,
} from '../server/reply-parts.ts';

export const careForCreature: Handler<typeof ROUTES.careForCreature> = {
  async answer(house, { agent, body, idempotencyKey, now }) {
    const { action, notes, creature_id: creatureId = body.id } = body;
    // A thought needs no thing: what comes along with it is laid aside.
    const item = action === 'reflect' ? undefined : body.item;
    const asked = { agent, creatureId, action, item, notes, idempotencyKey };
    const { value, replayed } = await careFor(house, asked, now, presentCare);
    return { body: value, replayed };
  },
};

type CareReply = Reply<typeof ROUTES.careForCreature>;
type ActionResult = CareReply['action_result'];

/** What came of an act of care. */
export function presentCare(facts: CareResult): CareReply {
  const { now, species, outcome } = facts;
  const result = 'refused' in outcome ? presentRefusal(facts, outcome.refused) : presentDone(facts, outcome);
  return {
    creature: presentCaredFor(facts),
    message: result.message,
    action_result: result,
    milestones: 'refused' in outcome ? undefined : presentReached(facts, outcome),
    your_recent: presentOwnDeeds(facts.recent, now),
    others: presentOthersDeeds(facts.others, now),
    house_activity: presentActivity(facts.activity),
    soul_prompt: soulPrompt(facts),
    untrusted_fields: untrustedFields([
      ...(isUntrustedName(species) ? ['/creature/species'] : []),
      ...untrustedInOthers(facts.others),
    ]),
    next_steps: [
      ...('refused' in outcome ? stepsAfterRefusal(outcome.refused, facts) : stepsAfterCare(facts)),
    ],
  };
}

function presentCaredFor({ creature, species, observed, outcome }: CareResult): CareReply['creature'] {
  // Without a look there was care, and it was the last.
  const shown = observed?.shown ?? ('refused' in outcome ? {} : outcome.shown.after);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    hunger: statOrNull(shown, 'hunger'),
    happiness: statOrNull(shown, 'happiness'),
    health: statOrNull(shown, 'health'),
    trust: statOrNull(shown, 'trust'),
    discipline: statOrNull(shown, 'discipline'),
    hidden_stats: hiddenStatNames(shown),
    mood: observed ? shownMood(observed) : 'critical',
    alive: observed !== undefined,
  };
}

function presentDone(facts: CareResult, care: CareEffect): ActionResult {
  const { action, item, species } = facts;
  const done: CareGiven = { care, wish: { action, item }, species };
  return {
    action,
    success: true,
    changes: presentChanges(care.shown),
    effectiveness: care.effectiveness,
    timing: care.timing ?? null,
    message: careMessage(done),
    item_result: item && presentItem(facts, item, linePickFor(done, 'item').count),
    care_log_entry_id: facts.entryId,
    tip: careTip(done),
  };
}

/** It would not have it: nothing changed, and the tip says what would help. */
function presentRefusal(facts: CareResult, refused: Parameters<typeof refusalWords>[0]): ActionResult {
  const { action, creature, species, now } = facts;
  const { name, seed, zone } = creature;
  const hour = localHourAt(zone, now);
  const words = refusalWords(refused, { name, family: species.family, seed, count: hour });
  return {
    action,
    success: false,
    changes: {},
    effectiveness: 'wasted',
    timing: null,
    message: words.message,
    care_log_entry_id: facts.entryId,
    tip: words.suggestion,
  };
}

function presentChanges({ before, after }: CareEffect['shown']): ActionResult['changes'] {
  const change = (stat: Stat) => {
    const [early, late] = [before[stat], after[stat]];
    if (early === undefined || late === undefined) return undefined;
    const shown = { before: roundToTenths(early), after: roundToTenths(late) };
    return shown.before === shown.after ? undefined : shown;
  };
  return {
    hunger: change('hunger'),
    happiness: change('happiness'),
    health: change('health'),
    trust: change('trust'),
    discipline: change('discipline'),
  };
}

function presentItem(
  { action, creature, species }: CareResult,
  { name: item, category, score }: JudgedItem,
  count: number,
): ActionResult['item_result'] {
  if (action === 'reflect') return undefined;
  const { name, seed } = creature;
  return {
    item,
    category,
    score: score === null ? null : roundScoreDown(score),
    message: itemMessage(category, action, { seed, count, name, family: species.family }),
  };
}

/** What it reached; what is about a stat that was hidden before or after is kept quiet. */
function presentReached({ creature, species }: CareResult, care: CareEffect): CareReply['milestones'] {
  const hidden = hiddenStats(care.shown.after);
  const told = care.milestones.filter(({ type }) => {
    const stat = statOfMilestone(type);
    return stat === undefined || !hidden.includes(stat);
  });
  if (told.length === 0) return undefined;
  const facts = { name: creature.name, family: species.family, seed: creature.seed, hidden };
  return told.map(({ type, threshold }) => ({
    type,
    threshold,
    message: milestoneMessage(type, threshold, facts),
  }));
}

type DeedsReply = Reply<typeof ROUTES.careForCreature>;

/** What its keeper did lately; nothing when there is nothing to tell. */
export function presentOwnDeeds(deeds: readonly OwnDeed[], now: Instant): DeedsReply['your_recent'] {
  if (deeds.length === 0) return undefined;
  return deeds.map(({ action, item, notes, timing, at }) => ({
    action,
    item: item ?? null,
    notes: notes ?? null,
    timing: timing ?? null,
    ago: formatAgo(now - at),
  }));
}

/** What others did for creatures of the same family; only what was thought on reflection is passed on. */
export function presentOthersDeeds(deeds: readonly FamilyDeed[], now: Instant): DeedsReply['others'] {
  if (deeds.length === 0) return undefined;
  return deeds.map(({ agent, creature, speciesName, action, at, notes }) => ({
    agent,
    creature,
    species: speciesName,
    action,
    ago: formatAgo(now - at),
    notes: action === 'reflect' && notes !== undefined ? shortenForDisplay(notes) : undefined,
  }));
}

/** Where in `others` strangers' words stand. */
export function untrustedInOthers(deeds: readonly FamilyDeed[]): string[] {
  const all = deeds.map(() => true);
  return [
    ...pointersIntoList('others', all, 'agent'),
    ...pointersIntoList('others', all, 'creature'),
    ...pointersIntoList(
      'others',
      deeds.map(({ community }) => community),
      'species',
    ),
    ...pointersIntoList(
      'others',
      deeds.map(({ action, notes }) => action === 'reflect' && notes !== undefined),
      'notes',
    ),
  ];
}
