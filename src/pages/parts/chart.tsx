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

interface StackedDaysProps {
  readonly columns: readonly StackedDay[];
  readonly caption: string;
  /** What is counted: `acts of care`. */
  readonly unit: string;
}

/** A stacked column for every day over a scale with numbers, and the sums as a table for screen readers. */
export function StackedDays({ columns, caption, unit }: StackedDaysProps) {
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
          <ScaleMark key={mark} mark={mark} y={HEIGHT - mark * scale} />
        ))}
        {columns.map((column, at) => (
          <Stack
            key={column.label}
            column={column}
            x={AXIS + at * step + GAP / 2}
            width={step - GAP}
            scale={scale}
          />
        ))}
        {columns.map(({ label }, at) =>
          at % 3 === columns.length % 3 ? (
            <text key={label} class="chart-label" x={AXIS + at * step + step / 2} y={HEIGHT + 18}>
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <ChartTable caption={caption} rows={columns.map(({ label }, at) => [label, String(sums[at])])} />
    </figure>
  );
}

function ScaleMark({ mark, y }: { readonly mark: number; readonly y: number }) {
  return (
    <>
      <path class="chart-ground" d={`M${AXIS} ${y.toFixed(1)}H${WIDTH}`} />
      <text class="chart-number" x={AXIS - 8} y={(y + 4.5).toFixed(1)}>
        {mark}
      </text>
    </>
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

interface StackedDayProps {
  readonly column: StackedDay;
  readonly x: number;
  readonly width: number;
  readonly scale: number;
}

function Stack({ column, x, width, scale }: StackedDayProps) {
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
          key={tone}
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

interface ChartTableProps {
  readonly caption: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
}

/** A chart once more as a table, for screen readers. */
function ChartTable({ caption, rows }: ChartTableProps) {
  return (
    <figcaption class="unseen">
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(([label, text]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figcaption>
  );
}
