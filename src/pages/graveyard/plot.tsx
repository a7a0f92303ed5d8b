import type { Instant } from '../../core/clock.ts';
import type { Gravestone } from '../../house/visit-graveyard.ts';
import { lived } from '../../voice/durations.ts';
import { GRAVEYARD, keptWords, lanternWords } from '../../voice/graveyard-page.ts';
import { CAUSE_WORDS } from '../../voice/pages.ts';
import { stoneWords } from '../../voice/stones.ts';
import { agentPath, creaturePath, speciesPath } from '../paths.ts';
import { Ago } from '../parts/moment.tsx';
import { Name } from '../parts/quote.tsx';
import { Carving, Flowers, Grass, Lantern } from './carvings.tsx';

/** One grave: the stone, what stands before it, and what is known of who lies there. */
export function Plot({ stone, now }: { readonly stone: Gravestone; readonly now: Instant }) {
  const burning = lanternWords(stone, now);
  const isBack = stone.resurrectedAt !== undefined;
  return (
    <article class={`plot family-${stone.family} ${isBack ? 'back' : ''}`}>
      <div class="standing">
        <div class={`headstone shape-${stone.family}`}>
          <Carving family={stone.family} />
          <h2>
            <a href={creaturePath(stone.creatureId)}>
              <Name>{stone.name}</Name>
            </a>
          </h2>
          <p class="span">lived {lived(stone.livedMs)}</p>
          <p class="epitaph">{stoneWords(stone)}</p>
        </div>
        <Grass />
        {burning !== undefined && <Lantern />}
        {isBack && <Flowers />}
      </div>
      <p>
        <a href={speciesPath(stone.species)}>
          <Name>{stone.speciesName}</Name>
        </a>
        , {stone.stageReached}, kept by{' '}
        <a href={agentPath(stone.caretaker)}>
          <Name>{stone.caretaker}</Name>
        </a>
        . It died {CAUSE_WORDS[stone.cause]}, <Ago at={stone.diedAt} now={now} />.
      </p>
      <p class="fine">{keptWords(stone)}</p>
      {stone.resurrectedAt !== undefined && (
        <p class="returned">
          {GRAVEYARD.back}, <Ago at={stone.resurrectedAt} now={now} />.
        </p>
      )}
      {burning !== undefined && <p class="burning">{burning}</p>}
    </article>
  );
}
