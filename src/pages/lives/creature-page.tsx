import { HOUR, type Instant } from '../../core/engine/clock.ts';
import { appearanceOf } from '../../core/public/situation.ts';
import type { LiveFacts } from '../../core/public/live-facts.ts';
import type { CreatureView, Grave } from '../../house/public/view-creature.ts';
import { formatAge, formatDate } from '../../voice/engine/dates.ts';
import { describeDuration } from '../../voice/engine/durations.ts';
import { poseOf } from '../../voice/lives/behavior.ts';
import { CREATURE_PAGE } from '../../voice/lives/creature-page.ts';
import { obituary } from '../../voice/lives/story/obituary.ts';
import { lifeFeedTitle, shareDescription, shareTitle } from '../../voice/lives/story/share.ts';
import { portraitAlt } from '../../voice/pictures/picture-prompts.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES } from '../../voice/public/appearance-words.ts';
import { epitaph } from '../../voice/public/epitaphs.ts';
import { CAUSE_WORDS, URGENCY_WORDS } from '../../voice/public/page-words.ts';
import { InnerLife } from '../heart/inner-life.tsx';
import { Shelf } from '../heart/shelf.tsx';
import type { PageSpec } from '../page-spec.ts';
import { DataBlock } from '../parts/data-block.tsx';
import { KeeperLink, SpeciesLink } from '../parts/links.tsx';
import { Moment } from '../parts/moment.tsx';
import { MotionControl } from '../parts/motion-control.tsx';
import { Name } from '../parts/quote.tsx';
import { Section } from '../parts/section.tsx';
import { AppearanceTag, FamilyTag } from '../parts/tags.tsx';
import { Pane } from '../parts/window.tsx';
import { linkedCreature } from '../linked-data.ts';
import { creaturePath, picturePath } from '../paths.ts';
import { creatureCard } from '../pictures/card-paths.ts';
import { lifeFeedPath } from './life-paths.ts';
import { CareColumn } from './care-column.tsx';
import { ShareKit } from './share-kit.tsx';
import { sharedFrom } from './shared-creature.ts';
import { Story } from './story.tsx';
import { DeathClock, Vitals } from './vitals.tsx';

/** One creature: how it is, how it lived, and what was done for it. */
export function creaturePage(view: CreatureView, live: LiveFacts, origin: string): PageSpec {
  const { creature, species, observed, attire, state } = view;
  const appearance = observed && appearanceOf(observed);
  const alt = portraitAlt(creature, species, appearance);
  const shared = sharedFrom(view, { now: view.now, ageMs: view.ageHours * HOUR });
  const isGone = state === 'dead' || state === 'released';
  const card = { ...view, stone: view.grave?.stone };
  return {
    title: creature.name,
    shareTitle: shareTitle(shared),
    description: shareDescription(shared),
    path: creaturePath(creature.id),
    room: 'creatures',
    card: creatureCard(card, shareDescription(shared)),
    about: { type: 'WebPage', createdAt: creature.adoptedAt, mainEntity: linkedCreature(view) },
    feed: { path: lifeFeedPath(creature.id), title: lifeFeedTitle(creature.name) },
    live: true,
    content: (
      <article class={`creature family-${species.family} ${state}`}>
        <p id="news" class="news" role="status" hidden>
          <span data-live="news">{CREATURE_PAGE.news}</span>{' '}
          <a href={creaturePath(creature.id)}>{CREATURE_PAGE.showNews}</a>
        </p>
        <div class="creature-top">
          <div class="creature-side">
            <div class="creature-window">
              <Pane>
                <img
                  id="portrait"
                  class="portrait"
                  src={picturePath(creature, appearance, attire)}
                  alt={alt}
                  width="420"
                  height="420"
                  fetchpriority="high"
                />
              </Pane>
              {observed && <MotionControl />}
            </div>
            {observed && <DeathClock observed={observed} />}
          </div>
          <div class="creature-about">
            <h1>
              <Name>{creature.name}</Name>
            </h1>
            <WhoItIs view={view} />
            {observed && (
              <p class="pose" data-live="pose">
                {poseOf({ creature, species, observed })}
              </p>
            )}
            {!observed && <NotLiving view={view} />}
            <InnerLife view={view} />
            {observed && <Vitals resident={{ ...view, observed }} />}
          </div>
        </div>
        {view.heart && <Shelf shelf={view.heart.shelf} name={creature.name} isGone={isGone} />}
        <div class="creature-columns">
          <Section heading={CREATURE_PAGE.storyHeading} lead={CREATURE_PAGE[isGone ? 'storyGone' : 'story']}>
            <Story view={view} origin={origin} />
          </Section>
          <CareColumn view={view} />
        </div>
        <ShareKit view={view} card={card} origin={origin} />
        <LiveFactsScript facts={live} />
      </article>
    ),
  };
}

interface ViewProps {
  readonly view: CreatureView;
}

/** An egg, a gravestone, or a note that it was released. */
function NotLiving({ view: { state, grave, creature, now } }: ViewProps) {
  if (state === 'egg') return <p>{CREATURE_PAGE.egg}</p>;
  if (grave) return <GraveSection grave={grave} now={now} />;
  return (
    <div class="let-go">
      <p>{CREATURE_PAGE.released}</p>
      {creature.releasedAt !== undefined && (
        <p class="fine">
          <Moment at={creature.releasedAt} />
        </p>
      )}
    </div>
  );
}

function WhoItIs({ view: { creature, species, observed, keeper, state, ageHours } }: ViewProps) {
  const isGone = state === 'dead' || state === 'released';
  const appearance = observed && appearanceOf(observed);
  return (
    <>
      <p class="lead">
        <SpeciesLink species={species} />
        {creature.stage === 'egg'
          ? ', not hatched yet'
          : `, ${creature.stage}, ${isGone ? `lived ${describeDuration(ageHours * HOUR)}` : formatAge(ageHours * HOUR)}`}
        , {isGone && 'was '}kept by <KeeperLink keeper={keeper} />
      </p>
      <p class="tags">
        <FamilyTag family={species.family} />
        {appearance && <AppearanceTag appearance={appearance} live />}
        {creature.personality.map((trait) => (
          <span key={trait} class="tag">
            {trait}
          </span>
        ))}
      </p>
    </>
  );
}

/** Its gravestone, and for a week the way back. */
function GraveSection({
  grave: { stone, lastDays, returnsUntil },
  now,
}: {
  readonly grave: Grave;
  readonly now: Instant;
}) {
  return (
    <div class="grave">
      <div class="stone">
        <p class="epitaph">{epitaph(stone)}</p>
        <p class="carved">
          {describeDuration(stone.livedMs)}, {CAUSE_WORDS[stone.cause]}
          <br />
          {formatDate(stone.diedAt)}
        </p>
      </div>
      <div class="obituary">
        {obituary(stone, lastDays).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p>
        {now < returnsUntil ? (
          <>
            Its keeper can still bring it back, until <Moment at={returnsUntil} />.
          </>
        ) : (
          'Its week has passed: nobody can bring it back.'
        )}
      </p>
    </div>
  );
}

const LIVE_WORDS = { appearance: APPEARANCE_WORDS, urgency: URGENCY_WORDS, lack: LACK_SENTENCES };

/** The facts for the page's script, as a data block. */
function LiveFactsScript({ facts }: { readonly facts: LiveFacts }) {
  if (!facts.living && facts.mark.startsWith('gone')) return null;
  return <DataBlock id="live-facts" data={{ ...facts, words: LIVE_WORDS }} />;
}
