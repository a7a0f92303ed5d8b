import { type WishComeTrue, wishesComeTrue } from '../../features/heart/view-heart.ts';
import type { LivingPublicCreature } from '../../features/public/public-creature.ts';
import type { CareDeed, CreatureView, LifeEvent } from '../../features/public/view-creature.ts';
import { DAY, type Instant } from '../../rules/base/clock.ts';
import { formatDuration, formatTenths } from '../../rules/format-numbers.ts';
import { publicSituation } from '../../rules/situation.ts';
import { ACTIONS, type Stage, STAGES, STATS } from '../../rules/vocabulary.ts';
import { storySubject, storyWords } from '../../text/creature/story.ts';
import { cameTrueWords, WISH_WORDS } from '../../text/heart/heart-pages.ts';
import { capitalize, formLabel } from '../../text/nouns.ts';
import { LACK_SENTENCES } from '../../text/pages/appearance-words.ts';
import { careCaption, CREATURE_PAGE, rhythmWords } from '../../text/pages/creature-page.ts';
import {
  ACTION_NAMES,
  CATEGORY_WORDS,
  STAT_NAMES,
  TIMING_WORDS,
  URGENCY_WORDS,
} from '../../text/pages/page-words.ts';
import { portraitAlt } from '../../text/pages/picture-prompts.ts';
import { formatDay, pluralize } from '../../text/times.ts';
import { Ago, Bar, Drawing, Empty, EmptyWindow, Moment, Pane, PercentBar, Section, Term } from '../parts.tsx';
import { creaturePath, externalPictureUrl, ownPicturePath } from '../paths.ts';
import { NewestLetter } from './letters-page.tsx';

/** How a living creature is, as far as it shows it. */
export function Vitals({ resident }: { readonly resident: LivingPublicCreature }) {
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
export function DeathClock({ observed }: Pick<LivingPublicCreature, 'observed'>) {
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
        <div>
          <dt>Since it was fed</dt>
          <dd class="number" data-live="since-fed">
            {formatDuration(feeding.hoursSinceFed)}
          </dd>
        </div>
        <div>
          <dt>Since anybody came</dt>
          <dd class="number" data-live="without-care">
            {formatDuration(deathClock.hoursWithoutCare)}
          </dd>
        </div>
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

type CareColumnProps = Readonly<{ view: CreatureView }>;

/** Beside its story: what it wrote last, and what was done for it. */
export function CareColumn({ view }: CareColumnProps) {
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
function CareDays({ view: { care, totals, creature, state } }: CareColumnProps) {
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
export function Story({ view, origin }: StoryProps) {
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
  const layers = column.counts
    .filter(({ count }) => count > 0)
    .map(({ tone, count }) => {
      const high = count * scale;
      top -= high;
      return { tone, y: top, high };
    });
  return (
    <g>
      {layers.map(({ tone, y, high }) => (
        <rect
          class={`tone-${tone}`}
          x={x.toFixed(1)}
          y={y.toFixed(1)}
          width={width.toFixed(1)}
          height={high.toFixed(1)}
        />
      ))}
    </g>
  );
}
