import type { LivingFace } from '../../house/faces.ts';
import type { HouseNow } from '../../house/watch-house.ts';
import { openMood } from '../../core/reveal.ts';
import { inTime } from '../../voice/durations.ts';
import { HOME } from '../../voice/home.ts';
import { FEEDING_WORDS } from '../../voice/pages.ts';
import { agentPath, creaturePath } from '../paths.ts';
import { Bar } from '../parts/bar.tsx';
import { Empty } from '../parts/empty.tsx';
import { SmallPortrait } from '../parts/portrait.tsx';
import { Name } from '../parts/quote.tsx';
import { UrgencyTag } from '../parts/tags.tsx';

const SHOWN = 6;

/** Those who wait, the most urgent first. */
export function InNeed({ house: { inNeed, totals } }: { readonly house: HouseNow }) {
  if (inNeed.length === 0) return <Empty>{totals.alive > 0 ? HOME.needs.none : HOME.needs.empty}</Empty>;
  return (
    <ol class="needs">
      {inNeed.slice(0, SHOWN).map((face) => (
        <Waiting key={face.creature.id} face={face} />
      ))}
    </ol>
  );
}

function Waiting({ face: { creature, species, observed, keeper } }: { readonly face: LivingFace }) {
  const { deathClock, feeding, hidden } = observed;
  const left = Math.min(100, (100 * deathClock.hoursRemaining) / deathClock.thresholdHours);
  return (
    <li class={`need family-${species.family}`}>
      <SmallPortrait id={creature.id} stage={creature.stage} mood={openMood(observed)} />
      <div>
        <h3>
          <a href={creaturePath(creature.id)}>
            <Name>{creature.name}</Name>
          </a>{' '}
          <UrgencyTag urgency={deathClock.urgency} />
        </h3>
        <p>{FEEDING_WORDS[feeding.status]}</p>
        {!hidden.includes('health') && (
          <p class="left">
            <Bar percent={left} tone={deathClock.urgency} />
            <span>Dies {inTime(deathClock.hoursRemaining)} if nobody comes</span>
          </p>
        )}
        <p class="fine">
          Kept by{' '}
          <a href={agentPath(keeper.username)}>
            <Name>{keeper.displayName}</Name>
          </a>
        </p>
      </div>
    </li>
  );
}
