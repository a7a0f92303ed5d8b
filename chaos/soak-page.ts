import { inColumns } from '../bench/tables/columns.ts';
import type { AnswerCounts } from './counting.ts';
import type { Reckoning } from './ledger.ts';

/** The witness at a moment: what it has of the memory, and how long it takes to say that it lives. */
export interface Sample {
  readonly second: number;
  readonly megabytes: number;
  readonly answersMs: number;
}

/** All that happened in a soak. */
export interface Soaked {
  readonly on: string;
  readonly seed: number;
  readonly minutes: number;
  readonly speed: number;
  readonly counts: AnswerCounts;
  /** How often attackers were answered with each status. */
  readonly attacked: ReadonlyMap<number, number>;
  readonly reckoning: Reckoning;
  readonly lives: Readonly<Record<'laid' | 'hatched' | 'grewUp' | 'died', number>>;
  readonly faults: readonly string[];
  readonly samples: readonly Sample[];
  readonly audit: { readonly code: number; readonly said: string };
}

/** What it uses at first is compiled code and filled caches; from then on it may grow by so much a minute. */
const WARM_AFTER = 1 / 3;
const MOST_MB_A_MINUTE = 1;

/** A page about it for people, and why it did not pass. */
export function soakPage(soaked: Soaked): { readonly page: string; readonly complaints: readonly string[] } {
  const complaints = complaintsAbout(soaked);
  const { on, seed, minutes, speed, counts, attacked, reckoning, lives, faults, audit } = soaked;
  const slope = slopeOf(soaked.samples);
  const lines = [
    ['requests of agents', `${counts.requests}, of which ${counts.succeeded} succeeded`],
    ['other answers', listOf(counts.others)],
    ['answers to attackers', listOf(attacked)],
    ['deeds', `${reckoning.deeds}, acknowledged ${reckoning.acknowledged}`],
    ['lost and doubled', `${reckoning.lost.length} and ${reckoning.doubled.length}`],
    ['lives', `${lives.laid} laid, ${lives.hatched} hatched, ${lives.grewUp} grew up, ${lives.died} died`],
    ['faults', faults.join(', ') || 'none'],
    ['memory of the witness', `${slope.toFixed(2)} MB a minute after the first third`],
    ['/livez of the witness', livezOf(soaked.samples)],
    ['audit', audit.code === 0 ? 'clean' : (audit.said.split('\n', 1)[0] ?? '')],
  ];
  const page = [
    '# Soak',
    `Three nodes on PostgreSQL with a standby, Redis and haproxy, for ${minutes} minutes in which ${speed} times as much time goes by for those who live there; agents, faults and attackers at once. Made by \`npm run soak -- --write\`.`,
    `${on}, SEED=${seed}.`,
    ['| what | measured |', '| --- | --- |', ...lines.map(([what, value]) => `| ${what} | ${value} |`)].join(
      '\n',
    ),
    'Memory of the node that was never restarted, in MB, and how long it took to answer `/livez`, in ms:',
    `\`\`\`text\n${chart(soaked.samples)}\n\`\`\``,
    complaints.length === 0 ? 'It passed.' : `It did not pass: ${complaints.join('; ')}.`,
  ].join('\n\n');
  return { page: `${page}\n`, complaints };
}

function complaintsAbout({ counts, attacked, reckoning, samples, audit }: Soaked): string[] {
  const bad = [...attacked.keys()].filter((status) => status >= 500 && status !== 503);
  return [
    ...(counts.owed.length > 0 ? [`agents were answered with ${counts.owed.join(', ')}`] : []),
    ...(bad.length > 0 ? [`attackers were answered with ${bad.join(', ')}`] : []),
    ...(reckoning.lost.length > 0 ? [`${reckoning.lost.length} acknowledged deeds are lost`] : []),
    ...(reckoning.doubled.length > 0 ? [`${reckoning.doubled.length} deeds were done twice`] : []),
    ...(slopeOf(samples) > MOST_MB_A_MINUTE ? ['memory grows'] : []),
    ...(audit.code === 0 ? [] : ['the audit finds fault']),
  ];
}

/** By how much memory grows in a minute, by the line that fits best once it is warm. */
function slopeOf(samples: readonly Sample[]): number {
  const warm = samples.slice(Math.floor(samples.length * WARM_AFTER));
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const minutes = warm.map(({ second }) => second / 60);
  const [at, height] = [mean(minutes), mean(warm.map(({ megabytes }) => megabytes))];
  const rise = warm.map(({ megabytes }, nth) => ((minutes[nth] ?? 0) - at) * (megabytes - height));
  const run = minutes.map((minute) => (minute - at) ** 2);
  return mean(rise) / mean(run);
}

function livezOf(samples: readonly Sample[]): string {
  const times = samples.map(({ answersMs }) => answersMs).toSorted((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? NaN).toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${(times.at(-1) ?? NaN).toFixed(0)} ms`;
}

function listOf(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  return sorted.map(([name, times]) => `${times} × ${name}`).join(', ') || 'none';
}

const ROWS = 30;

function chart(samples: readonly Sample[]): string {
  const every = Math.max(1, Math.floor(samples.length / ROWS));
  const most = Math.max(...samples.map(({ megabytes }) => megabytes));
  const shown = samples.filter((_, nth) => nth % every === 0);
  return inColumns([
    ['minute', 'MB', '', '/livez ms'],
    ...shown.map(({ second, megabytes, answersMs }) => [
      (second / 60).toFixed(1),
      megabytes.toFixed(0),
      '#'.repeat(Math.round((40 * megabytes) / most)),
      answersMs.toFixed(1),
    ]),
  ]);
}
