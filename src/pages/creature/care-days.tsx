import { DAY } from '../../core/clock.ts';
import { ACTIONS } from '../../core/vocabulary.ts';
import type { CreatureView } from '../../house/view-creature.ts';
import { CREATURE } from '../../voice/creature-page.ts';
import { dayOf } from '../../voice/dates.ts';
import { counted } from '../../voice/durations.ts';
import { ACTION_NAMES } from '../../voice/pages.ts';
import { StackedDays } from '../parts/chart.tsx';
import { Empty } from '../parts/empty.tsx';

// A chart of a single day would be one fat column.
const FEWEST_DAYS = 7;

/** Two weeks of care, day by day; of a young one only as many as it has lived. */
export function CareDays({ view: { care, totals, creature } }: { readonly view: CreatureView }) {
  if (totals.careActions === 0) return <Empty>{CREATURE.noCare}</Empty>;
  const lived = care.days.filter(({ startsAt }) => startsAt + DAY > creature.adoptedAt);
  const days = care.days.slice(-Math.max(FEWEST_DAYS, lived.length));
  const done = ACTIONS.filter((action) => days.some(({ counts }) => counts[action] !== undefined));
  const columns = days.map(({ startsAt, counts }) => ({
    label: dayOf(startsAt),
    counts: done.map((action) => ({ tone: action, count: counts[action] ?? 0 })),
  }));
  return (
    <div class="care-days">
      <p>
        {counted(totals.careActions, 'act')} of care, {counted(totals.feedings, 'meal')} among them;{' '}
        {counted(totals.missedFeedings, 'meal')} missed.
      </p>
      <StackedDays columns={columns} caption={`Acts of care on each of the last ${days.length} days`} />
      <ul class="legend">
        {done.map((action) => (
          <li key={action} class={`tone-${action}`}>
            {ACTION_NAMES[action]}
          </li>
        ))}
      </ul>
      {!care.whole && <p class="fine">More was done than is counted here.</p>}
    </div>
  );
}
