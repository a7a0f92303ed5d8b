import { inColumns, median } from '../support/report.ts';
import { middleOf, type Measured, type Result, type Subject } from './measure.ts';

function written(figure: number, digits: number): string {
  return Number.isNaN(figure) ? '' : figure.toFixed(digits);
}

/** CPU as a multiple of the bare server's GET or POST of the same reply, of the durable limit, or of the plain service. */
type Ratios = Readonly<Record<'get' | 'post' | 'limit' | 'plain', number>>;

const COLUMNS: Readonly<Record<string, (figures: Measured & Ratios) => string>> = {
  'CPU µs': ({ cpuMicros }) => written(cpuMicros, 1),
  'req/s': ({ perSecond }) => written(perSecond, 0),
  'p50 ms': ({ p50Ms }) => written(p50Ms, 2),
  'p99 ms': ({ p99Ms }) => written(p99Ms, 2),
  // Allocated on the heap of the main thread.
  'KB/req': ({ allocatedBytes }) => written(allocatedBytes / 1024, 1),
  statements: ({ statements }) => written(statements, 2),
  'round trips': ({ roundTrips }) => written(roundTrips, 2),
  '× GET': ({ get }) => written(get, 2),
  '× POST': ({ post }) => written(post, 2),
  '× limit': ({ limit }) => written(limit, 2),
  '× plain service': ({ plain }) => written(plain, 2),
};

export function speedTable(results: readonly Result[]): string {
  const measured = new Map(results.map(({ subject, rounds }) => [subject, middleOf(rounds)]));
  const lines = [...measured].map(([subject, figures]) => {
    const times = (bare: Subject | undefined) =>
      figures.cpuMicros / ((bare && measured.get(bare)?.cpuMicros) ?? NaN);
    const { get, post, limit, plain } = subject.against ?? {};
    const ratios = { get: times(get), post: times(post), limit: times(limit), plain: times(plain) };
    const all = { ...figures, ...ratios };
    const cells = Object.values(COLUMNS).map((cell) => cell(all));
    return [subject.name, ...cells, verdict(subject, all)];
  });
  const table = [['', ...Object.keys(COLUMNS), 'target'], ...lines];
  const isKnown = (_: string, at: number) => at === 0 || lines.some((line) => line[at] !== '');
  return inColumns(table.map((line) => line.filter(isKnown)));
}

function verdict({ target }: Subject, { p50Ms, p99Ms, ...ratios }: Measured & Ratios): string {
  if (!target) return '';
  const { times, of, tail, plain } = target;
  const judged = (most: number, ratio: number) => `≤ ${most.toFixed(1)} ${ratio <= most ? 'met' : 'MISSED'}`;
  const verdicts = [`× ${of === 'limit' ? of : of.toUpperCase()} ${judged(times, ratios[of])}`];
  if (plain !== undefined) verdicts.push(`× plain ${judged(plain, ratios.plain)}`);
  if (tail !== undefined) verdicts.push(`p99/p50 ${judged(tail, p99Ms / p50Ms)}`);
  return verdicts.join(', ');
}

/** The same request at another checkout and here. The ratio is the middle of the ratios of CPU in each round, since both were measured in turn. */
export function comparisonTable(results: readonly Result[]): string {
  const lines = results.flatMap(({ subject, rounds }) => {
    const other = results.find((each) => each.subject === subject.before);
    if (!other) return [];
    const [before, after] = [middleOf(other.rounds), middleOf(rounds)];
    const ratios = rounds.map(({ cpuMicros }, at) => cpuMicros / (other.rounds[at]?.cpuMicros ?? NaN));
    const both = (figure: keyof Measured, unit = 1, digits = 0) =>
      [before, after].map((each) => written(each[figure] / unit, digits));
    return [
      [
        subject.name,
        ...both('cpuMicros', 1, 1),
        written(median(ratios), 3),
        `${written(Math.min(...ratios), 2)}–${written(Math.max(...ratios), 2)}`,
        ...both('perSecond'),
        ...both('allocatedBytes', 1024, 1),
      ],
    ];
  });
  const head = '|CPU µs before|after|after/before|in rounds|req/s before|after|KB before|after'.split('|');
  return inColumns([head, ...lines]);
}
