import type { JSX } from 'preact';

import { recordOf } from '../../../../packages/base/collections.ts';
import { HOUR, type Instant, iso } from '../../../rules/base/clock.ts';
import { hasHatched } from '../../../rules/lives/creature.ts';
import { expectedGrowth, GROWS_AT } from '../../../rules/lives/growth.ts';
import { hidesNothing } from '../../../rules/species/mechanics.ts';
import { type Action, ACTIONS } from '../../../rules/vocabulary.ts';
import { growthWords, LIFE_CHARTS, linesBegin } from '../../../text/pages/creature-page.ts';
import { ACTION_NAMES, STAT_NAMES } from '../../../text/pages/page-words.ts';
import { formatDay, formatDayAndClock } from '../../../text/times.ts';
import { Bar, Section } from '../../../web/parts.tsx';
import { lifeChartPath } from '../../../web/paths.ts';
import {
  CHART_STATS,
  type Chart,
  type ChartRow,
  type ChartStat,
  type LifeCharts,
  type ChartSpan,
} from '../life-chart.ts';
import type { CreatureView } from '../view-creature.ts';

type ChartedView = CreatureView & { readonly charts: LifeCharts };

/** The charts of a life: its last 48 hours and, of a longer life, all of it. */
export function lifeCharts(view: ChartedView): JSX.Element {
  const { charts, state, species, creature } = view;
  const { recent, whole, knownFrom } = charts;
  const isOver = state === 'dead' || state === 'released';
  const drawn = whole ?? recent;
  const isGuarded = !hidesNothing(species) && drawn.rows.some(hidesSome);
  const done = ACTIONS.filter((action) =>
    [drawn, recent].some(({ acts }) => acts.some((act) => act.action === action)),
  );
  return (
    <Section heading={LIFE_CHARTS.heading} lead={LIFE_CHARTS.lead}>
      <div class="life-charts">
        {figureOf(recent, LIFE_CHARTS[isOver ? 'lastDays' : 'recent'], hourMarks(state))}
        {whole && figureOf(whole, LIFE_CHARTS[isOver ? 'wholeOver' : 'whole'], dayMarks(whole))}
      </div>
      {done.length > 0 && (
        <ul class="legend">
          {done.map((action) => (
            <li class={`tone-${action}`}>{ACTION_NAMES[action]}</li>
          ))}
        </ul>
      )}
      {isGuarded && <p class="fine">{LIFE_CHARTS.guarded}</p>}
      {knownFrom !== undefined && <p class="fine">{linesBegin(knownFrom)}</p>}
      <p class="fine">
        <a href={lifeChartPath(creature.id)}>{LIFE_CHARTS.data}</a>
      </p>
    </Section>
  );
}

/** The chart of the last 48 hours alone. */
export function recentChart({ recent }: LifeCharts): JSX.Element {
  return figureOf(recent, LIFE_CHARTS.recent, hourMarks('alive'));
}

const hidesSome = ({ ranges }: ChartRow) => CHART_STATS.some((stat) => ranges[stat] === undefined);

function hourMarks(state: CreatureView['state']): readonly string[] {
  const { hoursBeforeDeath, hoursBeforeLeaving, hoursAgo } = LIFE_CHARTS;
  const gone = state === 'released' ? hoursBeforeLeaving : hoursAgo;
  const { start, middle, end } = state === 'dead' ? hoursBeforeDeath : gone;
  return [start, middle, end];
}

/** Days of the start, the middle and the end. */
function dayMarks({ from, until }: Chart): readonly string[] {
  return [from, (from + until) / 2, until].map(formatDay);
}

// Heights in pixels. The width is free: the drawing is stretched, and its strokes are not.
const STAGE_BAND = 20;
const LANE = 46;
const LANE_GAP = 12;
const FIRST_LANE = STAGE_BAND + LANE_GAP;
const MARKS_TOP = FIRST_LANE + CHART_STATS.length * (LANE + LANE_GAP);
const MARK_ROW = 8;
const MARK = 6;
/** Units of the drawing's width: four for each slot of a line. */
const WIDTH = 384;
const NAMES_WIDTH = 76;
/** The least share of the width in which the name of a stage fits on a phone. */
const NAME_SHARE = 0.15;
const QUARTERS = [0.25, 0.5, 0.75];

function figureOf(chart: Chart, caption: string, marks: readonly string[]) {
  const done = ACTIONS.filter((action) => chart.acts.some((act) => act.action === action));
  const height = MARKS_TOP + Math.max(1, done.length) * MARK_ROW;
  const names = [...CHART_STATS.map((stat) => STAT_NAMES[stat]), LIFE_CHARTS.care];
  return (
    <figure class="life-chart">
      <figcaption>{caption}</figcaption>
      <div class="life-drawing" aria-hidden="true">
        <svg class="life-names" width={NAMES_WIDTH} height={height}>
          {names.map((name, nth) => (
            <text y={nth < CHART_STATS.length ? laneTop(nth) + 14 : MARKS_TOP + 8}>{name}</text>
          ))}
          {CHART_STATS.map((stat, nth) => latestOf(chart, stat, laneTop(nth) + 34))}
        </svg>
        <svg class="life-plot" height={height}>
          <svg viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none">
            {shapesOf(chart, done, height)}
          </svg>
          {chart.stages.map(({ stage, ...span }) => nameInBand(chart, stage, span))}
          {chart.dead.map((span) => nameInBand(chart, LIFE_CHARTS.dead, span))}
        </svg>
        <p class="life-marks">
          {marks.map((mark) => (
            <span>{mark}</span>
          ))}
        </p>
      </div>
      {tableOf(chart, caption)}
    </figure>
  );
}

function shapesOf(chart: Chart, done: readonly Action[], height: number) {
  const { nights, stages, dead, acts } = chart;
  const x = placeIn(chart);
  return (
    <>
      <path class="life-night" d={nights.map((night) => boxOf(night, x, STAGE_BAND, height)).join('')} />
      {stages.map(({ stage, ...span }) => (
        <path class={`life-stage stage-${stage}`} d={boxOf(span, x, 0, STAGE_BAND - 2)} />
      ))}
      <path class="life-dead" d={dead.map((span) => boxOf(span, x, 0, height)).join('')} />
      <path class="life-ground" d={groundOf(height)} />
      {CHART_STATS.map((stat, nth) => (
        <path class={`life-line line-${stat}`} d={lineOf(chart, stat, x, laneTop(nth))} />
      ))}
      {done.map((action, nth) => {
        const places = acts.filter((act) => act.action === action).map(({ at }) => x(at));
        return <path class={`life-mark tone-${action}`} d={marksOf(places, MARKS_TOP + nth * MARK_ROW)} />;
      })}
      {chart.endsInDeath && <path class="life-end" d={`M${WIDTH} 0V${height}`} />}
    </>
  );
}

/** The name of a stage in its part of the band, if it fits. */
function nameInBand(chart: Chart, name: string, { from, until }: ChartSpan) {
  const length = chart.until - chart.from;
  if ((until - from) / length < NAME_SHARE) return null;
  return (
    <text x={`${(((from - chart.from) / length) * 100 + 1).toFixed(1)}%`} y={STAGE_BAND - 6}>
      {name}
    </text>
  );
}

const laneTop = (nth: number) => FIRST_LANE + nth * (LANE + LANE_GAP);

type Place = (at: Instant) => number;

function placeIn({ from, until }: Chart): Place {
  return (at) => Math.round(((at - from) / (until - from)) * WIDTH);
}

function latestOf({ lines }: Chart, stat: ChartStat, y: number) {
  const value = lines[stat].at(-1)?.value;
  if (value === undefined) return null;
  return (
    <text class="life-latest" y={y}>
      {value}
    </text>
  );
}

function boxOf({ from, until }: ChartSpan, x: Place, top: number, bottom: number) {
  return `M${x(from)} ${top}H${Math.max(x(until), x(from) + 1)}V${bottom}H${x(from)}z`;
}

/** The zero lines of the lanes, and quarters of the time. */
function groundOf(height: number): string {
  const lanes = CHART_STATS.map((_, nth) => `M0 ${laneTop(nth) + LANE}H${WIDTH}`);
  const quarters = QUARTERS.map((share) => `M${share * WIDTH} ${STAGE_BAND}V${height}`);
  return [...lanes, ...quarters].join('');
}

/** Path data with relative steps, which are short; a line begins anew where the stat was hidden. */
function lineOf({ lines }: Chart, stat: ChartStat, x: Place, top: number): string {
  let data = '';
  let last: readonly [number, number] | undefined;
  for (const { at, value } of lines[stat]) {
    if (value === undefined) {
      last = undefined;
      continue;
    }
    const point = [x(at), top + Math.round(LANE * (1 - value / 100))] as const;
    if (!last) data += `M${point.join(' ')}l0 0`;
    else if (point[0] !== last[0] || point[1] !== last[1])
      data += stepOf(point[0] - last[0]) + stepOf(point[1] - last[1]);
    last = point;
  }
  return data;
}

/** A number of path data; the minus sign separates it from the one before. */
const stepOf = (step: number) => (step < 0 ? String(step) : ` ${step}`);

function marksOf(places: readonly number[], top: number): string {
  return places.map((place) => `M${place} ${top}v${MARK}`).join('');
}

function tableOf({ rows }: Chart, caption: string) {
  return (
    <details class="life-table">
      <summary>{LIFE_CHARTS.table}</summary>
      <div class="life-scroll" tabIndex={0} role="region" aria-label={`${caption}: ${LIFE_CHARTS.table}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{LIFE_CHARTS.from}</th>
              {CHART_STATS.map((stat) => (
                <th scope="col">{STAT_NAMES[stat]}</th>
              ))}
              <th scope="col">{LIFE_CHARTS.care}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ from, ranges, acts }) => (
              <tr>
                <th scope="row">{formatDayAndClock(from)}</th>
                {CHART_STATS.map((stat) => (
                  <td>{rangeWords(ranges[stat])}</td>
                ))}
                <td>{acts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function rangeWords(range: readonly [number, number] | undefined): string {
  if (!range) return '–';
  return range[0] === range[1] ? String(range[0]) : range.join('–');
}

/** When a creature is expected to reach its next stage, and how far it has come in this one. */
export function growthBar({
  creature,
  species,
  observed,
  now,
}: Pick<CreatureView, 'creature' | 'species' | 'observed' | 'now'>): JSX.Element | null {
  if (!observed || !hasHatched(creature)) return null;
  const growth = expectedGrowth(creature, species, observed.at);
  if (!growth) return null;
  const began = { child: 0, teen: GROWS_AT.baby, adult: GROWS_AT.child }[growth.to];
  const beganAt = creature.life.ageFrom + began * HOUR;
  const share = (now - beganAt) / (growth.at - beganAt);
  return (
    <div class="growth">
      <p>{growthWords(growth.to, growth.at - now)}</p>
      <Bar percent={Math.min(100, Math.max(0, 100 * share))} />
    </div>
  );
}

/** The charts for programs. */
export function chartData({ creature, charts, now }: ChartedView): string {
  const { recent, whole, knownFrom } = charts;
  return JSON.stringify({
    creature_id: creature.id,
    as_of: iso(now),
    known_from: knownFrom === undefined ? null : iso(knownFrom),
    last_48_hours: dataOf(recent),
    life: dataOf(whole ?? recent),
  });
}

function dataOf({ from, until, lines, acts, stages, dead }: Chart) {
  return {
    ...spanOf({ from, until }),
    lines: recordOf(CHART_STATS, (stat) => lines[stat].map(({ at, value = null }) => [iso(at), value])),
    acts: acts.map(({ at, ...act }) => ({ at: iso(at), ...act })),
    stages: stages.map(({ stage, ...span }) => ({ stage, ...spanOf(span) })),
    dead: dead.map(spanOf),
  };
}

const spanOf = ({ from, until }: ChartSpan) => ({ from: iso(from), until: iso(until) });
