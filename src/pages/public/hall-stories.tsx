import type { ComponentChildren } from 'preact';

import type { Instant } from '../../core/engine/clock.ts';
import { appearanceOf } from '../../core/public/situation.ts';
import { MONTH_DAYS, WEEK_DAYS, type HallStories } from '../../house/public/hall-stories.ts';
import type { PublicCreature } from '../../house/public/public-creature.ts';
import { comebackWords, grownWords, HALL_STORIES, thoughtOfWords } from '../../voice/public/hall-page.ts';
import { Empty } from '../parts/empty.tsx';
import { CreatureLink, KeeperLink } from '../parts/links.tsx';
import { Ago } from '../parts/moment.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { Section } from '../parts/section.tsx';
import { agentPicturePath, picturePath } from '../paths.ts';

interface StoriesProps {
  readonly stories: HallStories;
  readonly now: Instant;
}

/** Three short lists of names, each with the sentence that says how they were chosen. */
export function Stories({ stories, now }: StoriesProps) {
  const { keepersOfTheWeek, comebacks, loved, reflections } = stories;
  return (
    <Section id="stories" heading={HALL_STORIES.heading}>
      <div class="hall-stories">
        <Story
          words={HALL_STORIES.keepers(WEEK_DAYS)}
          heroes={keepersOfTheWeek.map((keeper) => ({
            key: keeper.username,
            kind: 'avatar',
            picture: agentPicturePath(keeper.username),
            name: <KeeperLink keeper={keeper} />,
            about: `${(keeper.consistency ?? 0).toFixed(1)} of 100, ${grownWords(keeper.grown)}`,
          }))}
        />
        <Story
          words={HALL_STORIES.comebacks(MONTH_DAYS)}
          heroes={comebacks.map(({ resident, from, at }) => ({
            ...heroOf(resident),
            about: (
              <>
                {comebackWords(from)} <Ago at={at} now={now} />, with <KeeperLink keeper={resident.keeper} />
              </>
            ),
          }))}
        />
        <Story
          words={HALL_STORIES.loved(reflections)}
          heroes={loved.map(({ resident, days }) => ({
            ...heroOf(resident),
            about: (
              <>
                {thoughtOfWords(days)}, by <KeeperLink keeper={resident.keeper} />
              </>
            ),
          }))}
        />
      </div>
    </Section>
  );
}

interface Hero {
  readonly key: string;
  readonly tone?: string;
  readonly kind: 'portrait' | 'avatar';
  readonly picture: string;
  readonly name: ComponentChildren;
  readonly about: ComponentChildren;
}

function heroOf({ creature, species, observed, attire }: PublicCreature): Omit<Hero, 'about'> {
  return {
    key: creature.id,
    tone: `family-${species.family}`,
    kind: 'portrait',
    picture: picturePath(creature, observed && appearanceOf(observed), attire),
    name: <CreatureLink creature={creature} />,
  };
}

interface HallStoryProps {
  readonly words: ReturnType<typeof HALL_STORIES.keepers>;
  readonly heroes: readonly Hero[];
}

function Story({ words: { heading, rule, none }, heroes }: HallStoryProps) {
  return (
    <article class="hall-story">
      <h3>{heading}</h3>
      <p class="fine">{rule}</p>
      {heroes.length === 0 ? (
        <Empty>{none}</Empty>
      ) : (
        <ol>
          {heroes.map(({ key, tone, kind, picture, name, about }, at) => (
            <li key={key} class={`hall-hero ${tone ?? ''}`}>
              <Drawing
                kind={`${kind} ${at === 0 ? 'rank-face' : 'small'}`}
                src={picture}
                alt=""
                size={at === 0 ? 112 : 56}
              />
              <div>
                <p class="hall-hero-name">{name}</p>
                <p class="fine">{about}</p>
              </div>
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
