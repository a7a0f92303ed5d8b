import type { CreatureGlance, LifeGlance } from '../../features/public/view-creature.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import { resurrectionClosesAt } from '../../rules/lives/resurrection.ts';
import { appearanceOf } from '../../rules/situation.ts';
import { EMBED, type SharedCreature, shareDescription } from '../../text/creature/share.ts';
import { badgeWords } from '../../text/pages/cards.ts';
import { portraitAlt } from '../../text/pages/picture-prompts.ts';
import type { PageSpec } from '../page-spec.ts';
import { Drawing, Name, Pane } from '../parts.tsx';
import { creaturePath, picturePath } from '../paths.ts';

/** A creature in a small window for other people's pages: nothing but a link to its own. */
export function embedPage(glance: LifeGlance, now: Instant): PageSpec {
  const { creature, species, observed, attire, state, ageHours } = glance;
  const appearance = observed && appearanceOf(observed);
  const shared = sharedFrom(glance, { now, ageMs: ageHours * HOUR });
  return {
    title: creature.name,
    description: shareDescription(shared),
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
            <Drawing
              src={picturePath(creature, appearance, attire)}
              alt={portraitAlt(creature, species, appearance)}
              size={112}
              loading="eager"
            />
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

/** A creature as a link to it may tell of it: nothing that it hides, and no word that is hidden. */
export function sharedFrom(
  glance: CreatureGlance,
  { now, ageMs }: Pick<SharedCreature, 'now' | 'ageMs'>,
): SharedCreature {
  const { creature, species } = glance;
  return { name: creature.name, species, ageMs, now, fate: fateOf(glance, now) };
}

function fateOf({ creature, observed, state }: CreatureGlance, now: Instant): SharedCreature['fate'] {
  const { died, releasedAt } = creature;
  if (state === 'released') return { state, at: releasedAt ?? now };
  if (died) return { state: 'dead', ...died, returnsUntil: resurrectionClosesAt(died.at) };
  return observed ? { state: 'alive', observed } : { state: 'egg' };
}
