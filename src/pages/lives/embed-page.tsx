import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { appearanceOf } from '../../core/public/situation.ts';
import type { LifeGlance } from '../../house/public/view-creature.ts';
import { badgeWords } from '../../voice/pictures/cards.ts';
import { EMBED, shareDescription } from '../../voice/lives/story/share.ts';
import { portraitAlt } from '../../voice/pictures/picture-prompts.ts';
import type { PageSpec } from '../page-spec.ts';
import { Drawing } from '../parts/portrait.tsx';
import { Name } from '../parts/quote.tsx';
import { Pane } from '../parts/window.tsx';
import { creaturePath, picturePath } from '../paths.ts';
import { sharedFrom } from './shared-creature.ts';

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
