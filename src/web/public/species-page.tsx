import type {
  BuiltInEntry,
  CommunitySpecies,
  SpeciesListing,
} from '../../features/species/browse-species.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { RANGES, type Species, communitySpecies } from '../../rules/species/species.ts';
import {
  FAMILIES,
  type Family,
  PATHS,
  SPECIES_ORDERS,
  type SpeciesOrder,
  STAGES,
  TRUST_SPEEDS,
} from '../../rules/vocabulary.ts';
import { formLabel, speciesLabel, withArticle } from '../../text/nouns.ts';
import { FAMILY_NAMES, type UnknownWord } from '../../text/pages/page-words.ts';
import {
  adoptedWords,
  needWords,
  ORDER_NAMES,
  PATH_WORDS,
  SPECIES_LIST_PAGE,
  SPECIES_PAGE,
  tasteHints,
  TIER_WORDS,
  TRAIT_WORDS,
} from '../../text/pages/species-page.ts';
import { pluralize } from '../../text/times.ts';
import { Masthead, type PageSpec } from '../layout.tsx';
import {
  Bar,
  choice,
  choiceItem,
  Drawing,
  Empty,
  familyChoice,
  familyTag,
  keeperLink,
  bdi,
  pagination,
  pane,
  quote,
  Section,
  speciesLink,
  tags,
  Term,
  unknownNotice,
} from '../parts.tsx';
import { HOUSE_CARDS, pageQuery, speciesCard, speciesPath, speciesPicturePath, withQuery } from '../paths.ts';

export function speciesPage(found: BuiltInEntry | CommunitySpecies, origin: string): PageSpec {
  const species = 'species' in found ? found.species : communitySpecies(found);
  const maker = 'species' in found ? undefined : found;
  const { slug, name, family } = species;
  const hints = tasteHints(species);
  const forms = PATHS.map((path) => <Term label={formLabel(family, path)}>{PATH_WORDS[path]}</Term>);
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
        <Section heading="Its ages" lead={SPECIES_PAGE.ages}>
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
          <Section heading={SPECIES_PAGE.likes} lead={SPECIES_PAGE.likesLead}>
            <dl class="likes">
              <Term label="To eat">{hints.food}</Term>
              <Term label="To play">{hints.games}</Term>
            </dl>
            <p>{hints.rest}</p>
          </Section>
          {ownRule(species, maker)}
        </div>
        <Section heading={SPECIES_PAGE.grown}>
          <dl class="forms">{forms}</dl>
        </Section>
        <Section heading={SPECIES_PAGE.adopt} lead={SPECIES_PAGE.adoptLead}>
          <pre class="call" tabIndex={0}>
            <code>{`curl -X POST ${origin}/api/house/adopt -H "x-api-key: $KEY" \\
  -d '{"name": "Pebble", "species_slug": "${slug}"}'`}</code>
          </pre>
        </Section>
      </article>
    ),
  };
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
          {tags([species.tier, ...species.traits.map((trait) => TRAIT_WORDS[trait])])}
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
      <Section heading={SPECIES_PAGE.claim} lead={SPECIES_PAGE.claimLead}>
        {quote(shortenForDisplay(claim), bdi(maker?.creator.displayName ?? ''))}
      </Section>
    );
  }
  const rules = species.mechanics.map(({ blurb }) => <p class="rule">{blurb}</p>);
  return (
    <Section heading={SPECIES_PAGE.rule}>
      {species.mechanics.length === 0 && <p>{SPECIES_PAGE.noRule}</p>}
      {rules}
    </Section>
  );
}

interface ShelvesQuery {
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
  const { family, page } = query;
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
        {unknownNotice(unknown)}
        <div class="choices">
          {familyChoice(family, (each) => addressOf({ family: each, order: 'newest', page: 1 }))}
        </div>
        {page === 1 &&
          families.map((each) => (
            <section class={`species-shelf family-${each}`} aria-label={FAMILY_NAMES[each]}>
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
        {communityShelf(shelves.community, query)}
      </>
    ),
  };
}

function communityShelf(
  community: SpeciesListing['community'],
  query: ShelvesQuery & { readonly pages: number },
) {
  const orders = SPECIES_ORDERS.map((order) => {
    const href = `${addressOf({ ...query, order, page: 1 })}#community`;
    return choiceItem(ORDER_NAMES[order], href, order === query.order);
  });
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

function addressOf({ family, order, page, cursor }: ShelvesQuery): string {
  const sort = order === 'newest' ? undefined : order;
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return withQuery('/species', { family, sort, ...place });
}
