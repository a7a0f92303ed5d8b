import type { JSX } from 'preact';

import { FEED_TIMINGS } from '../../rules/care/feeding.ts';
import { GROWN_UP_CONSISTENCY, HIGH_CARE_CONSISTENCY } from '../../rules/lives/growth.ts';
import {
  deathThresholdHours,
  decayMultiplier,
  ESTABLISHED_FROM,
  MULTIPLIER_KNOTS,
  THRESHOLD_HOURS,
  USUAL_THRESHOLD_HOURS,
} from '../../rules/lives/rhythm.ts';
import { CATALOG } from '../../rules/species/catalog.ts';
import { STAGES } from '../../rules/vocabulary.ts';
import { formatPercent } from '../../text/numbers.ts';
import {
  endOfTiming,
  FIGURE_WORDS,
  type FigureName,
  type Guide,
  type GuideBlock,
  type GuideFigure,
  GUIDES,
  GUIDES_PAGE,
  STAGE_MOMENTS,
} from '../../text/pages/guides.ts';
import { Masthead, type PageSpec } from '../layout.tsx';
import { contents, Drawing, inlineMarkdown, linkList, picture, points, tableHead } from '../parts.tsx';
import { HOUSE_CARDS, speciesPicturePath } from '../paths.ts';
import { codeBlock } from './api-reference-page.tsx';

export function guidesPage(): PageSpec {
  return {
    title: GUIDES_PAGE.title,
    description: GUIDES_PAGE.description,
    path: '/guides',
    room: 'guides',
    card: HOUSE_CARDS.home,
    content: (
      <>
        <Masthead title={GUIDES_PAGE.title}>{GUIDES_PAGE.lead}</Masthead>
        <ol class="guides">
          {GUIDES.map((guide) => (
            <li>
              {guidePicture(guide, 96)}
              <h2>
                <a href={`/guides/${guide.name}`}>{guide.title}</a>
              </h2>
              <p>{guide.description}</p>
            </li>
          ))}
          <li>
            <h2>
              <a href="/docs">{GUIDES_PAGE.reference}</a>
            </h2>
            <p>{GUIDES_PAGE.referenceWords}</p>
          </li>
        </ol>
      </>
    ),
  };
}

export function guidePage(guide: Guide, origin: string): PageSpec {
  const parts = guide.parts(origin);
  return {
    title: guide.title,
    description: guide.description,
    path: `/guides/${guide.name}`,
    twin: `/guides/${guide.name}.md`,
    room: 'guides',
    card: HOUSE_CARDS.home,
    about: { type: 'Article', ...guide.dates },
    live: true,
    content: (
      <div class="guide">
        <article class="guide-text">
          <div class="guide-head">
            <Masthead title={guide.title}>{guide.description}</Masthead>
            {guidePicture(guide, 160)}
          </div>
          {parts.length >= PARTS_WITH_CONTENTS &&
            contents(Object.fromEntries(parts.map(({ heading }) => [partId(heading), heading])))}
          {parts.map(({ heading, blocks }) => (
            <section id={partId(heading)}>
              <h2>{heading}</h2>
              {blocks.map((block) => guideBlock(block, heading))}
            </section>
          ))}
        </article>
        <nav class="guide-ways" aria-label="Guides">
          <h2>{GUIDES_PAGE.title}</h2>
          {linkList(GUIDE_LINKS, `/guides/${guide.name}`)}
        </nav>
      </div>
    ),
  };
}

const PARTS_WITH_CONTENTS = 6;

function partId(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

const GUIDE_LINKS = {
  ...Object.fromEntries(GUIDES.map(({ name, title }) => [`/guides/${name}`, title])),
  '/docs': GUIDES_PAGE.reference,
};

function guidePicture(guide: Guide, size: number) {
  const at = GUIDES.indexOf(guide);
  const species = CATALOG[(at * STEP_THROUGH_CATALOG) % CATALOG.length];
  if (!species) return null;
  const src = speciesPicturePath(species.slug, STAGES[at % STAGES.length]);
  return <Drawing kind="portrait guide-picture" src={src} size={size} loading="eager" />;
}

/** Step between the species shown, large enough to reach every family. */
const STEP_THROUGH_CATALOG = 11;

function guideBlock(block: GuideBlock, about: string) {
  if (typeof block === 'string') return <p>{inlineMarkdown(block)}</p>;
  if ('code' in block) return codeBlock(block.code);
  if ('figure' in block) return figureOf(block);
  if ('list' in block) return points(block.list);
  const { head, rows } = block;
  // The tab stop makes a wide table scrollable by keyboard.
  return (
    <div class="guide-rows" role="region" aria-label={`${about}: ${head.join(', ')}`} tabIndex={0}>
      <table>
        {tableHead(head)}
        <tbody>
          {rows.map(([first = '', ...others]) => (
            <tr>
              <th scope="row">{inlineMarkdown(first)}</th>
              {others.map((word) => (
                <td>{inlineMarkdown(word)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function figureOf({ figure, caption, says }: GuideFigure) {
  return (
    <figure class="guide-figure">
      {figure === 'payment' ? picture('public/guide-payment', { 'aria-label': says }) : drawn(figure, says)}
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function drawn(figure: keyof typeof DRAWINGS, says: string) {
  const { height, draw } = DRAWINGS[figure];
  if (height === undefined) return draw();
  return (
    <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={says}>
      {draw()}
    </svg>
  );
}

/** Width of figures, that of a phone: their text is never smaller than body text. */
const WIDTH = 360;

type Drawn = Readonly<{ height?: number; draw: () => JSX.Element }>;

/** Drawings of the figures; `height` is that of the SVG; figures made of pictures have none. */
const DRAWINGS: Record<Exclude<FigureName, 'payment'>, Drawn> = {
  feeding_window: { height: 76, draw: feedingWindow },
  decay: { height: 190, draw: decayCurve },
  death_clock: { height: 190, draw: deathClock },
  stages: { draw: stages },
  paths: { height: 112, draw: paths },
};

type FigureTone = 'good' | 'wait' | 'bad' | 'worst' | 'plain';

type ScaleMark = Readonly<{ at: number; words: string }>;

interface ScaleProps extends Readonly<Record<'end' | 'top', number>> {
  readonly zones: readonly Readonly<{ from: number; to: number; tone: FigureTone }>[];
  readonly names: readonly ScaleMark[];
  readonly ticks: readonly ScaleMark[];
}

const BAR = 26;

function Scale({ end, top, zones, names, ticks }: ScaleProps) {
  const x = (value: number) => (value / end) * WIDTH;
  return (
    <>
      {zones.map(({ from, to, tone }) => (
        <rect
          class={`zone zone-${tone}`}
          x={x(from)}
          y={top}
          width={x(Math.min(to, end)) - x(from)}
          height={BAR}
        />
      ))}
      {names.map(({ at, words }) => figureText([x(at), top - 7], words))}
      {ticks.map(({ at, words }) => (
        <g>
          <path class="axis" d={`M${x(at)} ${top}v${BAR + 5}`} />
          {figureText([x(at), top + BAR + 18], words, 'small')}
        </g>
      ))}
    </>
  );
}

function figureText([x, y]: readonly [x: number, y: number], words: string | number, tone?: 'small') {
  const anchor = x < 24 ? 'start' : x > WIDTH - 24 ? 'end' : 'middle';
  return (
    <text class={tone} x={x} y={y} text-anchor={anchor}>
      {words}
    </text>
  );
}

const TIMING_TONES = { early: 'wait', on_time: 'good', late: 'bad', missed_window: 'worst' } as const;

function feedingWindow() {
  const end = 2;
  const zones = FEED_TIMINGS.map((row, at) => {
    const before = FEED_TIMINGS[at - 1];
    const from = before ? endOfTiming(before) : 0;
    const tone = at === 0 ? ('plain' as const) : TIMING_TONES[row.timing];
    return { timing: row.timing, from, to: Math.min(end, endOfTiming(row)), tone };
  });
  const byTiming = [...Map.groupBy(zones, ({ timing }) => timing)];
  const names = byTiming.map(([timing, parts]) => {
    const [from, to] = [parts[0]?.from ?? 0, parts.at(-1)?.to ?? end];
    return { at: (from + to) / 2, words: FIGURE_WORDS.timings[timing] };
  });
  const ticks = zones.map(({ from }) => ({ at: from, words: formatPercent(from) }));
  return <Scale end={end} top={22} zones={zones} names={names} ticks={ticks} />;
}

function paths() {
  const zones = [
    { path: 'low_care', from: 0, to: GROWN_UP_CONSISTENCY, tone: 'bad' },
    { path: 'balanced', from: GROWN_UP_CONSISTENCY, to: HIGH_CARE_CONSISTENCY, tone: 'wait' },
    { path: 'high_care', from: HIGH_CARE_CONSISTENCY, to: 100, tone: 'good' },
  ] as const;
  // The last zone is narrow, so its name is aligned to its end.
  const names = zones.map(({ path, from, to }) => ({
    at: path === 'high_care' ? to : (from + to) / 2,
    words: FIGURE_WORDS.paths[path],
  }));
  const ticks = [0, ...zones.map(({ to }) => to)].map((at) => ({ at, words: String(at) }));
  return (
    <>
      <rect class="zone zone-plain" x={0.5} y={0.5} width={WIDTH - 1} height={BAR} rx={13} />
      {figureText([WIDTH / 2, 18], FIGURE_WORDS.paths.rescue)}
      <Scale end={100} top={58} zones={zones} names={names} ticks={ticks} />
    </>
  );
}

interface RuleCurveProps extends Readonly<Record<'right' | 'lowest' | 'highest', number>> {
  readonly valueAt: (x: number) => number;
  readonly below: readonly number[];
  readonly beside: readonly number[];
  readonly about: string;
  readonly unit: string;
  readonly level?: ScaleMark;
}

const FRAME = { left: 40, right: 350, top: 14, bottom: 140 };
const CURVE_STEPS = 96;

function Curve({ right, lowest, highest, valueAt, below, beside, about, unit, level }: RuleCurveProps) {
  const x = (value: number) => FRAME.left + (value / right) * (FRAME.right - FRAME.left);
  const y = (value: number) =>
    FRAME.bottom - ((value - lowest) / (highest - lowest)) * (FRAME.bottom - FRAME.top);
  const path = Array.from({ length: CURVE_STEPS + 1 }, (_, at) => {
    const value = (at / CURVE_STEPS) * right;
    return `${x(value).toFixed(1)} ${y(valueAt(value)).toFixed(1)}`;
  });
  return (
    <>
      {beside.map((value) => (
        <g>
          <path class="grid-line" d={`M${FRAME.left} ${y(value)}H${FRAME.right}`} />
          <text class="small" x={FRAME.left - 6} y={y(value) + 4} text-anchor="end">
            {value}
            {unit}
          </text>
        </g>
      ))}
      {below.map((value) => figureText([x(value), FRAME.bottom + 18], value, 'small'))}
      {level && (
        <>
          <path class="level" d={`M${FRAME.left} ${y(level.at)}H${FRAME.right}`} />
          <text class="small" x={FRAME.left + 6} y={y(level.at) - 6}>
            {level.words}
          </text>
        </>
      )}
      <path class="curve" d={`M${path.join('L')}`} />
      {figureText([(FRAME.left + FRAME.right) / 2, FRAME.bottom + 40], about)}
    </>
  );
}

function decayCurve() {
  return (
    <Curve
      right={5}
      lowest={0}
      highest={MULTIPLIER_KNOTS[3].multiplier}
      valueAt={decayMultiplier}
      below={[0, 1, 2, 3, 4, 5]}
      beside={MULTIPLIER_KNOTS.map(({ multiplier }) => multiplier)}
      about={FIGURE_WORDS.rhythms}
      unit={` ${FIGURE_WORDS.times}`}
    />
  );
}

function deathClock() {
  const { lowest, highest } = THRESHOLD_HOURS;
  return (
    <Curve
      right={24}
      lowest={12}
      highest={highest}
      valueAt={(averageHours) => deathThresholdHours({ intervals: ESTABLISHED_FROM, averageHours })}
      below={[0, 4, 8, 12, 16, 20, 24]}
      beside={[lowest, USUAL_THRESHOLD_HOURS, highest]}
      about={FIGURE_WORDS.visits}
      unit={` ${FIGURE_WORDS.hours}`}
      level={{ at: USUAL_THRESHOLD_HOURS, words: FIGURE_WORDS.unknownRhythm }}
    />
  );
}

function stages() {
  const species = CATALOG[0];
  return (
    <ol class="guide-stages">
      {STAGES.map((stage) => (
        <li>
          {species && <Drawing src={speciesPicturePath(species.slug, stage)} size={112} />}
          <b>{stage}</b>
          <span class="fine">{STAGE_MOMENTS[stage]}</span>
        </li>
      ))}
    </ol>
  );
}
