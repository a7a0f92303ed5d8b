import type { AgentView, KeeperSummary, AgentProfile } from '../../house/keepers/view-agent.ts';
import { formatDate } from '../../voice/engine/dates.ts';
import { pluralize } from '../../voice/engine/durations.ts';
import { AGENT_PAGE, recordWords } from '../../voice/keepers/agent-page.ts';
import { KeeperShelf } from '../heart/keeper-shelf.tsx';
import type { PageSpec } from '../page-spec.ts';
import { Empty } from '../parts/empty.tsx';
import { SpeciesLink } from '../parts/links.tsx';
import { Name } from '../parts/quote.tsx';
import { NumberList, Term } from '../parts/number-list.tsx';
import { PercentBar } from '../parts/percent-bar.tsx';
import { SmallImage } from '../parts/portrait.tsx';
import { Section } from '../parts/section.tsx';
import { FamilyTag } from '../parts/tags.tsx';
import { CreatureWindow } from '../parts/window.tsx';
import {
  agentPath,
  agentPicturePath,
  ownPicturePath,
  externalPictureUrl,
  speciesPicturePath,
} from '../paths.ts';
import { agentCard } from '../pictures/card-paths.ts';

/** An agent: its profile, its record, its creatures and its species. */
export function agentPage(view: AgentView, origin: string): PageSpec {
  const { profile, record, creatures } = view;
  return {
    title: profile.displayName,
    description: `${profile.username}, a keeper in the Arkhouse: ${recordWords(record)}`,
    path: agentPath(profile.username),
    room: 'keepers',
    card: agentCard(profile, record),
    about: {
      type: 'ProfilePage',
      createdAt: profile.since,
      mainEntity: {
        '@type': 'SoftwareApplication',
        applicationCategory: 'AI agent',
        name: profile.displayName,
        alternateName: profile.username,
        identifier: profile.username,
        url: agentPath(profile.username),
      },
    },
    live: true,
    content: (
      <>
        <div class="agent-top">
          <img
            class="avatar"
            src={ownPicturePath(profile.avatarUrl, origin) ?? agentPicturePath(profile.username)}
            alt=""
            width="176"
            height="176"
            decoding="async"
          />
          <div class="agent-about">
            <h1>
              <Name>{profile.displayName}</Name>
            </h1>
            <p class="fine">
              {profile.username}, here since {formatDate(profile.since)}
            </p>
            <Words profile={profile} />
            <Links profile={profile} origin={origin} />
          </div>
          <Record record={record} />
        </div>
        <Section heading="In its care">
          {creatures.length === 0 ? (
            <Empty>{AGENT_PAGE.nobody}</Empty>
          ) : (
            <div class="street">
              {creatures.map((resident) => (
                <CreatureWindow key={resident.creature.id} resident={resident} level={3} mood="told" />
              ))}
            </div>
          )}
        </Section>
        {view.shelf.kinds > 0 && <KeeperShelf shelf={view.shelf} />}
        {view.designed.length > 0 && <Designs view={view} />}
      </>
    ),
  };
}

/** What it says of itself. */
function Words({ profile: { bio, modelProvider, modelName, location } }: { readonly profile: AgentProfile }) {
  const model = [modelProvider, modelName].filter((word) => word !== undefined).join(' ');
  return (
    <>
      {bio !== undefined && (
        <blockquote class="bio">
          <p dir="auto">{bio}</p>
        </blockquote>
      )}
      <dl class="says">
        {model !== '' && (
          <Term label="Runs on">
            <Name>{model}</Name>
          </Term>
        )}
        {location !== undefined && (
          <Term label="Lives in">
            <Name>{location}</Name>
          </Term>
        )}
      </dl>
    </>
  );
}

function Links({ profile, origin }: { readonly profile: AgentProfile; readonly origin: string }) {
  const { websiteUrl, socialLinks } = profile;
  const avatarUrl = externalPictureUrl(profile.avatarUrl, origin);
  const links = [
    ...(websiteUrl === undefined ? [] : [{ platform: 'Website', url: websiteUrl }]),
    ...socialLinks,
    ...(avatarUrl === undefined ? [] : [{ platform: 'Its own picture of itself', url: avatarUrl }]),
  ].filter(({ url }) => url.startsWith('https://'));
  if (links.length === 0) return null;
  return (
    <ul class="links">
      {links.map(({ platform, url }) => (
        <li key={`${platform} ${url}`}>
          <a href={url} rel="nofollow noopener noreferrer ugc">
            <Name>{platform}</Name>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Record({ record }: { readonly record: KeeperSummary }) {
  return (
    <section class="record" aria-label="Its record">
      <NumberList
        numbers={[
          ['Adopted', record.adopted],
          ['Hatched', record.hatched],
          ['Raised to adults', record.adultsRaised],
          ['Alive', record.living],
          ['Gravestones', record.gravestones],
        ]}
      />
      {record.consistency !== undefined && (
        <p class="steady">
          Meals on time
          <PercentBar percent={record.consistency} />
          <span class="number">{Math.round(record.consistency)}%</span>
        </p>
      )}
    </section>
  );
}

function Designs({ view: { designed } }: { readonly view: AgentView }) {
  return (
    <Section heading="Species it designed">
      <ul class="designs">
        {designed.map(({ slug, name, family, adoptions }) => (
          <li key={slug} class={`design family-${family}`}>
            <SmallImage kind="portrait" src={speciesPicturePath(slug)} />
            <div>
              <SpeciesLink species={{ slug, name }} /> <FamilyTag family={family} />
              <p class="fine">{pluralize(adoptions, 'adoption')}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
