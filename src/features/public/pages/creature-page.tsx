import type { ComponentChildren, JSX } from 'preact';

import { isTestAccount } from '../../../rules/agents.ts';
import { DAY, HOUR, type Instant } from '../../../rules/base/clock.ts';
import { formatDuration, formatTenths } from '../../../rules/format-numbers.ts';
import type { LiveFacts } from '../../../rules/live.ts';
import { resurrectionClosesAt } from '../../../rules/lives/resurrection.ts';
import { appearanceOf, publicSituation } from '../../../rules/situation.ts';
import { shownUpTo } from '../../../rules/species/mechanics.ts';
import { type Action, ACTIONS, type Stage, STAGES, STATS } from '../../../rules/vocabulary.ts';
import { poseOf } from '../../../text/creature/behavior.ts';
import { epitaph, obituary } from '../../../text/creature/epitaphs.ts';
import {
  DESKTOP_WORDS,
  EMBED,
  embedTitle,
  lifeFeedTitle,
  SHARE_KIT,
  type SharedCreature,
  shareDescription,
  shareTitle,
} from '../../../text/creature/share.ts';
import { storySubject, storyWords } from '../../../text/creature/story.ts';
import { cameTrueWords, WISH_WORDS } from '../../../text/heart/heart-pages.ts';
import { capitalize, formLabel } from '../../../text/nouns.ts';
import { APPEARANCE_WORDS, LACK_SENTENCES } from '../../../text/pages/appearance-words.ts';
import { badgeWords, petDescription } from '../../../text/pages/cards.ts';
import {
  careCaption,
  CREATURE_PAGE,
  nextWords,
  RETURN_GUIDE_PATH,
  rhythmWords,
  wayBackWords,
} from '../../../text/pages/creature-page.ts';
import {
  ACTION_NAMES,
  CATEGORY_WORDS,
  CAUSE_WORDS,
  STAT_NAMES,
  TIMING_WORDS,
  URGENCY_WORDS,
} from '../../../text/pages/page-words.ts';
import { portraitAlt } from '../../../text/pages/picture-prompts.ts';
import { fillTemplate } from '../../../text/pick-line.ts';
import { describeDuration, formatAge, formatDate, formatDay, pluralize } from '../../../text/times.ts';
import type { PageSpec } from '../../../web/layout.tsx';
import { linkedCreature } from '../../../web/linked-data.ts';
import {
  ago,
  appearanceTag,
  Bar,
  bdi,
  dataBlock,
  Drawing,
  Empty,
  familyTag,
  keeperLink,
  linkList,
  moment,
  motionControl,
  pane,
  paragraphs,
  percentBar,
  picture,
  portraitOf,
  Section,
  speciesLink,
  tags,
  Term,
} from '../../../web/parts.tsx';
import {
  creaturePath,
  EMBED_SIZE,
  embedPath,
  externalPictureUrl,
  giftPath,
  lifeCalendarPath,
  type LifeCardFacts,
  lifeCardPath,
  lifeFeedPath,
  ownPicturePath,
  petPath,
  withQuery,
} from '../../../web/paths.ts';
import { type WishComeTrue, wishesComeTrue } from '../../heart/read-heart.ts';
import type { LifeCharts } from '../life-chart.ts';
import type { LivingPublicCreature } from '../public-reading.ts';
import type {
  CareDeed,
  CreatureGlance,
  CreatureView,
  Grave,
  LifeEvent,
  LifeGlance,
} from '../view-creature.ts';
import { innerLife, keepsakeShelf, newestLetter } from './heart-pages.tsx';
import { growthBar, lifeCharts } from './life-chart.tsx';

type ShownCreature = CreatureView & { readonly charts: LifeCharts | undefined };

const LIVE_WORDS = {
  appearance: APPEARANCE_WORDS,
  urgency: URGENCY_WORDS,
  lack: LACK_SENTENCES,
  next: CREATURE_PAGE.next,
};

/** The title names species and keeper, since names are not unique. */
function creatureTitle({ creature, species, keeper }: ShownCreature): string {
  return `${creature.name}, ${species.name} of ${keeper.displayName}`;
}

export function creaturePage(view: ShownCreature, live: LiveFacts, origin: string): PageSpec {
  const { creature, species, observed, state, charts } = view;
  const shared = sharedFrom(view, view.now);
  const isGone = state === 'dead' || state === 'released';
  const card = { ...view, stone: view.grave?.stone };
  return {
    title: creatureTitle(view),
    unlisted: state === 'egg' || isTestAccount(view.keeper.username),
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
          <div class="creature-who">{whoItIs(view)}</div>
          <div class="creature-side">
            <div class="creature-window">
              {pane(
                <img
                  id="portrait"
                  class="portrait"
                  {...portraitOf(view)}
                  width="420"
                  height="420"
                  fetchpriority="high"
                />,
              )}
              {observed && motionControl()}
            </div>
            {observed && deathClockSection(observed)}
          </div>
          <div class="creature-about">
            <p class="tags">{tags(creature.personality)}</p>
            {growthBar(view)}
            {!observed && notLiving(view)}
            {innerLife(view)}
            {observed && vitals({ ...view, observed })}
          </div>
        </div>
        {charts && lifeCharts({ ...view, charts })}
        {view.heart && keepsakeShelf(view.heart.shelf, creature.name, isGone)}
        <div class="creature-columns">
          <Section heading={CREATURE_PAGE.storyHeading} lead={CREATURE_PAGE[isGone ? 'storyGone' : 'story']}>
            {story(view, origin)}
          </Section>
          {careColumn(view)}
        </div>
        {shareKit(card, origin)}
        {!isGone && desktopPet(card, origin)}
        {(live.living || !live.mark.startsWith('gone')) &&
          dataBlock({ ...live, words: LIVE_WORDS }, { id: 'live-facts' })}
      </article>
    ),
  };
}

function notLiving({ state, grave, creature: { releasedAt }, now }: CreatureView) {
  if (state === 'egg') return null;
  if (grave) return graveSection(grave, now);
  return (
    <div class="let-go">
      <p>{CREATURE_PAGE.released}</p>
      {releasedAt !== undefined && <p class="fine">{moment(releasedAt)}</p>}
    </div>
  );
}

function whoItIs(view: CreatureView) {
  const { creature, species, observed, keeper, state, ageHours } = view;
  const isGone = state === 'dead' || state === 'released';
  const appearance = observed && appearanceOf(observed);
  return (
    <>
      <h1>{bdi(creature.name)}</h1>
      <p class="lead">
        {speciesLink(species)}
        {creature.stage === 'egg'
          ? ', not hatched yet'
          : `, ${creature.stage}, ${isGone ? `lived ${describeDuration(ageHours * HOUR)}` : formatAge(ageHours * HOUR)}`}
        , {isGone && 'was '}kept by {keeperLink(keeper)}
      </p>
      <p class="tags">
        {appearance && appearanceTag(appearance, 'appearance')}
        {familyTag(species.family)}
      </p>
      {state === 'egg' && <p class="next">{CREATURE_PAGE.egg}</p>}
      {observed && (
        <>
          <p class="pose" data-live="pose">
            {poseOf({ creature, species, observed })}
          </p>
          <p class="next" data-live="next">
            {nextWords({ observed, species })}
          </p>
        </>
      )}
      {wayBackSection(view)}
    </>
  );
}

interface Returnable extends Pick<CreatureView, 'creature' | 'giftPack' | 'now'> {
  readonly grave: Pick<Grave, 'cost' | 'returnsUntil'> | undefined;
}

/** Until when a dead creature can be brought back, for how much, and the page where visitors pay. */
export function wayBackSection({ creature, grave, giftPack, now }: Returnable): JSX.Element | null {
  if (!grave || now >= grave.returnsUntil) return null;
  const { cost, returnsUntil } = grave;
  const words = wayBackWords({ name: creature.name, cost, pack: giftPack, left: returnsUntil - now });
  return (
    <section class="way-back" aria-label={words.label}>
      <p>
        <strong>{words.open}</strong> {words.until} {moment(returnsUntil)}.
      </p>
      <p>
        {words.keeper} <a href={RETURN_GUIDE_PATH}>{words.guide}</a>
      </p>
      {words.pay !== undefined && (
        <p>
          <a class="button" href={giftPath(creature.id)} rel="nofollow">
            {words.pay}
          </a>
        </p>
      )}
    </section>
  );
}

function graveSection({ stone, lastDays, returnsUntil }: Grave, now: Instant) {
  return (
    <div class="grave">
      <div class="stone">
        <p class="epitaph">{epitaph(stone)}</p>
        <p class="carved">
          lived {describeDuration(stone.livedMs)}
          <br />
          died {CAUSE_WORDS[stone.cause]}
          <br />
          {formatDate(stone.diedAt)}
        </p>
      </div>
      <div class="obituary">{paragraphs(obituary(stone, lastDays))}</div>
      {now >= returnsUntil && <p>Its week has passed: nobody can bring it back.</p>}
    </div>
  );
}

type LivingView = LivingPublicCreature & Pick<CreatureView, 'totals'>;

function vitals(resident: LivingView) {
  const { observed, species } = resident;
  const most = shownUpTo(species);
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
        {observed.hidden.length < STATS.length && scale('0', '50', '100')}
        {observed.hidden.length > 0 && <p class="fine">{CREATURE_PAGE.hiding}</p>}
        {most !== undefined && <p class="fine">{fillTemplate(CREATURE_PAGE.capped, { most: `${most}` })}</p>}
      </section>
      {rhythmSection(resident)}
    </>
  );
}

/** The scale of a bar, hidden from screen readers: every bar states its value beside it. */
function scale(...marks: readonly string[]) {
  const spans = marks.map((mark) => <span>{mark}</span>);
  return (
    <p class="scale" aria-hidden="true">
      {spans}
    </p>
  );
}

function deathClockSection(observed: LivingPublicCreature['observed']) {
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
          {scale('0 h', `${Math.round(thresholdHours * 10) / 10} h`)}
          <p class="fine">It would die on {moment(diesAt)}.</p>
        </>
      )}
      <p data-live="lack">{LACK_SENTENCES[lack]}</p>
    </section>
  );
}

/** From fewer meals or acts a share is not shown: it would rest on its initial value. */
const FEWEST_FOR_SHARE = 2;

function rhythmSection({ observed, creature, species, totals }: LivingView) {
  const { feedings, careActions } = totals;
  const { rhythm, deathClock, feeding, progress } = observed;
  const scores = [
    ['Fed on time', progress.consistency, feedings],
    ['Answered in time', progress.responsiveness, careActions],
    ['Variety', progress.variety, careActions],
  ] as const;
  return (
    <section class="rhythm" aria-label="Its rhythm">
      <dl class="counting">
        {feedings === 0 ? (
          <Term label="Since it was fed">{CREATURE_PAGE.notYet}</Term>
        ) : (
          <Term label="Since it was fed" tone="number" live="since-fed">
            {formatDuration(feeding.hoursSinceFed)}
          </Term>
        )}
        <Term label="Since anybody came" tone="number" live="without-care">
          {formatDuration(deathClock.hoursWithoutCare)}
        </Term>
        <Term label="Eats every">{species.feedingWindowHours} hours</Term>
        <Term label={creature.stage === 'adult' ? 'Grew up' : 'Growing up'}>
          {formLabel(species.family, progress.path)}
        </Term>
      </dl>
      {paragraphs(rhythmWords(rhythm))}
      <dl class="scores">
        {scores.map(([label, value, counted]) =>
          counted < FEWEST_FOR_SHARE ? (
            <Term label={label} tone="kept">
              {CREATURE_PAGE.notYet}
            </Term>
          ) : (
            <Term label={label}>
              {percentBar(value)}
              <span class="number">{Math.round(value)}%</span>
            </Term>
          ),
        )}
      </dl>
      {scale('0%', '50%', '100%')}
    </section>
  );
}

function careColumn(view: CreatureView) {
  const { heart, now } = view;
  // Other acts are in the charts.
  const recent = view.recent.filter(({ note, granted }) => note !== undefined || granted !== undefined);
  const lead = recent.some(({ note }) => note !== undefined) ? CREATURE_PAGE.words : undefined;
  return (
    <div>
      {heart && newestLetter(heart.letters, view)}
      <Section heading={view.observed ? 'What has been done for it' : 'What was done for it'}>
        {careDays(view)}
      </Section>
      {recent.length > 0 && (
        <Section heading={view.observed ? 'Lately' : 'Last'} lead={lead}>
          <ol class="deeds" reversed>
            {recent.map((deed) => deedItem(deed, now))}
          </ol>
        </Section>
      )}
    </div>
  );
}

// Least number of columns: fewer would be too wide.
const FEWEST_DAYS = 7;

function careDays({ care, totals, creature, state }: CreatureView) {
  const isGone = state === 'dead' || state === 'released';
  if (totals.careActions === 0)
    return <Empty>{isGone ? CREATURE_PAGE.noCareEver : CREATURE_PAGE.noCare}</Empty>;
  const lived = care.days.filter(({ startsAt }) => startsAt + DAY > creature.adoptedAt);
  const days = care.days.slice(-Math.max(FEWEST_DAYS, lived.length));
  const done = ACTIONS.filter((action) => days.some(({ counts }) => counts[action] !== undefined));
  const legend = done.map((action) => <li class={`tone-${action}`}>{ACTION_NAMES[action]}</li>);
  return (
    <div class="care-days">
      <p>
        {pluralize(totals.careActions, 'act')} of care, {pluralize(totals.feedings, 'meal')} among them;{' '}
        {pluralize(totals.missedFeedings, 'meal')} missed.
      </p>
      {careChart(days, done, careCaption(days.length, state))}
      <ul class="legend">{legend}</ul>
      {!care.whole && <p class="fine">More was done than is counted here.</p>}
    </div>
  );
}

function deedItem(deed: CareDeed, now: Instant) {
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
      <p class="fine">{ago(deed.at, now)}</p>
    </li>
  );
}

function story(view: CreatureView, origin: string) {
  const { creature, state } = view;
  const reached = STAGES.indexOf(creature.stage);
  const elsewhere = externalPictureUrl(view.imageUrl, origin);
  const toCome = state === 'alive' || state === 'egg' ? STAGES.slice(reached + 1) : [];
  return (
    <>
      <ol class="story">{chaptersOf(view).map((chapter) => chapterItem(chapter, view, origin))}</ol>
      {toCome.length > 0 && (
        <ol class="to-come" aria-label={CREATURE_PAGE.toCome}>
          {toCome.map((stage) => (
            <li>
              {picture('empty-window')}
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

function chaptersOf({ timeline, heart }: CreatureView) {
  const wishes = heart ? wishesComeTrue(heart.shelf) : [];
  const chapters = new Map<Stage, (LifeEvent | WishComeTrue)[]>();
  let stage: Stage = 'egg';
  for (const event of [...timeline, ...wishes].toSorted((one, other) => one.at - other.at)) {
    if (event.kind === 'hatched') stage = 'baby';
    if (event.kind === 'grew') stage = event.to;
    chapters.set(stage, [...(chapters.get(stage) ?? []), event]);
  }
  return [...chapters];
}

type Chapter = ReturnType<typeof chaptersOf>[number];

function chapterItem([stage, events]: Chapter, view: CreatureView, origin: string) {
  const { creature, species, portraits } = view;
  const hung = portraits.find((portrait) => portrait.stage === stage)?.imageUrl;
  const subject = storySubject(view);
  return (
    <li class="chapter">
      <div class="chapter-picture">
        {pane(
          <Drawing
            src={ownPicturePath(hung, origin) ?? `${creaturePath(creature.id)}/picture.svg?stage=${stage}`}
            alt={`${portraitAlt({ name: creature.name, stage }, species, undefined)}, as ${stage}`}
            size={160}
          />,
        )}
      </div>
      <div class="chapter-words">
        <h3>{capitalize(stage)}</h3>
        <ol>
          {events.map((event) => (
            <li class={`event-${event.kind}`}>
              <p>{event.kind === 'wish' ? cameTrueWords(event, subject) : storyWords(event, subject)}</p>
              <p class="fine">{moment(event.at)}</p>
            </li>
          ))}
        </ol>
      </div>
    </li>
  );
}

const WIDTH = 560;
const HEIGHT = 200;
const FOOT = 24;
const HEAD = 22;
/** Space on the left of the chart for the numbers of the scale. */
const AXIS = 34;
const GAP = 6;

/** A chart of stacked columns over a numbered scale, and the sums as a table for screen readers. */
function careChart(days: CreatureView['care']['days'], actions: readonly Action[], caption: string) {
  const columns = days.map(({ startsAt, counts }) => {
    const parts = actions.map((action) => ({ action, count: counts[action] ?? 0 }));
    return { label: formatDay(startsAt), parts, sum: parts.reduce((sum, { count }) => sum + count, 0) };
  });
  const marks = scaleMarks(Math.max(1, ...columns.map(({ sum }) => sum)));
  const unit = (HEIGHT - HEAD) / (marks.at(-1) ?? 1);
  const step = (WIDTH - AXIS) / columns.length;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} width={WIDTH} height={HEIGHT + FOOT} aria-hidden="true">
        <text class="chart-unit" x={AXIS} y="12">
          {CREATURE_PAGE.careUnit}
        </text>
        {marks.map((mark) => (
          <>
            <path class="chart-ground" d={`M${AXIS} ${(HEIGHT - mark * unit).toFixed(1)}H${WIDTH}`} />
            <text class="chart-number" x={AXIS - 8} y={(HEIGHT - mark * unit + 4.5).toFixed(1)}>
              {mark}
            </text>
          </>
        ))}
        {columns.map(({ parts }, at) => stack(parts, AXIS + at * step + GAP / 2, step - GAP, unit))}
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
            {columns.map(({ label, sum }) => (
              <tr>
                <th scope="row">{label}</th>
                <td>{sum}</td>
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

/** Marks of a scale: round numbers from 0 to at least `most`, in at most four equal steps. */
function scaleMarks(most: number): readonly number[] {
  let unit = 1;
  let step = 1;
  while (step * MOST_STEPS < most) {
    step = ROUND_STEPS.map((each) => each * unit).find((each) => each * MOST_STEPS >= most) ?? step;
    unit *= 10;
  }
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

type StackPart = Readonly<{ action: Action; count: number }>;

function stack(parts: readonly StackPart[], x: number, width: number, unit: number) {
  let top = HEIGHT;
  return (
    <g>
      {parts.map(({ action, count }) => {
        if (count === 0) return null;
        const high = count * unit;
        top -= high;
        return (
          <rect
            class={`tone-${action}`}
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

function shareKit(card: LifeCardFacts, origin: string) {
  // Names hold only letters, digits, spaces, `_` and `-`: no escaping is needed in Markdown or attributes.
  const { id, name } = card.creature;
  const page = origin + creaturePath(id);
  const { width, height } = EMBED_SIZE;
  const frame = `<iframe src="${origin + embedPath(id)}" title="${embedTitle(name)}" width="${width}" height="${height}" loading="lazy"></iframe>`;
  return (
    <Section heading={SHARE_KIT.heading} lead={SHARE_KIT.lead}>
      <div class="share-kit">
        <div class="share-texts">
          {copyable(SHARE_KIT.link, page)}
          {copyable(
            SHARE_KIT.badge,
            `[![${name}](${page}/badge.svg?animated)](${page})`,
            <img
              class="badge"
              src={`${creaturePath(id)}/badge.svg?animated`}
              alt=""
              height="20"
              loading="lazy"
            />,
          )}
          {copyable(SHARE_KIT.embed, frame)}
        </div>
        <div class="share-links">
          <h3>{SHARE_KIT.cards}</h3>
          {linkList({
            [lifeCardPath(card, 'wide')]: SHARE_KIT.wideCard,
            [lifeCardPath(card, 'square')]: SHARE_KIT.squareCard,
          })}
          <h3>{SHARE_KIT.follow}</h3>
          {linkList({
            [lifeFeedPath(id)]: SHARE_KIT.feed,
            [lifeCalendarPath(id)]: SHARE_KIT.calendar,
          })}
        </div>
      </div>
    </Section>
  );
}

/** The creature as a desktop pet. Its sheet is loaded when the preview is opened. */
function desktopPet(card: LifeCardFacts, origin: string) {
  const { id, name } = card.creature;
  const command = `npx -y --package=${origin}/arkhouse-agent.tgz arkhouse-agent desktop --watch --base-url ${origin} --creature ${id}`;
  const sheet = petPath(id, 'sheet');
  const asked = { name, imageUrl: origin + sheet, description: petDescription(card) };
  return (
    <Section heading={DESKTOP_WORDS.heading} lead={DESKTOP_WORDS.lead}>
      <div class="share-kit">
        <div class="share-texts">{copyable(DESKTOP_WORDS.command, command)}</div>
        <div class="share-links">
          {linkList({
            // Programs load the picture from the address in the link: it must be one that others reach.
            ...(origin.startsWith('https:') && {
              [withQuery('codex://pets/install', asked)]: DESKTOP_WORDS.install,
            }),
            [petPath(id, 'zip')]: DESKTOP_WORDS.zip,
          })}
          <details class="share-pet">
            <summary>{DESKTOP_WORDS.preview}</summary>
            <div class="share-pet-cell">
              <img src={sheet} alt="" width="768" height="936" loading="lazy" />
            </div>
          </details>
        </div>
      </div>
    </Section>
  );
}

/** A text with a button that copies it. */
export function copyable(label: string, text: string, preview?: ComponentChildren): JSX.Element {
  return (
    <div class="share-text">
      <h3>
        {label} {preview}
      </h3>
      <pre data-copy={label.charAt(0).toLowerCase() + label.slice(1)} tabIndex={0}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

/** The page for iframes on other sites: one link to the creature's page. */
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
          {pane(<Drawing {...portraitOf(glance)} size={112} loading="eager" />)}
        </span>
        <span class="embed-words">
          <strong>{bdi(creature.name)}</strong>
          <span>{badgeWords({ state, stage: creature.stage, observed })}</span>
          <span class="fine">{EMBED.at}</span>
        </span>
      </a>
    ),
  };
}

function sharedFrom(
  { creature, species, ageHours, observed, state }: CreatureGlance & Pick<LifeGlance, 'ageHours'>,
  now: Instant,
): SharedCreature {
  const { name, died, releasedAt } = creature;
  const shared = { name, species, ageMs: ageHours * HOUR, now };
  if (state === 'released') return { ...shared, fate: { state, at: releasedAt ?? now } };
  if (died)
    return { ...shared, fate: { state: 'dead', ...died, returnsUntil: resurrectionClosesAt(died.at) } };
  return { ...shared, fate: observed ? { state: 'alive', observed } : { state: 'egg' } };
}
