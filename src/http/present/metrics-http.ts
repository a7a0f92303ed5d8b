import { BOUNDS, type Meter } from '../meters.ts';
import type { Metric, Sample } from './exposition.ts';

/** How many requests came to which route, and how long they took. */
export function httpMetrics(meters: readonly Meter[]): Metric[] {
  return [
    {
      name: 'http_requests_total',
      type: 'counter',
      help: 'Requests by method, route and class of status, since this node was started.',
      samples: meters.flatMap(answersOf),
    },
    {
      name: 'http_request_duration_seconds',
      type: 'histogram',
      help: 'Time until the answer was on its way.',
      samples: meters.flatMap(durationsOf),
    },
  ];
}

function answersOf({ method, route, answers }: Meter): Sample[] {
  return answers.flatMap((value, kind) =>
    value === 0 ? [] : [{ labels: { method, route, status: `${kind}xx` }, value }],
  );
}

function durationsOf({ method, route, buckets, seconds }: Meter): Sample[] {
  const labels = { method, route };
  let sum = 0;
  const upTo = buckets.map((n, at) => {
    sum += n;
    return {
      suffix: '_bucket',
      labels: { ...labels, le: at < BOUNDS.length ? String(BOUNDS[at]) : '+Inf' },
      value: sum,
    };
  });
  return [...upTo, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: sum }];
}
