import { ACTIONS, CAUSES, TIMINGS } from '../../core/vocabulary.ts';
import type { JobStanding, Queue } from '../../house/house-health.ts';
import type { Gauges } from '../../house/read-gauges.ts';
import type { Metric, Sample } from './exposition.ts';

/** The house as it stands: the same on every node, since all of them share one. */
export function houseMetrics(gauges: Gauges): Metric[] {
  const { alive, eggs, agents, deaths, walBytes, queues } = gauges;
  return [
    gauge('creatures_alive', 'Creatures that have hatched and live.', alive),
    gauge('eggs', 'Eggs that nobody has looked at yet.', eggs),
    gauge('agents', 'Agents that have registered.', agents),
    {
      name: 'care_actions_total',
      type: 'counter',
      help: 'Acts of care by action and, for meals, by timing, since the house was opened.',
      samples: careSamples(gauges),
    },
    {
      name: 'deaths_total',
      type: 'counter',
      help: 'Deaths by cause, since the house was opened.',
      samples: CAUSES.map((cause) => ({ labels: { cause }, value: deaths[cause] })),
    },
    {
      name: 'queue_depth',
      type: 'gauge',
      help: 'Work that is waiting; counted no further than a thousand.',
      samples: queues.map(({ name, waiting }: Queue) => ({ labels: { queue: name }, value: waiting })),
    },
    {
      name: 'sqlite_wal_bytes',
      type: 'gauge',
      help: 'Length of the write-ahead log.',
      samples: walBytes === undefined ? [] : [{ value: walBytes }],
    },
  ];
}

/** Only meals have a timing. */
function careSamples({ care, timings }: Gauges): Sample[] {
  const timed = TIMINGS.map((timing) => ({
    labels: { action: 'feed', timing },
    value: timings[timing],
  }));
  const others = ACTIONS.filter((action) => action !== 'feed').map((action) => ({
    labels: { action, timing: 'none' },
    value: care[action],
  }));
  return [...timed, ...others];
}

/** How the jobs of this node are doing. */
export function jobMetrics(jobs: readonly JobStanding[], ledgerImbalance: number | undefined): Metric[] {
  const each = (value: (job: JobStanding) => number | undefined): Sample[] =>
    jobs.flatMap((job) => {
      const told = value(job);
      return told === undefined ? [] : [{ labels: { name: job.name }, value: told }];
    });
  return [
    {
      name: 'job_rounds_total',
      type: 'counter',
      help: 'Rounds a job has made on this node.',
      samples: each(({ rounds }) => rounds),
    },
    {
      name: 'job_failures_total',
      type: 'counter',
      help: 'Rounds of a job in which something went wrong.',
      samples: each(({ failures }) => failures),
    },
    {
      name: 'job_last_success_timestamp_seconds',
      type: 'gauge',
      help: 'When a job last made a round in which all went well.',
      samples: each(({ lastWentWellAt: at }) => (at === undefined ? undefined : at / 1000)),
    },
    {
      name: 'job_last_round_seconds',
      type: 'gauge',
      help: 'How long its last round took.',
      samples: each(({ rounds, lastTookMs }) => (rounds === 0 ? undefined : lastTookMs / 1000)),
    },
    {
      name: 'ledger_imbalance',
      type: 'gauge',
      help: 'Credits by which accounts differ from their ledgers, by the last walk through all of them.',
      samples: ledgerImbalance === undefined ? [] : [{ value: ledgerImbalance }],
    },
  ];
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] };
}
