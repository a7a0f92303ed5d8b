import { GROWN_UP_CONSISTENCY, HIGH_CARE_CONSISTENCY } from '../../core/lives/growth.ts';
import { Bar } from './bar.tsx';

/** A percentage of care in the one scale of colours for them: that of what grows up under such care. */
export function PercentBar({ percent }: { readonly percent: number }) {
  return <Bar percent={percent} tone={toneOf(percent)} />;
}

function toneOf(percent: number): string {
  if (percent >= HIGH_CARE_CONSISTENCY) return 'good';
  return percent >= GROWN_UP_CONSISTENCY ? 'wait' : 'bad';
}
