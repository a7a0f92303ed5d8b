import type { Instant } from '../core/clock.ts';
import type { Graveyard } from '../house/visit-graveyard.ts';
import { GRAVEYARD, restingHere } from '../voice/graveyard-page.ts';
import { Carvings } from './graveyard/carvings.tsx';
import { Garden } from './graveyard/garden.tsx';
import { Plot } from './graveyard/plot.tsx';
import { Masthead } from './layout.tsx';
import type { Leaf } from './leaf.ts';
import { HOUSE_CARDS } from './card-paths.ts';
import { agentPath } from './paths.ts';
import { Empty } from './parts/empty.tsx';
import { Pagination } from './parts/pagination.tsx';
import { Name } from './parts/quote.tsx';

/** Which stones somebody wants to see. */
export interface GraveyardWish {
  /** A keeper's username, as it was asked for; empty for everybody's. */
  readonly agent: string;
  readonly page: number;
  readonly pages: number;
}

/** The stones of those who died here, a page at a time. */
export function graveyardPage({ entries, total }: Graveyard, wish: GraveyardWish, now: Instant): Leaf {
  const { agent, page, pages } = wish;
  return {
    title: GRAVEYARD.title,
    description: GRAVEYARD.description,
    path: addressOf(agent, page),
    room: 'graveyard',
    card: HOUSE_CARDS.graveyard,
    unlisted: agent !== '',
    content: (
      <>
        <div class="garden">
          <Garden />
          <Masthead title={GRAVEYARD.title}>
            <p>
              {restingHere(total)} {total > 0 && GRAVEYARD.lantern}
            </p>
          </Masthead>
          <Seek agent={agent} />
        </div>
        {entries.length === 0 ? (
          <Empty>{agent === '' ? GRAVEYARD.none : GRAVEYARD.noneOf}</Empty>
        ) : (
          <>
            <Carvings />
            <div class="graves">
              {entries.map((stone) => (
                <Plot key={stone.id} stone={stone} now={now} />
              ))}
            </div>
          </>
        )}
        <Pagination
          page={page}
          pages={pages}
          label="Pages of stones"
          at={(turned) => addressOf(agent, turned)}
        />
      </>
    ),
  };
}

function Seek({ agent }: { readonly agent: string }) {
  return (
    <form class="seek" action="/graveyard" method="get" role="search">
      <label for="seek-agent">{GRAVEYARD.seek}</label>
      <input
        id="seek-agent"
        name="agent"
        value={agent}
        maxLength={50}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        placeholder="a keeper’s name"
      />
      <button type="submit">{GRAVEYARD.show}</button>
      {agent !== '' && (
        <span>
          Only those of{' '}
          <a href={agentPath(agent)}>
            <Name>{agent}</Name>
          </a>
          . <a href="/graveyard">{GRAVEYARD.everybody}</a>
        </span>
      )}
    </form>
  );
}

function addressOf(agent: string, page: number): string {
  const words = new URLSearchParams({
    ...(agent !== '' && { agent }),
    ...(page > 1 && { page: String(page) }),
  });
  return words.size === 0 ? '/graveyard' : `/graveyard?${words.toString()}`;
}
