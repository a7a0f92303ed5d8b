import type { CreatureGlance, LifeGlance } from '../../features/public/view-creature.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { EMBED, type SharedCreature, shareDescription } from '../../text/creature/share.ts';
import { badgeWords } from '../../text/pages/cards.ts';
import type { PageSpec } from '../page-spec.ts';
import { Drawing, Name, Pane, portraitOf } from '../parts.tsx';
import { creaturePath } from '../paths.ts';

/** A creature in a small window for other people's pages: nothing but a link to its own. */
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

type SharedGlance = CreatureGlance & Pick<LifeGlance, 'ageHours'>;

/** A creature as a link to it may tell of it: nothing that it hides, and no word that is hidden. */
export function sharedFrom(glance: SharedGlance, now: Instant): SharedCreature {
  const { creature, species, ageHours } = glance;
  return { name: creature.name, species, ageMs: ageHours * HOUR, now, fate: fateOf(glance, now) };
}

function fateOf({ creature, observed, state }: CreatureGlance, now: Instant): SharedCreature['fate'] {
  const { died, releasedAt } = creature;
  if (state === 'released') return { state, at: releasedAt ?? now };
  if (died) return { state: 'dead', ...died, returnsUntil: resurrectionClosesAt(died.at) };
  return observed ? { state: 'alive', observed } : { state: 'egg' };
}
