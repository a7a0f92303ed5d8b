interface StackedDay {
  readonly label: string;
  readonly counts: readonly { readonly tone: string; readonly count: number }[];
}

const WIDTH = 560;
const HEIGHT = 200;
const FOOT = 24;
const GAP = 6;

/** A stacked column for every day, and the sums as a table for screen readers. */
export function StackedDays({
  columns,
  caption,
}: {
  readonly columns: readonly StackedDay[];
  readonly caption: string;
}) {
  const sums = columns.map(({ counts }) => counts.reduce((sum, { count }) => sum + count, 0));
  const most = Math.max(1, ...sums);
  const step = WIDTH / columns.length;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} width={WIDTH} height={HEIGHT + FOOT} aria-hidden="true">
        <path class="chart-ground" d={`M0 ${HEIGHT + 0.5}H${WIDTH}`} />
        {columns.map((column, at) => (
          <Stack
            key={column.label}
            column={column}
            x={at * step + GAP / 2}
            width={step - GAP}
            scale={(HEIGHT - 20) / most}
          />
        ))}
        {columns.map(({ label }, at) =>
          at % 3 === columns.length % 3 ? (
            <text key={label} class="chart-label" x={at * step + step / 2} y={HEIGHT + 18}>
              {label}
            </text>
          ) : null,
        )}
      </svg>
      <ChartTable caption={caption} rows={columns.map(({ label }, at) => [label, String(sums[at])])} />
    </figure>
  );
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

export interface ChartTableProps {
  readonly caption: string;
  readonly rows: readonly (readonly [label: string, text: string])[];
}

/** A chart once more as a table, for screen readers. */
export function ChartTable({ caption, rows }: ChartTableProps) {
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
