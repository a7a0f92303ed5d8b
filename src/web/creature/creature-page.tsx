import type { ComponentChildren } from 'preact';

import type { CreatureView, Grave } from '../../features/public/view-creature.ts';
import { HOUR, type Instant } from '../../rules/base/clock.ts';
import type { LiveFacts } from '../../rules/live.ts';
import { appearanceOf } from '../../rules/situation.ts';
import { poseOf } from '../../text/creature/behavior.ts';
import { epitaph, obituary } from '../../text/creature/epitaphs.ts';
import {
  embedTitle,
  lifeFeedTitle,
  SHARE_KIT,
  shareDescription,
  shareTitle,
} from '../../text/creature/share.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES } from '../../text/pages/appearance-words.ts';
import { CREATURE_PAGE } from '../../text/pages/creature-page.ts';
import { CAUSE_WORDS, URGENCY_WORDS } from '../../text/pages/page-words.ts';
import { portraitAlt } from '../../text/pages/picture-prompts.ts';
import { describeDuration, formatAge, formatDate } from '../../text/times.ts';
import { linkedCreature, type PageSpec } from '../page-spec.ts';
import {
  AppearanceTag,
  DataBlock,
  FamilyTag,
  KeeperLink,
  Moment,
  MotionControl,
  Name,
  Pane,
  Section,
  SpeciesLink,
} from '../parts.tsx';
import {
  creatureCard,
  creaturePath,
  EMBED_SIZE,
  embedPath,
  lifeCalendarPath,
  type LifeCardFacts,
  lifeCardPath,
  lifeFeedPath,
  picturePath,
} from '../paths.ts';
import { CareColumn, DeathClock, Story, Vitals } from './creature-parts.tsx';
import { sharedFrom } from './embed-page.tsx';
import { InnerLife, Shelf } from './shelf.tsx';

type ShareKitProps = Readonly<{ card: LifeCardFacts; origin: string }>;

/** Everything of a creature that can be taken elsewhere; what is to be pasted is plain text that can be selected. */
function ShareKit({ card, origin }: ShareKitProps) {
  // A creature's name has letters, digits, spaces, `_` and `-`: it can end neither a link nor an attribute.
  const { id, name } = card.creature;
  const page = origin + creaturePath(id);
  const { width, height } = EMBED_SIZE;
  const frame = `<iframe src="${origin + embedPath(id)}" title="${embedTitle(name)}" width="${width}" height="${height}" loading="lazy"></iframe>`;
  return (
    <Section heading={SHARE_KIT.heading} lead={SHARE_KIT.lead}>
      <div class="share-kit">
        <div class="share-texts">
          <Copyable label={SHARE_KIT.link} text={page} />
          <Copyable label={SHARE_KIT.badge} text={`[![${name}](${page}/badge.svg)](${page})`}>
            <img class="badge" src={`${creaturePath(id)}/badge.svg`} alt="" height="20" loading="lazy" />
          </Copyable>
          <Copyable label={SHARE_KIT.embed} text={frame} />
        </div>
        <div class="share-links">
          <h3>{SHARE_KIT.cards}</h3>
          <ul>
            <LinkItem href={lifeCardPath(card, 'wide')} label={SHARE_KIT.wideCard} />
            <LinkItem href={lifeCardPath(card, 'square')} label={SHARE_KIT.squareCard} />
          </ul>
          <h3>{SHARE_KIT.follow}</h3>
          <ul>
            <LinkItem href={lifeFeedPath(id)} label={SHARE_KIT.feed} />
            <LinkItem href={lifeCalendarPath(id)} label={SHARE_KIT.calendar} />
          </ul>
        </div>
      </div>
    </Section>
  );
}

function LinkItem({ href, label }: Readonly<Record<'href' | 'label', string>>) {
  return (
    <li>
      <a href={href}>{label}</a>
    </li>
  );
}

/** `children`: what the text becomes where it is pasted. */
type CopyableProps = Readonly<{ label: string; text: string; children?: ComponentChildren }>;

function Copyable({ label, text, children }: CopyableProps) {
  return (
    <div class="share-text">
      <h3>
        {label} {children}
      </h3>
      <pre data-copy={label.charAt(0).toLowerCase() + label.slice(1)} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** The sentences of the page's script, by the word they stand for. */
const LIVE_WORDS = { appearance: APPEARANCE_WORDS, urgency: URGENCY_WORDS, lack: LACK_SENTENCES };

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
        <ShareKit card={card} origin={origin} />
        {(live.living || !live.mark.startsWith('gone')) && (
          <DataBlock id="live-facts" data={{ ...live, words: LIVE_WORDS }} />
        )}
      </article>
    ),
  };
}

type ViewProps = Readonly<{ view: CreatureView }>;

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
          <span class="tag">{trait}</span>
        ))}
      </p>
    </>
  );
}

/** Its gravestone, and for a week the way back. */
function GraveSection({ grave, now }: Readonly<{ grave: Grave; now: Instant }>) {
  const { stone, lastDays, returnsUntil } = grave;
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
          <p>{paragraph}</p>
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
