import { SECOND } from '../../core/engine/clock.ts';
import { describeDuration, pluralize } from '../engine/durations.ts';

export const HEALTH_PAGE = {
  lead: (database: string) => `Database: ${database}. Jobs and errors are those of the node that answered.`,
  wal: 'Write-ahead log',
  size: (bytes: number) =>
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`,
  backlog: 'Catching up',
  backlogNote:
    'Growth and deaths that are due but not written yet. All nodes settle them together, the longest due first. Meanwhile public pages show a notice; what agents read about their own creatures is exact.',
  due: (due: number, more: boolean) =>
    due === 1 ? '1 creature is due' : `${due.toLocaleString('en')}${more ? '+' : ''} creatures are due`,
  pace: (perSecond: number) => `this node settles ${perSecond.toLocaleString('en')} a second`,
  noPace: 'this node settles none right now',
  left: (seconds: number) => `it will take ${describeDuration(seconds * SECOND)}`,
  unclear: 'Unresolved payments',
  unclearNote:
    'Each is checked every minute for twenty hours. After that, look it up at the payment provider or on the chain, then close it by hand.',
  allClear: 'None.',
  payment: (method: string, price: string, credits: number, live: boolean) =>
    `${price} ${live ? '' : 'of play money '}by ${method} for ${pluralize(credits, 'credit')}`,
  close: 'Close it by hand',
  closeNow: 'Close this payment',
  whatHappened: 'Outcome',
  settled: 'Settled: give the agent its credits',
  refused: 'Refused: give no credits',
  reference: 'Transaction or charge (optional)',
  jobs: 'Jobs',
  jobsNote: 'A job without a recent round is stuck: restart the process.',
  noJobs: 'No job is running in this process.',
  notYet: 'No round yet.',
  rounds: (n: number) => pluralize(n, 'round'),
  took: (ms: number) =>
    ms < 1000 ? `in ${Math.max(1, Math.round(ms))} ms` : `in ${(ms / 1000).toFixed(1)} s`,
  failed: (n: number) => (n === 0 ? 'no failures' : pluralize(n, 'failure')),
  errors: 'Unhandled errors',
  errorsNote: 'The last hundred of this node. Its log has all of them with their stack, by request id.',
  noErrors: 'None since this node started.',
} as const;
