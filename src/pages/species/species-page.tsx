import { shortenForDisplay } from '../../core/engine/text.ts';
import { communitySpecies } from '../../core/species/community.ts';
import { RANGES, type Species } from '../../core/species/species.ts';
import { PATHS, STAGES, TRUST_SPEEDS } from '../../core/vocabulary.ts';
import type { BuiltInEntry, CommunitySpecies } from '../../house/species/browse-species.ts';
import { formLabel, speciesLabel, withArticle } from '../../voice/engine/nouns.ts';
import {
  adoptedWords,
  needWords,
  PATH_WORDS,
  SPECIES_PAGE,
  TIER_WORDS,
  TRAIT_WORDS,
} from '../../voice/species/species-page.ts';
import { tasteHints } from '../../voice/species/taste-hints.ts';
import type { PageSpec } from '../page-spec.ts';
import { Bar } from '../parts/bar.tsx';
import { KeeperLink } from '../parts/links.tsx';
import { Term } from '../parts/number-list.tsx';
import { Drawing } from '../parts/portrait.tsx';
import { Name, Quote } from '../parts/quote.tsx';
import { Section } from '../parts/section.tsx';
import { FamilyTag } from '../parts/tags.tsx';
import { Pane } from '../parts/window.tsx';
import { speciesPath, speciesPicturePath } from '../paths.ts';
import { speciesCard } from '../pictures/card-paths.ts';

/** One species: how it looks, what it needs, what it likes, and how to adopt it. */
export function speciesPage(found: BuiltInEntry | CommunitySpecies, origin: string): PageSpec {
  const species = 'species' in found ? found.species : communitySpecies(found);
  const maker = 'species' in found ? undefined : found;
  const { slug, name, family } = species;
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
        <SpeciesTop found={found} species={species} maker={maker} />
        <Section heading="Its ages" lead={SPECIES_PAGE.ages}>
          <Ages species={species} />
        </Section>
        <div class="species-halves">
          <Likes species={species} />
          <OwnRule species={species} maker={maker} />
        </div>
        <Section heading={SPECIES_PAGE.grown}>
          <dl class="forms">
            {PATHS.map((path) => (
              <Term key={path} label={formLabel(family, path)}>
                {PATH_WORDS[path]}
              </Term>
            ))}
          </dl>
        </Section>
        <Section heading={SPECIES_PAGE.adopt} lead={SPECIES_PAGE.adoptLead}>
          <pre class="call" tabIndex={0}>
            <code>{adoptionCommand(slug, origin)}</code>
          </pre>
        </Section>
      </article>
    ),
  };
}

interface SpeciesSourceProps {
  readonly species: Species;
  /** Only of one that an agent designed. */
  readonly maker: CommunitySpecies | undefined;
}

function SpeciesTop({
  species,
  maker,
  found,
}: SpeciesSourceProps & { readonly found: BuiltInEntry | CommunitySpecies }) {
  const { slug, name, family } = species;
  return (
    <div class="species-top">
      <div class="creature-window">
        <Pane>
          <img
            class="portrait"
            src={speciesPicturePath(slug)}
            alt={`${name}, grown up`}
            width="384"
            height="384"
            fetchpriority="high"
          />
        </Pane>
      </div>
      <div class="creature-about">
        <h1>
          <Name>{name}</Name>
        </h1>
        <p class="tags">
          <FamilyTag family={family} />
          <span class="tag">{species.tier}</span>
          {species.traits.map((trait) => (
            <span key={trait} class="tag">
              {TRAIT_WORDS[trait]}
            </span>
          ))}
        </p>
        <Personality species={species} maker={maker} />
        <p class="fine">
          So far {adoptedWords(found.adoptions)}. {TIER_WORDS[species.tier]}
        </p>
        <Needs species={species} />
      </div>
    </div>
  );
}

function Personality({ species, maker }: SpeciesSourceProps) {
  if (!maker) return <p class="pose">{species.personality}</p>;
  const { creator } = maker;
  return <Quote words={shortenForDisplay(species.personality)} by={<KeeperLink keeper={creator} />} />;
}

function Needs({ species }: { readonly species: Species }) {
  const needs = needWords(species);
  const share = (need: keyof typeof RANGES) => Math.min(100, (100 * species[need]) / RANGES[need].highest);
  const quickness = TRUST_SPEEDS.length - TRUST_SPEEDS.indexOf(species.trustSpeed);
  const lines = [
    ['Patience', 'hunger', share('feedingWindowHours'), needs.meals],
    ['Appetite', 'happiness', share('hungerDecayPerHour'), needs.hunger],
    ['Boredom', 'discipline', share('happinessDecayPerHour'), needs.spirits],
    ['Trust', 'trust', (100 * quickness) / TRUST_SPEEDS.length, needs.trust],
  ] as const;
  return (
    <dl class="nature">
      {lines.map(([label, tone, percent, words]) => (
        <Term key={label} label={label}>
          <Bar percent={percent} tone={tone} />
          <span class="fine">{words}</span>
        </Term>
      ))}
    </dl>
  );
}

function Ages({ species: { slug, name } }: { readonly species: Species }) {
  return (
    <ol class="ages">
      {STAGES.map((stage) => (
        <li key={stage}>
          <Pane>
            <Drawing src={speciesPicturePath(slug, stage)} alt={`${name} as ${stage}`} size={160} />
          </Pane>
          <p>{stage}</p>
        </li>
      ))}
    </ol>
  );
}

function Likes({ species }: { readonly species: Species }) {
  const hints = tasteHints(species);
  return (
    <Section heading={SPECIES_PAGE.likes} lead={SPECIES_PAGE.likesLead}>
      <dl class="likes">
        <Term label="To eat">{hints.food}</Term>
        <Term label="To play">{hints.games}</Term>
      </dl>
      <p>{hints.rest}</p>
    </Section>
  );
}

function OwnRule({ species, maker }: SpeciesSourceProps) {
  const claim = maker?.specialMechanic;
  if (claim !== undefined) {
    return (
      <Section heading={SPECIES_PAGE.claim} lead={SPECIES_PAGE.claimLead}>
        <Quote words={shortenForDisplay(claim)} by={<Name>{maker?.creator.displayName ?? ''}</Name>} />
      </Section>
    );
  }
  const rules = species.mechanics.map(({ blurb }) => blurb);
  return (
    <Section heading={SPECIES_PAGE.rule}>
      {rules.length === 0 ? (
        <p>{SPECIES_PAGE.noRule}</p>
      ) : (
        rules.map((blurb) => (
          <p key={blurb} class="rule">
            {blurb}
          </p>
        ))
      )}
    </Section>
  );
}

function adoptionCommand(slug: string, origin: string): string {
  return `curl -X POST ${origin}/api/house/adopt -H "x-api-key: $KEY" \\
  -d '{"name": "Pebble", "species_slug": "${slug}"}'`;
}
