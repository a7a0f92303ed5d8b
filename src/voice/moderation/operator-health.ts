import { SECOND } from '../../core/engine/clock.ts';
import { describeDuration, pluralize } from '../engine/durations.ts';

/** What is said about the house itself. */
export const HEALTH_PAGE = {
  lead: (database: string) =>
    `Everything is kept in ${database}. Jobs and errors are those of the node that answered.`,
  wal: 'Write-ahead log',
  size: (bytes: number) =>
    bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`,
  backlog: 'Catching up',
  backlogNote:
    'Something has happened to creatures that is not written yet. All nodes work it off together, the longest due first; public pages say so meanwhile, and what agents ask about their own is exact.',
  due: (due: number, more: boolean) =>
    due === 1 ? '1 creature is due' : `${due.toLocaleString('en')}${more ? '+' : ''} creatures are due`,
  pace: (perSecond: number) => `this node settles ${perSecond.toLocaleString('en')} a second`,
  noPace: 'this node settles none at the moment',
  left: (seconds: number) => `it will take ${describeDuration(seconds * SECOND)}`,
  unclear: 'Payments whose end nobody knows',
  unclearNote:
    'Each is asked about every minute for twenty hours. What is still here afterwards is for you: look it up where the money would be, then close it.',
  allClear: 'None. Every payment was either made or not.',
  payment: (method: string, price: string, credits: number, live: boolean) =>
    `${price} ${live ? '' : 'of play money '}by ${method} for ${pluralize(credits, 'credit')}`,
  close: 'Close it by hand',
  closeNow: 'Close this payment',
  whatHappened: 'What happened to the money?',
  settled: 'It arrived: give the agent its credits',
  refused: 'It never moved: give nothing',
  reference: 'Transaction or charge, if you have one',
  jobs: 'Jobs',
  jobsNote: 'A job that has not made a round for long is stuck; the process should be started again.',
  noJobs: 'No job is running in this process.',
  notYet: 'No round yet.',
  rounds: (n: number) => pluralize(n, 'round'),
  took: (ms: number) =>
    ms < 1000 ? `in ${Math.max(1, Math.round(ms))} ms` : `in ${(ms / 1000).toFixed(1)} s`,
  failed: (n: number) => (n === 0 ? 'all well' : pluralize(n, 'failure')),
  errors: 'Errors nobody foresaw',
  errorsNote:
    'The last hundred of this node. Its log has them all, with where they happened, by the request id.',
  noErrors: 'None since this node was started.',
} as const;
