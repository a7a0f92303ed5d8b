import type { ComponentChildren } from 'preact';

import { type WishComeTrue, wishesComeTrue } from '../../features/heart/view-heart.ts';
import type { LivingPublicCreature } from '../../features/public/public-creature.ts';
import type { CareDeed, CreatureView, Grave, LifeEvent } from '../../features/public/view-creature.ts';
import { DAY, HOUR, type Instant } from '../../rules/base/clock.ts';
import { formatDuration, formatTenths } from '../../rules/format-numbers.ts';
import type { LiveFacts } from '../../rules/live.ts';
import { appearanceOf, publicSituation } from '../../rules/situation.ts';
import { ACTIONS, type Stage, STAGES, STATS } from '../../rules/vocabulary.ts';
import { poseOf } from '../../text/creature/behavior.ts';
import { epitaph, obituary } from '../../text/creature/epitaphs.ts';
import {
  embedTitle,
  lifeFeedTitle,
  SHARE_KIT,
  shareDescription,
  shareTitle,
} from '../../text/creature/share.ts';
import { storySubject, storyWords } from '../../text/creature/story.ts';
import { cameTrueWords, WISH_WORDS } from '../../text/heart/heart-pages.ts';
import { capitalize, formLabel } from '../../text/nouns.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES } from '../../text/pages/appearance-words.ts';
import { careCaption, CREATURE_PAGE, rhythmWords } from '../../text/pages/creature-page.ts';
import {
  ACTION_NAMES,
  CATEGORY_WORDS,
  CAUSE_WORDS,
  STAT_NAMES,
  TIMING_WORDS,
  URGENCY_WORDS,
} from '../../text/pages/page-words.ts';
import { portraitAlt } from '../../text/pages/picture-prompts.ts';
import { describeDuration, formatAge, formatDate, formatDay, pluralize } from '../../text/times.ts';
import { linkedCreature, type PageSpec } from '../page-spec.ts';
import {
  Ago,
  AppearanceTag,
  Bar,
  DataBlock,
  Drawing,
  Empty,
  EmptyWindow,
  FamilyTag,
  KeeperLink,
  Moment,
  MotionControl,
  Name,
  Pane,
  PercentBar,
  portraitOf,
  Section,
  SpeciesLink,
  Term,
} from '../parts.tsx';
import {
  creaturePath,
  EMBED_SIZE,
  embedPath,
  externalPictureUrl,
  lifeCalendarPath,
  type LifeCardFacts,
  lifeCardPath,
  lifeFeedPath,
  ownPicturePath,
} from '../paths.ts';
import { sharedFrom } from './embed-page.tsx';
import { NewestLetter } from './letters-page.tsx';
import { InnerLife, Shelf } from './shelf.tsx';

/** The sentences of the page's script, by the word they stand for. */
const LIVE_WORDS = { appearance: APPEARANCE_WORDS, urgency: URGENCY_WORDS, lack: LACK_SENTENCES };

/** One creature: how it is, how it lived, and what was done for it. */
export function creaturePage(view: CreatureView, live: LiveFacts, origin: string): PageSpec {
  const { creature, species, observed, state } = view;
  const shared = sharedFrom(view, view.now);
  const isGone = state === 'dead' || state === 'released';
  const card = { ...view, stone: view.grave?.stone };
  return {
    title: creature.name,
    shareTitle: shareTitle(shared),
    description: shareDescription(shared),
    path: creaturePath(creature.id),
    room: 'creatures',
    card: { path: lifeCardPath(card, 'wide'), alt: shareDescription(shared) },
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
                  {...portraitOf(view)}
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
            <WhoItIs view={view} />
            {observed ? (
              <p class="pose" data-live="pose">
                {poseOf({ creature, species, observed })}
              </p>
            ) : (
              <NotLiving view={view} />
            )}
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
      <h1>
        <Name>{creature.name}</Name>
      </h1>
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

/** How a living creature is, as far as it shows it. */
function Vitals({ resident }: { readonly resident: LivingPublicCreature }) {
  const { observed } = resident;
  return (
    <>
      <section class="stats" aria-label="Its stats">
        <dl>
          {STATS.map((stat) => {
            const value = observed.shown[stat];
            return (
              <div class={`stat stat-${stat}`}>
                <dt>{STAT_NAMES[stat]}</dt>
                {value === undefined ? (
                  <dd class="kept">{CREATURE_PAGE.hidden}</dd>
                ) : (
                  <dd>
                    <Bar percent={value} tone={stat} live={stat} />
                    <span class="number" data-stat={stat}>
                      {formatTenths(value)}
                    </span>
                  </dd>
                )}
              </div>
            );
          })}
        </dl>
        {observed.hidden.length < STATS.length && <Scale marks={['0', '50', '100']} />}
        {observed.hidden.length > 0 && <p class="fine">{CREATURE_PAGE.hiding}</p>}
      </section>
      <Rhythm resident={resident} />
    </>
  );
}

/** The numbers below bars, from their beginning to their end; the bars say theirs beside them. */
function Scale({ marks }: { readonly marks: readonly string[] }) {
  return (
    <p class="scale" aria-hidden="true">
      {marks.map((mark) => (
        <span>{mark}</span>
      ))}
    </p>
  );
}

/** How long it can wait, as far as it shows it. */
function DeathClock({ observed }: Pick<LivingPublicCreature, 'observed'>) {
  const { hoursRemaining, thresholdHours } = observed.deathClock;
  const { diesAt } = observed.publicClock;
  const { tone, lack } = publicSituation(observed);
  return (
    <section class="death-clock" aria-label="How long it can wait">
      <p class="clock-head">
        If nobody comes
        <span class={`tag urgency urgency-${tone}`} data-tone="urgency">
          <span data-live="urgency">{URGENCY_WORDS[tone]}</span>
        </span>
      </p>
      {diesAt === undefined ? (
        <p>{CREATURE_PAGE.guardedDeath}</p>
      ) : (
        <>
          <p class="countdown number" data-live="remaining" aria-live="off">
            {formatDuration(hoursRemaining)}
          </p>
          <Bar
            percent={Math.min(100, (100 * hoursRemaining) / thresholdHours)}
            tone={tone}
            live="remaining"
            named="remaining"
          />
          <Scale marks={['0 h', `${Math.round(thresholdHours * 10) / 10} h`]} />
          <p class="fine">
            It would die on <Moment at={diesAt} />.
          </p>
        </>
      )}
      <p data-live="lack">{LACK_SENTENCES[lack]}</p>
    </section>
  );
}

function Rhythm({ resident: { observed, creature, species } }: { readonly resident: LivingPublicCreature }) {
  const { rhythm, deathClock, feeding, progress } = observed;
  const scores = [
    ['Fed on time', progress.consistency],
    ['Answered in time', progress.responsiveness],
    ['Variety', progress.variety],
  ] as const;
  return (
    <section class="rhythm" aria-label="Its rhythm">
      <dl class="counting">
        <Term label="Since it was fed" tone="number" live="since-fed">
          {formatDuration(feeding.hoursSinceFed)}
        </Term>
        <Term label="Since anybody came" tone="number" live="without-care">
          {formatDuration(deathClock.hoursWithoutCare)}
        </Term>
        <Term label="Eats every">{species.feedingWindowHours} hours</Term>
        <Term label={creature.stage === 'adult' ? 'Grew up' : 'Growing up'}>
          {formLabel(species.family, progress.path)}
        </Term>
      </dl>
      {rhythmWords(rhythm).map((line) => (
        <p>{line}</p>
      ))}
      <dl class="scores">
        {scores.map(([label, value]) => (
          <Term label={label}>
            <PercentBar percent={value} />
            <span class="number">{Math.round(value)}%</span>
          </Term>
        ))}
      </dl>
      <Scale marks={['0%', '50%', '100%']} />
    </section>
  );
}

/** Beside its story: what it wrote last, and what was done for it. */
function CareColumn({ view }: ViewProps) {
  const { heart, recent, now } = view;
  const hasNotes = recent.some(({ note }) => note !== undefined);
  return (
    <div>
      {heart && <NewestLetter letters={heart.letters} writer={view} />}
      <Section heading={view.observed ? 'What has been done for it' : 'What was done for it'}>
        <CareDays view={view} />
      </Section>
      {recent.length > 0 && (
        <Section
          heading={view.observed ? 'Lately' : 'Last'}
          lead={hasNotes ? CREATURE_PAGE.words : undefined}
        >
          <ol class="deeds" reversed>
            {recent.map((deed) => (
              <Deed deed={deed} now={now} />
            ))}
          </ol>
        </Section>
      )}
    </div>
  );
}

// A chart of fewer days would have columns too wide.
const FEWEST_DAYS = 7;

/** Two weeks of care, day by day; of a young one only as many as it has lived. */
function CareDays({ view: { care, totals, creature, state } }: ViewProps) {
  const isGone = state === 'dead' || state === 'released';
  if (totals.careActions === 0)
    return <Empty>{isGone ? CREATURE_PAGE.noCareEver : CREATURE_PAGE.noCare}</Empty>;
  const lived = care.days.filter(({ startsAt }) => startsAt + DAY > creature.adoptedAt);
  const days = care.days.slice(-Math.max(FEWEST_DAYS, lived.length));
  const done = ACTIONS.filter((action) => days.some(({ counts }) => counts[action] !== undefined));
  const columns = days.map(({ startsAt, counts }) => ({
    label: formatDay(startsAt),
    counts: done.map((action) => ({ tone: action, count: counts[action] ?? 0 })),
  }));
  return (
    <div class="care-days">
      <p>
        {pluralize(totals.careActions, 'act')} of care, {pluralize(totals.feedings, 'meal')} among them;{' '}
        {pluralize(totals.missedFeedings, 'meal')} missed.
      </p>
      <StackedDays
        columns={columns}
        caption={careCaption(days.length, state)}
        unit={CREATURE_PAGE.careUnit}
      />
      <ul class="legend">
        {done.map((action) => (
          <li class={`tone-${action}`}>{ACTION_NAMES[action]}</li>
        ))}
      </ul>
      {!care.whole && <p class="fine">More was done than is counted here.</p>}
    </div>
  );
}

/** Something that was done for it, with what its keeper wrote for others to read. */
function Deed({ deed, now }: Readonly<{ deed: CareDeed; now: Instant }>) {
  return (
    <li class={`deed tone-${deed.action}`}>
      <p>
        {ACTION_NAMES[deed.action]}
        {deed.category && `, ${CATEGORY_WORDS[deed.category]}`}
        {deed.timing && `, ${TIMING_WORDS[deed.timing]}`}
        {deed.granted && `, ${WISH_WORDS.granted}`}
      </p>
      {deed.note !== undefined && (
        <blockquote>
          <p dir="auto">{deed.note}</p>
        </blockquote>
      )}
      <p class="fine">
        <Ago at={deed.at} now={now} />
      </p>
    </li>
  );
}

type StoryProps = Readonly<{ view: CreatureView; origin: string }>;

/** A life from the egg on, an age at a time: how it looked then, and what happened. */
function Story({ view, origin }: StoryProps) {
  const { creature, state } = view;
  const reached = STAGES.indexOf(creature.stage);
  const elsewhere = externalPictureUrl(view.imageUrl, origin);
  const toCome = state === 'alive' || state === 'egg' ? STAGES.slice(reached + 1) : [];
  return (
    <>
      <ol class="story">
        {chaptersOf(view).map((chapter) => (
          <Chapter chapter={chapter} view={view} origin={origin} />
        ))}
      </ol>
      {toCome.length > 0 && (
        <ol class="to-come" aria-label={CREATURE_PAGE.toCome}>
          {toCome.map((stage) => (
            <li>
              <EmptyWindow />
              <p>
                {stage} <span class="fine">{CREATURE_PAGE.notYet}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
      {elsewhere !== undefined && (
        <p class="fine">
          Its keeper has given it{' '}
          <a href={elsewhere} rel="nofollow noopener noreferrer ugc">
            a picture of its own
          </a>
          , elsewhere.
        </p>
      )}
    </>
  );
}

type PageEvent = LifeEvent | WishComeTrue;

/** What happened while it was of one age. */
interface LifeChapter {
  readonly stage: Stage;
  readonly events: readonly PageEvent[];
}

/** What happened to it, and the wishes that came true in between, by its age. */
function chaptersOf({ timeline, heart }: CreatureView): readonly LifeChapter[] {
  const wishes = heart ? wishesComeTrue(heart.shelf) : [];
  const chapters = new Map<Stage, PageEvent[]>();
  let stage: Stage = 'egg';
  for (const event of [...timeline, ...wishes].toSorted((one, other) => one.at - other.at)) {
    if (event.kind === 'hatched') stage = 'baby';
    if (event.kind === 'grew') stage = event.to;
    chapters.set(stage, [...(chapters.get(stage) ?? []), event]);
  }
  return [...chapters].map(([age, events]) => ({ stage: age, events }));
}

function Chapter({ chapter, view, origin }: StoryProps & { readonly chapter: LifeChapter }) {
  const { creature, species, portraits } = view;
  const { stage, events } = chapter;
  const hung = portraits.find((portrait) => portrait.stage === stage)?.imageUrl;
  const subject = storySubject(view);
  return (
    <li class="chapter">
      <div class="chapter-picture">
        <Pane>
          <Drawing
            src={ownPicturePath(hung, origin) ?? `${creaturePath(creature.id)}/picture.svg?stage=${stage}`}
            alt={`${portraitAlt({ name: creature.name, stage }, species, undefined)}, as ${stage}`}
            size={160}
          />
        </Pane>
      </div>
      <div class="chapter-words">
        <h3>{capitalize(stage)}</h3>
        <ol>
          {events.map((event) => (
            <li class={`event-${event.kind}`}>
              <p>{event.kind === 'wish' ? cameTrueWords(event, subject) : storyWords(event, subject)}</p>
              <p class="fine">
                <Moment at={event.at} />
              </p>
            </li>
          ))}
        </ol>
      </div>
    </li>
  );
}

interface StackedDay {
  readonly label: string;
  readonly counts: readonly { readonly tone: string; readonly count: number }[];
}

const WIDTH = 560;
const HEIGHT = 200;
const FOOT = 24;
const HEAD = 22;
/** Room on the left for the numbers of the scale. */
const AXIS = 34;
const GAP = 6;

/** `unit`: what is counted, as `acts of care`. */
type StackedDaysProps = Readonly<{ columns: readonly StackedDay[]; caption: string; unit: string }>;

/** A stacked column for every day over a scale with numbers, and the sums as a table for screen readers. */
function StackedDays({ columns, caption, unit }: StackedDaysProps) {
  const sums = columns.map(({ counts }) => counts.reduce((sum, { count }) => sum + count, 0));
  const marks = scaleMarks(Math.max(1, ...sums));
  const top = marks.at(-1) ?? 1;
  const scale = (HEIGHT - HEAD) / top;
  const step = (WIDTH - AXIS) / columns.length;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} width={WIDTH} height={HEIGHT + FOOT} aria-hidden="true">
        <text class="chart-unit" x={AXIS} y="12">
          {unit}
        </text>
        {marks.map((mark) => (
          <>
            <path class="chart-ground" d={`M${AXIS} ${(HEIGHT - mark * scale).toFixed(1)}H${WIDTH}`} />
            <text class="chart-number" x={AXIS - 8} y={(HEIGHT - mark * scale + 4.5).toFixed(1)}>
              {mark}
            </text>
          </>
        ))}
        {columns.map((column, at) => (
          <Stack column={column} x={AXIS + at * step + GAP / 2} width={step - GAP} scale={scale} />
        ))}
        {columns.map(({ label }, at) =>
          at % 3 === columns.length % 3 ? (
            <text class="chart-label" x={AXIS + at * step + step / 2} y={HEIGHT + 18}>
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <figcaption class="unseen">
        <table>
          <caption>{caption}</caption>
          <tbody>
            {columns.map(({ label }, at) => (
              <tr>
                <th scope="row">{label}</th>
                <td>{sums[at]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </figcaption>
    </figure>
  );
}

const MOST_STEPS = 4;
const ROUND_STEPS = [1, 2, 5];

/** Round numbers from nothing to at least the most, in at most four equal steps. */
function scaleMarks(most: number): readonly number[] {
  let unit = 1;
  let step = 1;
  while (step * MOST_STEPS < most) {
    step = ROUND_STEPS.map((each) => each * unit).find((each) => each * MOST_STEPS >= most) ?? step;
    unit *= 10;
  }
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

type StackProps = Readonly<{ column: StackedDay; x: number; width: number; scale: number }>;

function Stack({ column, x, width, scale }: StackProps) {
  let top = HEIGHT;
  return (
    <g>
      {column.counts.map(({ tone, count }) => {
        if (count === 0) return null;
        const high = count * scale;
        top -= high;
        return (
          <rect
            class={`tone-${tone}`}
            x={x.toFixed(1)}
            y={top.toFixed(1)}
            width={width.toFixed(1)}
            height={high.toFixed(1)}
          />
        );
      })}
    </g>
  );
}

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
