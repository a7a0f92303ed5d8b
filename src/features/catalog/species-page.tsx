import { shortenForDisplay } from '../../rules/base/text.ts';
import { RANGES, type Species, communitySpecies } from '../../rules/species/species.ts';
import {
  FAMILIES,
  type Family,
  PATHS,
  SPECIES_ORDERS,
  type SpeciesOrder,
  STAGES,
  type Tier,
  TIERS,
  TRUST_SPEEDS,
} from '../../rules/vocabulary.ts';
import { formLabel, speciesLabel, withArticle } from '../../text/nouns.ts';
import { FAMILY_NAMES, numberedTitle, type UnknownWord } from '../../text/pages/page-words.ts';
import {
  adoptedWords,
  needWords,
  SPECIES_WORDS,
  tasteHints,
  TIER_WORDS,
  visitWords,
} from '../../text/pages/species-page.ts';
import { pluralize } from '../../text/times.ts';
import { Masthead, type PageSpec } from '../../web/layout.tsx';
import {
  Bar,
  bdi,
  choice,
  choiceItem,
  contents,
  creatureWindow,
  Drawing,
  Empty,
  familyChoice,
  familyTag,
  keeperLink,
  pagination,
  pane,
  quote,
  SearchForm,
  Section,
  speciesLink,
  tags,
  Term,
  unknownNotice,
} from '../../web/parts.tsx';
import {
  HOUSE_CARDS,
  pageQuery,
  speciesCard,
  speciesPath,
  speciesPicturePath,
  withQuery,
} from '../../web/paths.ts';
import type { Residents } from '../public/browse-creatures.ts';
import type { BuiltInEntry, CommunitySpecies, SpeciesListing } from './browse-species.ts';

export function speciesPage(
  found: BuiltInEntry | CommunitySpecies,
  origin: string,
  livingHere: Residents = { residents: [], more: false },
): PageSpec {
  const species = 'species' in found ? found.species : communitySpecies(found);
  const maker = 'species' in found ? undefined : found;
  const { slug, name, family } = species;
  const hints = tasteHints(species);
  const forms = PATHS.map((path) => (
    <Term label={formLabel(family, path)}>{SPECIES_WORDS.pathWords[path]}</Term>
  ));
  return {
    title: name,
    description: maker
      ? `In the Arkhouse: ${withArticle(speciesLabel(species))} of a kind that ${maker.creator.username} designed.`
      : species.personality,
    path: speciesPath(slug),
    room: 'species',
    card: speciesCard(species),
    about: {
      type: 'WebPage',
      createdAt: maker?.createdAt,
      mainEntity: {
        '@type': 'DefinedTerm',
        name,
        termCode: slug,
        url: speciesPath(slug),
        inDefinedTermSet: `${origin}/species`,
      },
    },
    content: (
      <article class={`species family-${family}`}>
        {speciesTop(species, maker, found.adoptions)}
        <Section heading="Its ages" lead={SPECIES_WORDS.page.ages}>
          <ol class="ages">
            {STAGES.map((stage) => (
              <li>
                {pane(
                  <Drawing src={speciesPicturePath(slug, stage)} alt={`${name} as ${stage}`} size={160} />,
                )}
                <p>{stage}</p>
              </li>
            ))}
          </ol>
        </Section>
        <div class="species-halves">
          <Section heading={SPECIES_WORDS.page.likes} lead={SPECIES_WORDS.page.likesLead}>
            <dl class="likes">
              <Term label="To eat">{hints.food}</Term>
              <Term label="To play">{hints.games}</Term>
            </dl>
            <p>{hints.rest}</p>
          </Section>
          {ownRule(species, maker)}
        </div>
        <Section heading={SPECIES_WORDS.page.grown}>
          <dl class="forms">{forms}</dl>
        </Section>
        {residentsSection(name, livingHere)}
        <Section heading={SPECIES_WORDS.page.adopt} lead={SPECIES_WORDS.page.adoptLead}>
          <pre class="call" tabIndex={0}>
            <code>{`curl -X POST ${origin}/api/house/adopt -H "x-api-key: $KEY" \\
  -d '{"name": "Pebble", "species_slug": "${slug}"}'`}</code>
          </pre>
        </Section>
      </article>
    ),
  };
}

function residentsSection(name: string, { residents, more }: Residents) {
  if (residents.length === 0) return null;
  return (
    <Section heading={SPECIES_WORDS.page.residents}>
      <ul class="species-residents">
        {residents.map((resident) => (
          <li>
            {creatureWindow(resident, 'h3', { tagged: true, loading: 'lazy' })}
            <p class="fine">with {keeperLink(resident.keeper)}</p>
          </li>
        ))}
      </ul>
      {more && (
        <p>
          <a href={withQuery('/creatures', { q: name })}>{SPECIES_WORDS.page.allResidents}</a>
        </p>
      )}
    </Section>
  );
}

/** `maker` is set for community species only. */
function speciesTop(species: Species, maker: CommunitySpecies | undefined, adoptions: number) {
  const { slug, name, family } = species;
  return (
    <div class="species-top">
      <div class="creature-window">
        {pane(
          <img
            class="portrait"
            src={speciesPicturePath(slug)}
            alt={`${name}, grown up`}
            width="384"
            height="384"
            fetchpriority="high"
          />,
        )}
      </div>
      <div class="creature-about">
        <h1>{bdi(name)}</h1>
        <p class="tags">
          {familyTag(family)}
          {tags([species.tier, ...species.traits.map((trait) => SPECIES_WORDS.traitWords[trait])])}
        </p>
        {maker ? (
          quote(shortenForDisplay(species.personality), keeperLink(maker.creator))
        ) : (
          <p class="pose">{species.personality}</p>
        )}
        <p class="fine">
          So far {adoptedWords(adoptions)}. {TIER_WORDS[species.tier]}
        </p>
        <dl class="nature">
          {natureOf(species).map(([label, tone, percent, words]) => (
            <Term label={label}>
              <Bar percent={percent} tone={tone} />
              <span class="fine">{words}</span>
            </Term>
          ))}
        </dl>
      </div>
    </div>
  );
}

function natureOf(species: Species) {
  const needs = needWords(species);
  const share = (need: keyof typeof RANGES) => Math.min(100, (100 * species[need]) / RANGES[need].highest);
  const quickness = TRUST_SPEEDS.length - TRUST_SPEEDS.indexOf(species.trustSpeed);
  return [
    ['Patience', 'hunger', share('feedingWindowHours'), needs.meals],
    ['Appetite', 'happiness', share('hungerDecayPerHour'), needs.hunger],
    ['Boredom', 'discipline', share('happinessDecayPerHour'), needs.spirits],
    ['Trust', 'trust', (100 * quickness) / TRUST_SPEEDS.length, needs.trust],
  ] as const;
}

function ownRule(species: Species, maker: CommunitySpecies | undefined) {
  const claim = maker?.specialMechanic;
  if (claim !== undefined) {
    return (
      <Section heading={SPECIES_WORDS.page.claim} lead={SPECIES_WORDS.page.claimLead}>
        {quote(shortenForDisplay(claim), bdi(maker?.creator.displayName ?? ''))}
      </Section>
    );
  }
  const rules = species.mechanics.map(({ blurb }) => <p class="rule">{blurb}</p>);
  return (
    <Section heading={SPECIES_WORDS.page.rule}>
      {species.mechanics.length === 0 && <p>{SPECIES_WORDS.page.noRule}</p>}
      {rules}
    </Section>
  );
}

/** How often a keeper comes, in hours, as the page offers it. */
export const VISIT_HOURS = ['4', '8', '12', '24'] as const;

interface ShelvesQuery {
  readonly words?: string | undefined;
  readonly tier?: Tier | undefined;
  readonly everyHours?: number | undefined;
  readonly family: Family | undefined;
  readonly order: SpeciesOrder;
  readonly page: number;
  readonly cursor?: string | undefined;
}

export function speciesShelvesPage(
  shelves: SpeciesListing,
  query: ShelvesQuery & { readonly pages: number },
  unknown: readonly UnknownWord[],
): PageSpec {
  const { family, page, words } = query;
  const isFiltered = words !== undefined || query.tier !== undefined || query.everyHours !== undefined;
  const listed = shelves.builtIn.length + shelves.community.entries.length;
  const hasCommunity = !isFiltered || shelves.community.total > 0;
  const heading = family ? FAMILY_NAMES[family] : SPECIES_WORDS.list.title;
  const families = family ? [family] : FAMILIES;
  const shownFamilies = families.filter((each) =>
    shelves.builtIn.some(({ species }) => species.family === each),
  );
  return {
    title: numberedTitle(heading, page),
    description: SPECIES_WORDS.list.description,
    path: addressOf(query),
    room: 'species',
    card: HOUSE_CARDS.species,
    unlisted: isFiltered || unknown.length > 0,
    content: (
      <>
        <Masthead title={heading}>{SPECIES_WORDS.list.lead}</Masthead>
        {unknownNotice(unknown)}
        <div class="choices">{speciesSieve(query)}</div>
        {isFiltered && listed === 0 && <Empty>{SPECIES_WORDS.list.noneFound}</Empty>}
        {page === 1 && shownFamilies.length > 1 && shelfContents(shownFamilies, hasCommunity)}
        {page === 1 &&
          shownFamilies.map((each) => (
            <section id={each} class={`species-shelf family-${each}`} aria-label={FAMILY_NAMES[each]}>
              {!family && <h2>{FAMILY_NAMES[each]}</h2>}
              <ul class="kinds">
                {shelves.builtIn
                  .filter(({ species }) => species.family === each)
                  .map(({ species: { slug, name, tier, personality }, adoptions }) => (
                    <li class={`kind tier-${tier}`}>
                      <a class="kind-link" href={speciesPath(slug)}>
                        <img
                          src={speciesPicturePath(slug)}
                          alt=""
                          width="144"
                          height="144"
                          loading="lazy"
                          decoding="async"
                        />
                        <span>{name}</span>
                      </a>
                      <p class="fine">
                        {tier}, {pluralize(adoptions, 'adoption')}
                      </p>
                      {family && <p class="kind-about">{personality}</p>}
                    </li>
                  ))}
              </ul>
            </section>
          ))}
        {hasCommunity && communityShelf(shelves.community, query)}
      </>
    ),
  };
}

function shelfContents(families: readonly Family[], hasCommunity: boolean) {
  return contents({
    ...Object.fromEntries(families.map((family) => [family, FAMILY_NAMES[family]])),
    ...(hasCommunity && { community: SPECIES_WORDS.list.community }),
  });
}

function speciesSieve(query: ShelvesQuery) {
  const { family, words, tier, everyHours } = query;
  const { seek, seekHint, find, all, everyTier, tiers, windows, anyWindow } = SPECIES_WORDS.list;
  const to = (changed: Partial<ShelvesQuery>) =>
    addressOf({ ...query, ...changed, page: 1, cursor: undefined });
  const tierItems = [undefined, ...TIERS].map((each) =>
    choiceItem(each ?? everyTier, to({ tier: each }), each === tier),
  );
  const windowItems = [undefined, ...VISIT_HOURS.map(Number)].map((hours) =>
    choiceItem(
      hours === undefined ? anyWindow : visitWords(hours),
      to({ everyHours: hours }),
      hours === everyHours,
    ),
  );
  return (
    <>
      <SearchForm
        action="/species"
        texts={{ seek, seekHint, find }}
        words={words}
        keep={queryOf({ ...query, words: undefined, page: 1, cursor: undefined })}
      >
        {words !== undefined && <a href={to({ words: undefined })}>{all}</a>}
      </SearchForm>
      {familyChoice(family, (each) => to({ family: each }))}
      {choice(tiers, tierItems)}
      {choice(windows, windowItems)}
    </>
  );
}

function communityShelf(
  community: SpeciesListing['community'],
  query: ShelvesQuery & { readonly pages: number },
) {
  const orders = SPECIES_ORDERS.map((order) => {
    const href = `${addressOf({ ...query, order, page: 1 })}#community`;
    return choiceItem(SPECIES_WORDS.orderNames[order], href, order === query.order);
  });
  return (
    <section class="floor" id="community">
      <h2>{SPECIES_WORDS.list.community}</h2>
      <p class="lead">
        {community.total > 0 && `${pluralize(community.total, 'design')}. `}
        {SPECIES_WORDS.list.communityLead}
      </p>
      {community.total === 0 ? (
        <Empty>{SPECIES_WORDS.list.none}</Empty>
      ) : (
        <div>
          {choice('Order', orders)}
          <ul class="community">{community.entries.map(communityKind)}</ul>
        </div>
      )}
      {pagination('Pages of designed species', (page) => addressOf({ ...query, page }), {
        page: query.page,
        pages: query.pages,
        next: community.nextCursor && addressOf({ ...query, cursor: community.nextCursor }),
      })}
    </section>
  );
}

function communityKind({ slug, name, family, personality, creator, adoptions }: CommunitySpecies) {
  return (
    <li class={`community-kind family-${family}`}>
      <Drawing src={speciesPicturePath(slug)} size={112} />
      <div>
        <h3>
          {speciesLink({ slug, name })} {familyTag(family)}
        </h3>
        {quote(shortenForDisplay(personality), [keeperLink(creator), `, ${adoptedWords(adoptions)}`])}
      </div>
    </li>
  );
}

function addressOf(query: ShelvesQuery): string {
  return withQuery('/species', queryOf(query));
}

function queryOf({ words, family, tier, everyHours, order, page, cursor }: ShelvesQuery) {
  const sort = order === 'newest' ? undefined : order;
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return { q: words, family, tier, every: everyHours?.toString(), sort, ...place };
}
