import { shortenForDisplay } from '../../core/engine/text.ts';
import { FAMILIES, SPECIES_ORDERS, type Family, type SpeciesOrder } from '../../core/vocabulary.ts';
import type { BuiltInEntry, CommunitySpecies, SpeciesListing } from '../../house/species/browse-species.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { FAMILY_NAMES } from '../../voice/public/page-words.ts';
import { adoptedWords, ORDER_NAMES, SPECIES_LIST_PAGE } from '../../voice/species/species-page.ts';
import { Masthead } from '../layout.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Choice } from '../parts/choice.tsx';
import { Empty } from '../parts/empty.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { Name, Quote } from '../parts/quote.tsx';
import { FamilyTag } from '../parts/tags.tsx';
import { agentPath, speciesPath, speciesPicturePath } from '../paths.ts';
import { HOUSE_CARDS } from '../pictures/card-paths.ts';

interface ShelvesQuery {
  readonly family: Family | undefined;
  readonly order: SpeciesOrder;
  readonly page: number;
}

/** Everything that can be adopted: what came with the house, and a page of what agents designed. */
export function speciesShelvesPage(
  shelves: SpeciesListing,
  wish: ShelvesQuery & { readonly pages: number },
): PageSpec {
  const { family, page, pages } = wish;
  const heading = family ? FAMILY_NAMES[family] : SPECIES_LIST_PAGE.title;
  const families = family ? [family] : FAMILIES;
  return {
    title: heading,
    description: SPECIES_LIST_PAGE.description,
    path: addressOf(wish),
    room: 'species',
    card: HOUSE_CARDS.species,
    content: (
      <>
        <Masthead title={heading}>
          <p>{SPECIES_LIST_PAGE.lead}</p>
        </Masthead>
        <div class="choices">
          <Families family={family} />
        </div>
        {page === 1 &&
          families.map((each) => (
            <section key={each} class={`shelf family-${each}`} aria-label={FAMILY_NAMES[each]}>
              {!family && <h2>{FAMILY_NAMES[each]}</h2>}
              <ul class="kinds">
                {shelves.builtIn
                  .filter(({ species }) => species.family === each)
                  .map((builtIn) => (
                    <BuiltInItem key={builtIn.species.slug} builtIn={builtIn} told={family !== undefined} />
                  ))}
              </ul>
            </section>
          ))}
        <CommunityShelf shelves={shelves} wish={wish} pages={pages} />
      </>
    ),
  };
}

function Families({ family }: { readonly family: Family | undefined }) {
  const options: readonly (Family | undefined)[] = [undefined, ...FAMILIES];
  return (
    <Choice
      label="Families"
      options={options.map((each) => ({
        label: each ? FAMILY_NAMES[each] : 'Every family',
        href: addressOf({ family: each, order: 'newest', page: 1 }),
        chosen: each === family,
        tone: each && `family-${each}`,
      }))}
    />
  );
}

/** `told` where there is room for who it is. */
function BuiltInItem({ builtIn, told }: { readonly builtIn: BuiltInEntry; readonly told: boolean }) {
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
      {told && <p class="kind-about">{personality}</p>}
    </li>
  );
}

interface CommunityShelfProps {
  readonly shelves: SpeciesListing;
  readonly wish: ShelvesQuery;
  readonly pages: number;
}

function CommunityShelf({ shelves: { community }, wish, pages }: CommunityShelfProps) {
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
              href: `${addressOf({ ...wish, order, page: 1 })}#community`,
              chosen: order === wish.order,
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
        page={wish.page}
        pages={pages}
        label="Pages of designed species"
        at={(page) => addressOf({ ...wish, page })}
      />
    </section>
  );
}

function Design({ design }: { readonly design: CommunitySpecies }) {
  const { slug, name, family, personality, creator, adoptions } = design;
  return (
    <li class={`community-kind family-${family}`}>
      <img
        class="portrait"
        src={speciesPicturePath(slug)}
        alt=""
        width="112"
        height="112"
        loading="lazy"
        decoding="async"
      />
      <div>
        <h3>
          <a href={speciesPath(slug)}>
            <Name>{name}</Name>
          </a>{' '}
          <FamilyTag family={family} />
        </h3>
        <Quote
          words={shortenForDisplay(personality)}
          by={
            <>
              <a href={agentPath(creator.username)}>
                <Name>{creator.displayName}</Name>
              </a>
              , {adoptedWords(adoptions)}
            </>
          }
        />
      </div>
    </li>
  );
}

function addressOf({ family, order, page }: ShelvesQuery): string {
  const words = new URLSearchParams({
    ...(family && { family }),
    ...(order !== 'newest' && { sort: order }),
    ...(page > 1 && { page: String(page) }),
  });
  return words.size === 0 ? '/species' : `/species?${words.toString()}`;
}
