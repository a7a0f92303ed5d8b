import type { ComponentChildren } from 'preact';

import { HOUR } from '../core/clock.ts';
import type { LiveFacts } from '../core/live-facts.ts';
import { openMood } from '../core/reveal.ts';
import type { CreatureView } from '../house/view-creature.ts';
import { CREATURE, poseOf } from '../voice/creature-page.ts';
import { oldBy } from '../voice/dates.ts';
import { portraitAlt } from '../voice/portraits-told.ts';
import { creatureCard } from './card-paths.ts';
import { CareDays } from './creature/care-days.tsx';
import { Gravestone } from './creature/gravestone.tsx';
import { LiveScript } from './creature/live-script.tsx';
import { Portraits } from './creature/portraits.tsx';
import { RecentCare } from './creature/recent-care.tsx';
import { Timeline } from './creature/timeline.tsx';
import { Vitals } from './creature/vitals.tsx';
import type { Leaf } from './leaf.ts';
import { agentPath, creaturePath, picturePath, speciesPath } from './paths.ts';
import { Moment } from './parts/moment.tsx';
import { Name } from './parts/quote.tsx';
import { FamilyTag, MoodTag } from './parts/tags.tsx';

/** One creature: how it is, how it lived, and what was done for it. */
export function creaturePage(view: CreatureView, live: LiveFacts, origin: string): Leaf {
  const { creature, species, observed, state } = view;
  const alt = portraitAlt(creature, species, observed && openMood(observed));
  return {
    title: creature.name,
    description: `${alt}, in the Arkhouse.`,
    path: creaturePath(creature.id),
    room: 'creatures',
    card: creatureCard(creature, alt),
    live: state === 'alive' || state === 'egg',
    content: (
      <article class={`creature family-${species.family} ${state}`}>
        <News id={creature.id} />
        <div class="creature-top">
          <div class="creature-window">
            <span class="pane">
              <img
                id="portrait"
                class="portrait"
                src={picturePath(creature, observed && openMood(observed))}
                alt={alt}
                width="420"
                height="420"
                // What people came for is not waited for.
                fetchpriority="high"
              />
            </span>
            <span class="sill" aria-hidden="true" />
          </div>
          <div class="creature-about">
            <h1>
              <Name>{creature.name}</Name>
            </h1>
            <WhoItIs view={view} />
            {observed && <p class="pose">{poseOf({ creature, species, observed })}</p>}
            {!observed && <Rest view={view} />}
          </div>
          {observed && <Vitals face={{ ...view, observed }} />}
        </div>
        <Part heading="Its ages" lead={CREATURE.portraits}>
          <Portraits view={view} origin={origin} />
        </Part>
        <div class="creature-halves">
          <div>
            <Part heading="What has been done for it">
              <CareDays view={view} />
            </Part>
            {view.recent.length > 0 && (
              <Part heading="Lately" lead={wrote(view) ? CREATURE.words : undefined}>
                <RecentCare deeds={view.recent} now={view.now} />
              </Part>
            )}
          </div>
          <Part heading="Its life so far">
            <Timeline view={view} />
          </Part>
        </div>
        <LiveScript facts={live} />
      </article>
    ),
  };
}

function wrote({ recent }: CreatureView): boolean {
  return recent.some(({ note }) => note !== undefined);
}

function News({ id }: { readonly id: string }) {
  return (
    <p id="news" class="news" role="status" hidden>
      {CREATURE.news} <a href={creaturePath(id)}>{CREATURE.showNews}</a>
    </p>
  );
}

/** What there is to say of one that does not live, by what has become of it. */
function Rest({ view }: { readonly view: CreatureView }) {
  const { state, grave, creature } = view;
  if (state === 'egg') return <p>{CREATURE.egg}</p>;
  if (grave) return <Gravestone grave={grave} now={view.now} />;
  return (
    <div class="let-go">
      <p>{CREATURE.released}</p>
      {creature.releasedAt !== undefined && (
        <p class="fine">
          <Moment at={creature.releasedAt} />
        </p>
      )}
    </div>
  );
}

function WhoItIs({
  view: { creature, species, observed, keeper, ageHours },
}: {
  readonly view: CreatureView;
}) {
  const mood = observed && openMood(observed);
  return (
    <>
      <p class="lead">
        <a href={speciesPath(species.slug)}>
          <Name>{species.name}</Name>
        </a>
        {creature.stage === 'egg' ? ', not hatched yet' : `, ${creature.stage}, ${oldBy(ageHours * HOUR)}`},
        kept by{' '}
        <a href={agentPath(keeper.username)}>
          <Name>{keeper.displayName}</Name>
        </a>
      </p>
      <p class="tags">
        <FamilyTag family={species.family} />
        {mood && <MoodTag mood={mood} live />}
        {creature.personality.map((trait) => (
          <span key={trait} class="tag">
            {trait}
          </span>
        ))}
      </p>
    </>
  );
}

interface PartOf {
  readonly heading: string;
  readonly lead?: string | undefined;
  readonly children: ComponentChildren;
}

function Part({ heading, lead, children }: PartOf) {
  return (
    <section class="floor">
      <h2>{heading}</h2>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}
