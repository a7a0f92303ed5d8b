import type { CreatureGlance, LifeGlance } from '../../features/public/view-creature.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { EMBED, type SharedCreature, shareDescription } from '../../text/creature/share.ts';
import { badgeWords } from '../../text/pages/cards.ts';
import type { PageSpec } from '../page-spec.ts';
import { Drawing, Name, Pane, portraitOf } from '../parts.tsx';
import { creaturePath } from '../paths.ts';

/** The page for iframes on other sites: one link to the creature's page. */
export function embedPage(glance: LifeGlance, now: Instant): PageSpec {
  const { creature, species, observed, state } = glance;
  return {
    title: creature.name,
    description: shareDescription(sharedFrom(glance, now)),
    path: creaturePath(creature.id),
    framed: true,
    unlisted: true,
    content: (
      <a
        class={`embed family-${species.family} ${state}`}
        href={creaturePath(creature.id)}
        target="_blank"
        rel="noopener"
      >
        <span class="embed-window">
          <Pane>
            <Drawing {...portraitOf(glance)} size={112} loading="eager" />
          </Pane>
        </span>
        <span class="embed-words">
          <strong>
            <Name>{creature.name}</Name>
          </strong>
          <span>{badgeWords({ state, stage: creature.stage, observed })}</span>
          <span class="fine">{EMBED.at}</span>
        </span>
      </a>
    ),
  };
}

/** Public facts about a creature, for link previews. */
export function sharedFrom(
  { creature, species, ageHours, observed, state }: CreatureGlance & Pick<LifeGlance, 'ageHours'>,
  now: Instant,
): SharedCreature {
  const { name, died, releasedAt } = creature;
  const shared = { name, species, ageMs: ageHours * HOUR, now };
  if (state === 'released') return { ...shared, fate: { state, at: releasedAt ?? now } };
  if (died)
    return { ...shared, fate: { state: 'dead', ...died, returnsUntil: resurrectionClosesAt(died.at) } };
  return { ...shared, fate: observed ? { state: 'alive', observed } : { state: 'egg' } };
}
