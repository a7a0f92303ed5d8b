import type { HouseSnapshot } from '../../house/public/house-snapshot.ts';
import { HOME_PAGE } from '../../voice/public/home-page.ts';
import { MotionControl } from '../parts/motion-control.tsx';
import { CreatureWindow, EmptyWindow } from '../parts/window.tsx';

// Two rows of six on a wide screen, and a whole number of rows on any other.
const WINDOWS = 12;

/** The drawing of the house, with creatures that are awake at its windows. */
export function HouseFront({ house }: { readonly house: HouseSnapshot }) {
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
            <p class="note">{totals.alive > 0 ? HOME_PAGE.nobodyAwake.asleep : HOME_PAGE.nobodyAwake.none}</p>
          )}
          <div class="windows">
            {awake.slice(0, WINDOWS).map((resident, at) => (
              <CreatureWindow
                key={resident.creature.id}
                resident={resident}
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
      <MotionControl />
    </section>
  );
}

/** The sun and gulls by day, the moon and stars by night. */
export function Sky() {
  return (
    <svg class="heaven" viewBox="0 0 440 300" width="440" height="300" aria-hidden="true">
      <g class="day">
        <circle class="sun-glow" cx="300" cy="120" r="112" />
        <circle class="sun-glow" cx="300" cy="120" r="82" />
        <circle class="sun" cx="300" cy="120" r="52" />
        <path class="cloud" d="M66 176a26 26 0 0 1 8-51 40 40 0 0 1 74-4 30 30 0 0 1 14 55z" />
        <path class="cloud" d="M290 214a19 19 0 0 1 5-37 30 30 0 0 1 56-3 23 23 0 0 1 12 40z" />
        <path
          class="gull"
          d="M176 66q10-12 19-1 8-12 20 0M222 96q7-9 14-1 6-9 14 0M128 52q6-7 11 0 5-7 11 0"
        />
      </g>
      <g class="night">
        <circle class="moon-glow" cx="300" cy="120" r="96" />
        <path class="moon" d="M322 70a52 52 0 1 0 28 68 44 44 0 0 1-28-68z" />
        <path
          class="star"
          d="M60 60h4M62 58v4M140 132h4M142 130v4M196 40h6M199 37v6M108 214h3M109 212v4M228 196h4M230 194v4M402 52h5M404 49v6M418 196h4M420 194v4M382 250h4M384 248v4M24 150h4M26 148v4M170 262h4M172 260v4"
        />
      </g>
    </svg>
  );
}
