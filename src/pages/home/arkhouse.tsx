import type { HouseNow } from '../../house/watch-house.ts';
import { HOME } from '../../voice/home.ts';
import { CreatureWindow, EmptyWindow } from '../parts/window.tsx';

// Two rows of six on a wide screen, and a whole number of rows on any other.
const WINDOWS = 12;

/** The house itself, afloat, with whoever is awake at its windows. */
export function Arkhouse({ house }: { readonly house: HouseNow }) {
  const { awake, totals } = house;
  const dark = Math.max(0, WINDOWS - awake.length);
  return (
    <section class="arkhouse" aria-labelledby="awake-heading">
      <h2 id="awake-heading" class="sign-board">
        {awake.length === 0 ? 'Nobody is awake' : 'Awake now'}
      </h2>
      <div class="afloat">
        <div class="chimney" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <div class="roof" aria-hidden="true" />
        <div class="facade">
          {awake.length === 0 && (
            <p class="note">{totals.alive > 0 ? HOME.nobodyAwake.asleep : HOME.nobodyAwake.none}</p>
          )}
          <div class="windows">
            {awake.slice(0, WINDOWS).map((face, at) => (
              <CreatureWindow
                key={face.creature.id}
                face={face}
                level={3}
                loading={at < 6 ? 'eager' : 'lazy'}
              />
            ))}
            {Array.from({ length: dark }, (_, at) => (
              <div key={at} class="window vacant">
                <EmptyWindow />
              </div>
            ))}
          </div>
        </div>
        <div class="hull" aria-hidden="true" />
      </div>
      <div class="sea" aria-hidden="true" />
    </section>
  );
}
