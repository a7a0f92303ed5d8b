import type { ComponentChildren } from 'preact';

import { Bar } from '../parts/bar.tsx';
import { ChartTable, type ChartTableProps } from '../parts/chart.tsx';
import { Term } from '../parts/number-list.tsx';

interface BarRow {
  readonly label: string;
  readonly value: number;
  /** Text beside the bar, instead of the bare number. */
  readonly text?: string;
}

interface BarRowsProps {
  readonly rows: readonly BarRow[];
  readonly whole?: number;
  readonly tone?: string;
}

/** A bar chart in rows; a bar is as long as its share of the longest, or of `whole`. */
export function BarRows({ rows, whole, tone }: BarRowsProps) {
  const longest = whole ?? Math.max(1, ...rows.map(({ value }) => value));
  return (
    <dl class="rows">
      {rows.map(({ label, value, text }) => (
        <Term key={label} label={label}>
          <Bar percent={longest === 0 ? 0 : (100 * value) / longest} tone={tone} />
          <span class="number">{text ?? value.toLocaleString('en')}</span>
        </Term>
      ))}
    </dl>
  );
}

interface CardProps {
  readonly title: string;
  readonly note?: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function Card({ title, note, wide = false, children }: CardProps) {
  return (
    <section class={wide ? 'card wide' : 'card'}>
      <h2>{title}</h2>
      {children}
      {note !== undefined && <p class="fine">{note}</p>}
    </section>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly about?: string;
}

export function Figure({ label, value, about }: FigureProps) {
  return (
    <div class="tally">
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {about !== undefined && <span>{about}</span>}
      </dd>
    </div>
  );
}

// About as wide as a phone, so that labels stay readable on one.
const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 34;
const FOOT = 20;
// Room for half a label above the highest line.
const HEAD = 10;

interface ColumnsProps {
  readonly columns: readonly { readonly label: string; readonly value: number }[];
  readonly caption: string;
  readonly labelEvery: number;
}

/** A column chart over time, and the same as a table for screen readers. */
export function Columns({ columns, caption, labelEvery }: ColumnsProps) {
  const most = niceTop(Math.max(...columns.map(({ value }) => value)));
  const step = (WIDTH - LEFT) / columns.length;
  return (
    <ChartFrame caption={caption} rows={columns.map(({ label, value }) => [label, String(value)])}>
      <Scale marks={[0, most / 2, most].map((value) => ({ at: value / most, label: shortNumber(value) }))} />
      {columns.map(({ label, value }, at) => (
        <rect
          key={label}
          class="chart-column"
          x={(LEFT + at * step + 0.5).toFixed(1)}
          y={y(value / most)}
          width={Math.max(1, step - 1).toFixed(1)}
          height={((value / most) * HEIGHT).toFixed(1)}
        />
      ))}
      {columns.map(({ label }, at) =>
        at % labelEvery === 0 ? (
          <text key={label} class="chart-word" x={LEFT + at * step} y={HEAD + HEIGHT + FOOT - 4}>
            {label}
          </text>
        ) : null,
      )}
    </ChartFrame>
  );
}

interface CurveProps {
  /** A share is from 0 to 1. */
  readonly points: readonly { readonly x: number; readonly share: number; readonly text: string }[];
  readonly caption: string;
  readonly unit: string;
}

/** A step curve of a share that falls, such as survival. */
export function Curve({ points, caption, unit }: CurveProps) {
  const furthest = Math.max(1, points.at(-1)?.x ?? 1);
  const x = (value: number) => (LEFT + (value / furthest) * (WIDTH - LEFT - 2)).toFixed(1);
  const path = points.map((point, at) =>
    at === 0 ? `M${x(point.x)} ${y(point.share)}` : `H${x(point.x)}V${y(point.share)}`,
  );
  const marks = [...new Set([0, Math.round(furthest / 2), furthest])];
  return (
    <ChartFrame caption={caption} rows={points.map((point) => [`${point.x} ${unit}`, point.text])}>
      <Scale marks={[0, 0.5, 1].map((share) => ({ at: share, label: `${share * 100}%` }))} />
      <path class="chart-area" d={`${path.join('')}V${y(0)}H${x(0)}Z`} />
      <path class="chart-curve" d={path.join('')} />
      {marks.map((mark) => (
        <text
          key={mark}
          class={mark === furthest ? 'chart-word end' : 'chart-word'}
          x={x(mark)}
          y={HEAD + HEIGHT + FOOT - 4}
        >
          {mark === furthest ? `${mark} ${unit}` : mark}
        </text>
      ))}
    </ChartFrame>
  );
}

function y(share: number): string {
  return (HEAD + (1 - share) * HEIGHT).toFixed(1);
}

function ChartFrame({ children, ...table }: ChartTableProps & { readonly children: ComponentChildren }) {
  const height = HEAD + HEIGHT + FOOT;
  return (
    <figure class="chart chart-tall">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} width={WIDTH} height={height} aria-hidden="true">
        {children}
      </svg>
      <ChartTable {...table} />
    </figure>
  );
}

function Scale({ marks }: { readonly marks: readonly { readonly at: number; readonly label: string }[] }) {
  return (
    <g>
      {marks.map(({ at, label }) => {
        const height = HEAD + (1 - at) * HEIGHT;
        return (
          <g key={label}>
            <path class="chart-ground" d={`M${LEFT} ${height.toFixed(1)}H${WIDTH}`} />
            <text class="chart-word end" x={LEFT - 5} y={(height + 4).toFixed(1)}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The next number above that is easy to halve and to read. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return [2, 4, 6, 8].map((step) => step * power).find((top) => top >= value) ?? 10 * power;
}

function shortNumber(value: number): string {
  return value >= 1000 ? `${value / 1000}k` : String(value);
}
