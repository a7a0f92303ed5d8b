import { recordOf } from '../../../packages/base/collections.ts';
import { ITEM_ACTIONS, type ItemAction } from '../../rules/vocabulary.ts';
import type { Reply } from '../../api/route.ts';
import type { ROUTES } from '../../api/routes.ts';
import { preferencesNote, stepsAfterPreferences } from '../../text/creature/care-message.ts';
import type { Handler } from '../../http/handler.ts';
import { roundScoreDown, untrustedFields, untrustedSpecies } from '../../http/reply-parts.ts';
import type { CreaturesHouse } from '../creatures/settle.ts';
import { listPreferences, type Preferences } from './preferences.ts';

export const getCreaturePreferences: Handler<typeof ROUTES.getCreaturePreferences, CreaturesHouse> = async (
  house,
  { agent, query, now },
) => ({
  body: presentPreferences(await listPreferences(house, agent, query.creature_id ?? query.id, now)),
});

type PreferencesReply = Reply<typeof ROUTES.getCreaturePreferences>;

function presentPreferences(facts: Preferences): PreferencesReply {
  const { creature, species, discovered } = facts;
  return {
    creature: { id: creature.id, name: creature.name, species: species.name, family: species.family },
    preferences: recordOf(ITEM_ACTIONS, (action) => [...species.tastes[action]]),
    discovered: presentDiscovered(facts),
    note: preferencesNote({ discovered: discovered.length, seed: creature.seed }),
    untrusted_fields: untrustedFields(untrustedSpecies(species)),
    next_steps: [...stepsAfterPreferences(facts)],
  };
}

function presentDiscovered({ discovered }: Preferences): PreferencesReply['discovered'] {
  const tried = (action: ItemAction) => discovered.filter((each) => each.action === action);
  return Object.fromEntries(
    ITEM_ACTIONS.filter((action) => tried(action).length > 0).map((action) => [
      action,
      tried(action).map(({ item, category, score }) => ({
        item,
        category,
        score: roundScoreDown(score),
      })),
    ]),
  );
}
