import type {
  BuiltInEntry,
  CommunitySpecies,
  SpeciesListing,
} from '../../features/species/browse-species.ts';
import { shortenForDisplay } from '../../rules/base/text.ts';
import { RANGES, type Species, communitySpecies } from '../../rules/species/species.ts';
import * as vocabulary from '../../rules/vocabulary.ts';
import { formLabel, speciesLabel, withArticle } from '../../text/nouns.ts';
import { FAMILY_NAMES, type UnknownWord } from '../../text/pages/page-words.ts';
import * as text from '../../text/pages/species-page.ts';
import { pluralize } from '../../text/times.ts';
import { Masthead, type PageSpec } from '../layout.tsx';
import * as ui from '../parts.tsx';
import { HOUSE_CARDS, pageQuery, speciesCard, speciesPath, speciesPicturePath, withQuery } from '../paths.ts';

export function speciesPage(found: BuiltInEntry | CommunitySpecies, origin: string): PageSpec {
  const species = 'species' in found ? found.species : communitySpecies(found);
  const maker = 'species' in found ? undefined : found;
  const { slug, name, family } = species;
  const hints = text.tasteHints(species);
  const forms = vocabulary.PATHS.map((path) => (
    <ui.Term label={formLabel(family, path)}>{text.SPECIES_WORDS.pathWords[path]}</ui.Term>
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
        <ui.Section heading="Its ages" lead={text.SPECIES_WORDS.page.ages}>
          <ol class="ages">
            {vocabulary.STAGES.map((stage) => (
              <li>
                {ui.pane(
                  <ui.Drawing src={speciesPicturePath(slug, stage)} alt={`${name} as ${stage}`} size={160} />,
                )}
                <p>{stage}</p>
              </li>
            ))}
          </ol>
        </ui.Section>
        <div class="species-halves">
          <ui.Section heading={text.SPECIES_WORDS.page.likes} lead={text.SPECIES_WORDS.page.likesLead}>
            <dl class="likes">
              <ui.Term label="To eat">{hints.food}</ui.Term>
              <ui.Term label="To play">{hints.games}</ui.Term>
            </dl>
            <p>{hints.rest}</p>
          </ui.Section>
          {ownRule(species, maker)}
        </div>
        <ui.Section heading={text.SPECIES_WORDS.page.grown}>
          <dl class="forms">{forms}</dl>
        </ui.Section>
        <ui.Section heading={text.SPECIES_WORDS.page.adopt} lead={text.SPECIES_WORDS.page.adoptLead}>
          <pre class="call" tabIndex={0}>
            <code>{`curl -X POST ${origin}/api/house/adopt -H "x-api-key: $KEY" \\
  -d '{"name": "Pebble", "species_slug": "${slug}"}'`}</code>
          </pre>
        </ui.Section>
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
        {ui.pane(
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
        <h1>{ui.bdi(name)}</h1>
        <p class="tags">
          {ui.familyTag(family)}
          {ui.tags([species.tier, ...species.traits.map((trait) => text.SPECIES_WORDS.traitWords[trait])])}
        </p>
        {maker ? (
          ui.quote(shortenForDisplay(species.personality), ui.keeperLink(maker.creator))
        ) : (
          <p class="pose">{species.personality}</p>
        )}
        <p class="fine">
          So far {text.adoptedWords(adoptions)}. {text.TIER_WORDS[species.tier]}
        </p>
        <dl class="nature">
          {natureOf(species).map(([label, tone, percent, words]) => (
            <ui.Term label={label}>
              <ui.Bar percent={percent} tone={tone} />
              <span class="fine">{words}</span>
            </ui.Term>
          ))}
        </dl>
      </div>
    </div>
  );
}

function natureOf(species: Species) {
  const needs = text.needWords(species);
  const share = (need: keyof typeof RANGES) => Math.min(100, (100 * species[need]) / RANGES[need].highest);
  const quickness = vocabulary.TRUST_SPEEDS.length - vocabulary.TRUST_SPEEDS.indexOf(species.trustSpeed);
  return [
    ['Patience', 'hunger', share('feedingWindowHours'), needs.meals],
    ['Appetite', 'happiness', share('hungerDecayPerHour'), needs.hunger],
    ['Boredom', 'discipline', share('happinessDecayPerHour'), needs.spirits],
    ['Trust', 'trust', (100 * quickness) / vocabulary.TRUST_SPEEDS.length, needs.trust],
  ] as const;
}

function ownRule(species: Species, maker: CommunitySpecies | undefined) {
  const claim = maker?.specialMechanic;
  if (claim !== undefined) {
    return (
      <ui.Section heading={text.SPECIES_WORDS.page.claim} lead={text.SPECIES_WORDS.page.claimLead}>
        {ui.quote(shortenForDisplay(claim), ui.bdi(maker?.creator.displayName ?? ''))}
      </ui.Section>
    );
  }
  const rules = species.mechanics.map(({ blurb }) => <p class="rule">{blurb}</p>);
  return (
    <ui.Section heading={text.SPECIES_WORDS.page.rule}>
      {species.mechanics.length === 0 && <p>{text.SPECIES_WORDS.page.noRule}</p>}
      {rules}
    </ui.Section>
  );
}

interface ShelvesQuery {
  readonly family: vocabulary.Family | undefined;
  readonly order: vocabulary.SpeciesOrder;
  readonly page: number;
  readonly cursor?: string | undefined;
}

export function speciesShelvesPage(
  shelves: SpeciesListing,
  query: ShelvesQuery & { readonly pages: number },
  unknown: readonly UnknownWord[],
): PageSpec {
  const { family, page } = query;
  const heading = family ? FAMILY_NAMES[family] : text.SPECIES_WORDS.list.title;
  const families = family ? [family] : vocabulary.FAMILIES;
  return {
    title: heading,
    description: text.SPECIES_WORDS.list.description,
    path: addressOf(query),
    room: 'species',
    card: HOUSE_CARDS.species,
    unlisted: unknown.length > 0,
    content: (
      <>
        <Masthead title={heading}>{text.SPECIES_WORDS.list.lead}</Masthead>
        {ui.unknownNotice(unknown)}
        <div class="choices">
          {ui.familyChoice(family, (each) => addressOf({ family: each, order: 'newest', page: 1 }))}
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
  const orders = vocabulary.SPECIES_ORDERS.map((order) => {
    const href = `${addressOf({ ...query, order, page: 1 })}#community`;
    return ui.choiceItem(text.SPECIES_WORDS.orderNames[order], href, order === query.order);
  });
  return (
    <section class="floor" id="community">
      <h2>{text.SPECIES_WORDS.list.community}</h2>
      <p class="lead">
        {community.total > 0 && `${pluralize(community.total, 'design')}. `}
        {text.SPECIES_WORDS.list.communityLead}
      </p>
      {community.total === 0 ? (
        <ui.Empty>{text.SPECIES_WORDS.list.none}</ui.Empty>
      ) : (
        <div>
          {ui.choice('Order', orders)}
          <ul class="community">{community.entries.map(communityKind)}</ul>
        </div>
      )}
      {ui.pagination('Pages of designed species', (page) => addressOf({ ...query, page }), {
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
      <ui.Drawing src={speciesPicturePath(slug)} size={112} />
      <div>
        <h3>
          {ui.speciesLink({ slug, name })} {ui.familyTag(family)}
        </h3>
        {ui.quote(shortenForDisplay(personality), [
          ui.keeperLink(creator),
          `, ${text.adoptedWords(adoptions)}`,
        ])}
      </div>
    </li>
  );
}

function addressOf({ family, order, page, cursor }: ShelvesQuery): string {
  const sort = order === 'newest' ? undefined : order;
  const place = cursor === undefined ? { page: pageQuery(page) } : { cursor };
  return withQuery('/species', { family, sort, ...place });
}
