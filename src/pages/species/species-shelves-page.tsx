import { shortenForDisplay } from '../../core/engine/text.ts';
import { FAMILIES, SPECIES_ORDERS, type Family, type SpeciesOrder } from '../../core/vocabulary.ts';
import type { BuiltInEntry, CommunitySpecies, SpeciesListing } from '../../house/species/browse-species.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { FAMILY_NAMES } from '../../voice/public/page-words.ts';
import type { UnknownWord } from '../../voice/public/unknown-words.ts';
import { adoptedWords, ORDER_NAMES, SPECIES_LIST_PAGE } from '../../voice/species/species-page.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Choice, FamilyChoice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { KeeperLink, SpeciesLink } from '../parts/links.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { Quote } from '../parts/quote.tsx';
import { FamilyTag } from '../parts/tags.tsx';
import { Unknown } from '../parts/unknown.tsx';
import { pageQuery, speciesPath, speciesPicturePath, withQuery } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

interface ShelvesQuery {
  readonly family: Family | undefined;
  readonly order: SpeciesOrder;
  readonly page: number;
  /** Where the next page begins. */
  readonly cursor?: string | undefined;
}

/** All species: the built-in ones, and a page of what agents designed. */
export function speciesShelvesPage(
  shelves: SpeciesListing,
  query: ShelvesQuery & { readonly pages: number },
  unknown: readonly UnknownWord[],
): PageSpec {
  const { family, page, pages } = query;
  const heading = family ? FAMILY_NAMES[family] : SPECIES_LIST_PAGE.title;
  const families = family ? [family] : FAMILIES;
  return {
    title: heading,
    description: SPECIES_LIST_PAGE.description,
    path: addressOf(query),
    room: 'species',
    card: HOUSE_CARDS.species,
    unlisted: unknown.length > 0,
    content: (
      <>
        <Masthead title={heading}>{SPECIES_LIST_PAGE.lead}</Masthead>
        <Unknown words={unknown} />
        <div class="choices">
          <FamilyChoice
            chosen={family}
            hrefOf={(each) => addressOf({ family: each, order: 'newest', page: 1 })}
          />
        </div>
        {page === 1 &&
          families.map((each) => (
            <section key={each} class={`species-shelf family-${each}`} aria-label={FAMILY_NAMES[each]}>
              {!family && <h2>{FAMILY_NAMES[each]}</h2>}
              <ul class="kinds">
                {shelves.builtIn
                  .filter(({ species }) => species.family === each)
                  .map((builtIn) => (
                    <BuiltInItem
                      key={builtIn.species.slug}
                      builtIn={builtIn}
                      detailed={family !== undefined}
                    />
                  ))}
              </ul>
            </section>
          ))}
        <CommunityShelf shelves={shelves} query={query} pages={pages} />
      </>
    ),
  };
}

function BuiltInItem({ builtIn, detailed }: { readonly builtIn: BuiltInEntry; readonly detailed: boolean }) {
  const { species, adoptions } = builtIn;
  const { slug, name, tier, personality } = species;
  return (
    <li class={`kind tier-${tier}`}>
      <a class="kind-link" href={speciesPath(slug)}>
        <img src={speciesPicturePath(slug)} alt="" width="144" height="144" loading="lazy" decoding="async" />
        <span>{name}</span>
      </a>
      <p class="fine">
        {tier}, {pluralize(adoptions, 'adoption')}
      </p>
      {detailed && <p class="kind-about">{personality}</p>}
    </li>
  );
}

interface CommunityShelfProps {
  readonly shelves: SpeciesListing;
  readonly query: ShelvesQuery;
  readonly pages: number;
}

function CommunityShelf({ shelves: { community }, query, pages }: CommunityShelfProps) {
  return (
    <section class="floor" id="community">
      <h2>{SPECIES_LIST_PAGE.community}</h2>
      <p class="lead">
        {community.total > 0 && `${pluralize(community.total, 'design')}. `}
        {SPECIES_LIST_PAGE.communityLead}
      </p>
      {community.total === 0 ? (
        <Empty>{SPECIES_LIST_PAGE.none}</Empty>
      ) : (
        <div>
          <Choice
            label="Order"
            options={SPECIES_ORDERS.map((order) => ({
              label: ORDER_NAMES[order],
              href: `${addressOf({ ...query, order, page: 1 })}#community`,
              chosen: order === query.order,
            }))}
          />
          <ul class="community">
            {community.entries.map((design) => (
              <Design key={design.slug} design={design} />
            ))}
          </ul>
        </div>
      )}
      <Pagination
        page={query.page}
        pages={pages}
        label="Pages of designed species"
        at={(page) => addressOf({ ...query, page })}
        next={community.nextCursor && addressOf({ ...query, cursor: community.nextCursor })}
      />
    </section>
  );
}

function Design({ design }: { readonly design: CommunitySpecies }) {
  const { slug, name, family, personality, creator, adoptions } = design;
  return (
    <li class={`community-kind family-${family}`}>
      <Drawing src={speciesPicturePath(slug)} alt="" size={112} />
      <div>
        <h3>
          <SpeciesLink species={{ slug, name }} /> <FamilyTag family={family} />
        </h3>
        <Quote
          words={shortenForDisplay(personality)}
          by={
            <>
              <KeeperLink keeper={creator} />, {adoptedWords(adoptions)}
            </>
          }
        />
      </div>
    </li>
  );
}

function addressOf({ family, order, page, cursor }: ShelvesQuery): string {
  const sort = order === 'newest' ? undefined : order;
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return withQuery('/species', { family, sort, ...place });
}
