import type { Reply } from '../../contract/route.ts';
import type { ROUTES } from '../../contract/routes.ts';
import type { Care } from '../../core/care.ts';
import { localHourAt } from '../../core/local-time.ts';
import { statOfMilestone } from '../../core/milestones.ts';
import { hiddenStats } from '../../core/reveal.ts';
import type { Stat } from '../../core/vocabulary.ts';
import type { CaredFor, JudgedItem } from '../../house/care.ts';
import { afterCare, afterRefusal } from '../../voice/after-care.ts';
import { careMessage, itemMessage, turnOf, type Done } from '../../voice/care.ts';
import { milestoneMessage } from '../../voice/milestones.ts';
import { refusalWords } from '../../voice/refusals.ts';
import { soulPrompt } from '../../voice/soul.ts';
import { careTip } from '../../voice/tips.ts';
import { presentActivity } from './activity.ts';
import { presentOthers, presentOwn, strangersWordsIn } from './deeds.ts';
import { scored, tenths } from './numbers.ts';
import { hiddenIn, moodShown, shownOf } from './stats.ts';
import { isStrangers, pointers } from './untrusted.ts';

type CareReply = Reply<typeof ROUTES.careForCreature>;
type ActionResult = CareReply['action_result'];

/** What came of an act of care. */
export function presentCare(facts: CaredFor): CareReply {
  const { now, species, outcome } = facts;
  const result = 'refused' in outcome ? presentRefusal(facts, outcome.refused) : presentDone(facts, outcome);
  return {
    creature: presentCaredFor(facts),
    message: result.message,
    action_result: result,
    milestones: 'refused' in outcome ? undefined : presentReached(facts, outcome),
    your_recent: presentOwn(facts.recent, now),
    others: presentOthers(facts.others, now),
    house_activity: presentActivity(facts.activity),
    soul_prompt: soulPrompt(facts),
    untrusted_fields: pointers([
      ...(isStrangers(species) ? ['/creature/species'] : []),
      ...strangersWordsIn(facts.others),
    ]),
    next_steps: [...('refused' in outcome ? afterRefusal(outcome.refused, facts) : afterCare(facts))],
  };
}

function presentCaredFor({ creature, species, observed, outcome }: CaredFor): CareReply['creature'] {
  // Without a look there was care, and it was the last.
  const shown = observed?.shown ?? ('refused' in outcome ? {} : outcome.shown.after);
  return {
    id: creature.id,
    name: creature.name,
    species: species.name,
    stage: creature.stage,
    hunger: shownOf(shown, 'hunger'),
    happiness: shownOf(shown, 'happiness'),
    health: shownOf(shown, 'health'),
    trust: shownOf(shown, 'trust'),
    discipline: shownOf(shown, 'discipline'),
    hidden_stats: hiddenIn(shown),
    mood: observed ? moodShown(observed) : 'critical',
    alive: observed !== undefined,
  };
}

function presentDone(facts: CaredFor, care: Care): ActionResult {
  const { action, item, species } = facts;
  const done: Done = { care, wish: { action, item }, species };
  return {
    action,
    success: true,
    changes: presentChanges(care.shown),
    effectiveness: care.effectiveness,
    timing: care.timing ?? null,
    message: careMessage(done),
    item_result: item && presentItem(facts, item, turnOf(done, 'item').count),
    care_log_entry_id: facts.entryId,
    tip: careTip(done),
  };
}

/** It would not have it: nothing changed, and the tip says what would help. */
function presentRefusal(facts: CaredFor, refused: Parameters<typeof refusalWords>[0]): ActionResult {
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

function presentChanges({ before, after }: Care['shown']): ActionResult['changes'] {
  const change = (stat: Stat) => {
    const [early, late] = [before[stat], after[stat]];
    if (early === undefined || late === undefined) return undefined;
    const shown = { before: tenths(early), after: tenths(late) };
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
  { action, creature, species }: CaredFor,
  { name: item, category, score }: JudgedItem,
  count: number,
): ActionResult['item_result'] {
  if (action === 'reflect') return undefined;
  const { name, seed } = creature;
  return {
    item,
    category,
    score: score === null ? null : scored(score),
    message: itemMessage(category, action, { seed, count, name, family: species.family }),
  };
}

/** What it reached; what is about a stat that was hidden before or after is kept quiet. */
function presentReached({ creature, species }: CaredFor, care: Care): CareReply['milestones'] {
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
