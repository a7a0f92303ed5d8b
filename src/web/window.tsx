import type { ComponentChildren } from 'preact';

import { isAlive } from '../rules/lives/creature.ts';
import { appearanceOf } from '../rules/situation.ts';
import type { PublicCreature } from '../features/public/public-creature.ts';
import { WISH_WORDS } from '../text/heart/heart-pages.ts';
import { portraitAlt } from '../text/pages/picture-prompts.ts';
import { creaturePath, picturePath } from './paths.ts';
import { AppearanceTag, Drawing, Name } from './parts.tsx';

interface CreatureWindowProps {
  readonly resident: PublicCreature;
  readonly level: 2 | 3;
  readonly loading?: 'lazy' | 'eager';
  /** Whether it is told in words, too, how it is. */
  readonly mood?: 'told' | 'seen';
}

/** A creature in its window of the house. */
export function CreatureWindow({ resident, level, loading, mood: manner = 'seen' }: CreatureWindowProps) {
  const { creature, species, observed, attire } = resident;
  const appearance = observed && appearanceOf(observed);
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <article class={`window family-${species.family} ${lightOf(resident)}`}>
      <a class="window-link" href={creaturePath(creature.id)}>
        <Pane>
          <Drawing
            src={picturePath(creature, appearance, attire)}
            alt={portraitAlt(creature, species, appearance)}
            size={192}
            loading={loading}
          />
        </Pane>
        <Heading class="window-name">
          <Name>{creature.name}</Name>
        </Heading>
      </a>
      <p class="window-about">
        <Name>{species.name}</Name>
        {creature.stage === 'adult' ? '' : `, ${creature.stage}`}
        {attire.joy && `, ${WISH_WORDS.glad}`}
      </p>
      {manner === 'told' && appearance && (
        <p>
          <AppearanceTag appearance={appearance} />
        </p>
      )}
    </article>
  );
}

/** A picture framed as a window. */
export function Pane({ children }: { readonly children: ComponentChildren }) {
  return (
    <>
      <span class="pane">{children}</span>
      <span class="sill" aria-hidden="true" />
    </>
  );
}

function lightOf({ creature, observed }: PublicCreature): string {
  if (!isAlive(creature)) return 'gone';
  if (!observed) return 'egg';
  return observed.mood === 'sleeping' ? 'asleep' : 'awake';
}

/** A window with nobody in it. */
export function EmptyWindow() {
  return (
    <svg class="empty-window" viewBox="0 0 120 150" width="120" height="150" aria-hidden="true">
      <path class="frame" d="M4 146V60a56 56 0 0 1 112 0v86z" />
      <path class="glass" d="M14 138V60a46 46 0 0 1 92 0v78z" />
      <path class="bars" d="M60 14v124M14 78h92" />
      <path
        class="curtain"
        d="M14 138V60c0-20 12-36 28-43-4 34-8 82-22 121zm92 0V60c0-20-12-36-28-43 4 34 8 82 22 121z"
      />
      <path class="ledge" d="M0 138h120v10H0z" />
    </svg>
  );
}
