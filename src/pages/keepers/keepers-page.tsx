import { KEEPER_ORDERS } from '../../core/vocabulary.ts';
import type { KeeperEntry, KeeperPage, KeeperQuery } from '../../house/public/browse-keepers.ts';
import {
  KEEPER_ORDER_NAMES,
  keeperCountWords,
  KEEPERS_PAGE,
  keeperSinceWords,
  keepersLead,
  reliabilityWords,
} from '../../voice/keepers/keepers-page.ts';
import type { UnknownWord } from '../../voice/public/unknown-words.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { KeeperLink } from '../parts/links.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';
import { SearchForm } from '../parts/search-form.tsx';
import { Unknown } from '../parts/unknown.tsx';
import { agentPicturePath, pageQuery, picturePath, withQuery } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

/** Those who keep creatures, page by page. */
export function keepersPage(
  { asOf, keepers, page, more }: KeeperPage,
  query: KeeperQuery,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { words, order } = query;
  return {
    title: KEEPERS_PAGE.title,
    description: KEEPERS_PAGE.description,
    path: addressOf({ ...query, page }),
    room: 'keepers',
    asOf,
    card: HOUSE_CARDS.hall,
    unlisted: words !== undefined || unknown.length > 0,
    content: (
      <>
        <Masthead title={KEEPERS_PAGE.title}>{keepersLead(order, words)}</Masthead>
        <Unknown words={unknown} />
        <div class="choices">
          <SearchForm
            action="/keepers"
            label={KEEPERS_PAGE.seek}
            hint={KEEPERS_PAGE.seekHint}
            button={KEEPERS_PAGE.find}
            words={words}
            without="/keepers"
          />
          {words === undefined && (
            <Choice
              label="Order"
              options={KEEPER_ORDERS.map((each) => ({
                label: KEEPER_ORDER_NAMES[each],
                href: addressOf({ words, order: each, page: 1 }),
                chosen: each === order,
              }))}
            />
          )}
        </div>
        {keepers.length === 0 ? (
          <Empty>{words === undefined ? KEEPERS_PAGE.none : KEEPERS_PAGE.noneCalled}</Empty>
        ) : (
          <ul class="keepers">
            {keepers.map((keeper) => (
              <KeeperCard key={keeper.username} keeper={keeper} />
            ))}
          </ul>
        )}
        <Pagination
          page={page}
          pages={undefined}
          more={more}
          label="Pages of keepers"
          at={(turned) => addressOf({ ...query, page: turned })}
        />
      </>
    ),
  };
}

function KeeperCard({ keeper }: { readonly keeper: KeeperEntry }) {
  const { username, since, consistency, faces } = keeper;
  return (
    <li class="keeper-card">
      <Drawing kind="avatar" src={agentPicturePath(username)} alt="" size={80} />
      <div class="keeper-about">
        <h2>
          <KeeperLink keeper={keeper} />
        </h2>
        <p class="fine">{keeperSinceWords(username, since)}</p>
        <p>{keeperCountWords(keeper)}</p>
      </div>
      <p class="keeper-record">
        {consistency !== undefined && <PercentBar percent={consistency} />}
        {reliabilityWords(consistency)}
      </p>
      {faces.length > 0 && (
        <p class="keeper-faces">
          {faces.map((face) => (
            <Drawing key={face.id} kind="portrait small" src={picturePath(face)} alt="" size={56} />
          ))}
        </p>
      )}
    </li>
  );
}

function addressOf({ words, order, page }: KeeperQuery): string {
  return withQuery('/keepers', {
    q: words,
    sort: order === 'reliable' ? undefined : order,
    page: pageQuery(page),
  });
}
