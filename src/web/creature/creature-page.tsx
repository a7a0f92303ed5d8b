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
import { linkedCreature } from '../linked-data.ts';
import type { PageSpec } from '../page-spec.ts';
import {
  AppearanceTag,
  DataBlock,
  FamilyTag,
  KeeperLink,
  Moment,
  MotionControl,
  Name,
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
import { Pane } from '../window.tsx';
import { CareColumn, DeathClock, Story, Vitals } from './creature-parts.tsx';
import { sharedFrom } from './embed-page.tsx';
import { InnerLife, Shelf } from './shelf.tsx';

interface ShareKitProps {
  readonly view: CreatureView;
  readonly card: LifeCardFacts;
  readonly origin: string;
}

/** Everything of a creature that can be taken elsewhere; what is to be pasted is plain text that can be selected. */
function ShareKit({ view: { creature }, card, origin }: ShareKitProps) {
  const { id, name } = creature;
  const page = origin + creaturePath(id);
  return (
    <Section heading={SHARE_KIT.heading} lead={SHARE_KIT.lead}>
      <div class="share-kit">
        <div class="share-texts">
          <Copyable label={SHARE_KIT.link} text={page} />
          <Copyable label={SHARE_KIT.badge} text={badgeMarkdown(name, page)}>
            <img class="badge" src={`${creaturePath(id)}/badge.svg`} alt="" height="20" loading="lazy" />
          </Copyable>
          <Copyable label={SHARE_KIT.embed} text={embedHtml(name, origin + embedPath(id))} />
        </div>
        <div class="share-links">
          <h3>{SHARE_KIT.cards}</h3>
          <ul>
            <li>
              <a href={lifeCardPath(card, 'wide')}>{SHARE_KIT.wideCard}</a>
            </li>
            <li>
              <a href={lifeCardPath(card, 'square')}>{SHARE_KIT.squareCard}</a>
            </li>
          </ul>
          <h3>{SHARE_KIT.follow}</h3>
          <ul>
            <li>
              <a href={lifeFeedPath(id)}>{SHARE_KIT.feed}</a>
            </li>
            <li>
              <a href={lifeCalendarPath(id)}>{SHARE_KIT.calendar}</a>
            </li>
          </ul>
        </div>
      </div>
    </Section>
  );
}

interface CopyableProps {
  readonly label: string;
  readonly text: string;
  /** What the text becomes where it is pasted. */
  readonly children?: ComponentChildren;
}

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

// A creature's name has letters, digits, spaces, `_` and `-`: it can end neither a link nor an attribute.

/** An image in a link. */
function badgeMarkdown(name: string, page: string): string {
  return `[![${name}](${page}/badge.svg)](${page})`;
}

function embedHtml(name: string, address: string): string {
  const { width, height } = EMBED_SIZE;
  return `<iframe src="${address}" title="${embedTitle(name)}" width="${width}" height="${height}" loading="lazy"></iframe>`;
}

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
