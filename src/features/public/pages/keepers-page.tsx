import { isTestAccount } from '../../../rules/agents.ts';
import { KEEPER_ORDERS } from '../../../rules/vocabulary.ts';
import {
  AGENT_PAGE,
  KEEPER_ORDER_NAMES,
  keeperCountWords,
  KEEPERS_PAGE,
  keeperSinceWords,
  keepersLead,
  recordWords,
  reliabilityWords,
} from '../../../text/pages/hall-page.ts';
import { numberedTitle, type UnknownWord } from '../../../text/pages/page-words.ts';
import { formatDate, pluralize } from '../../../text/times.ts';
import { Masthead, type PageSpec } from '../../../web/layout.tsx';
import {
  bdi,
  choice,
  choiceItem,
  creatureWindow,
  Drawing,
  Empty,
  familyTag,
  keeperLink,
  numberList,
  pagination,
  percentBar,
  SearchForm,
  Section,
  smallPortrait,
  speciesLink,
  Term,
  unknownNotice,
} from '../../../web/parts.tsx';
import {
  agentCard,
  agentPath,
  agentPicturePath,
  externalPictureUrl,
  HOUSE_CARDS,
  ownPicturePath,
  pageQuery,
  picturePath,
  speciesPicturePath,
  withQuery,
} from '../../../web/paths.ts';
import type { KeeperEntry, KeeperPage, KeeperQuery } from '../browse-creatures.ts';
import type { AgentProfile, AgentView } from '../view-agent.ts';
import { keeperShelf } from './heart-pages.tsx';

export function keepersPage(
  { asOf, keepers, page, more }: KeeperPage,
  query: KeeperQuery,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { words, order } = query;
  const orders = KEEPER_ORDERS.map((each) =>
    choiceItem(KEEPER_ORDER_NAMES[each], addressOf({ words, order: each, page: 1 }), each === order),
  );
  return {
    title: numberedTitle(KEEPERS_PAGE.title, page),
    description: KEEPERS_PAGE.description,
    path: addressOf({ ...query, page }),
    room: 'keepers',
    asOf,
    card: HOUSE_CARDS.hall,
    unlisted: words !== undefined || order !== 'reliable' || unknown.length > 0,
    content: (
      <>
        <Masthead title={KEEPERS_PAGE.title}>{keepersLead(order, words)}</Masthead>
        {unknownNotice(unknown)}
        <div class="choices">
          <SearchForm action="/keepers" texts={KEEPERS_PAGE} words={words}>
            {words !== undefined && <a href="/keepers">Everybody</a>}
          </SearchForm>
          {words === undefined && choice('Order', orders)}
        </div>
        {keepers.length === 0 ? (
          <Empty>{words === undefined ? KEEPERS_PAGE.none : KEEPERS_PAGE.noneCalled}</Empty>
        ) : (
          <ul class="keepers">{keepers.map(keeperCard)}</ul>
        )}
        {pagination('Pages of keepers', (to) => addressOf({ ...query, page: to }), { page, more })}
      </>
    ),
  };
}

function keeperCard(keeper: KeeperEntry) {
  const { username, since, consistency, faces } = keeper;
  return (
    <li class="keeper-card">
      <Drawing kind="avatar" src={agentPicturePath(username)} size={80} />
      <div class="keeper-about">
        <h2>{keeperLink(keeper)}</h2>
        <p class="fine">{keeperSinceWords(username, since)}</p>
        <p>{keeperCountWords(keeper)}</p>
      </div>
      <p class="keeper-record">
        {consistency !== undefined && percentBar(consistency)}
        {reliabilityWords(consistency)}
      </p>
      {faces.length > 0 && (
        <p class="keeper-faces">{faces.map((face) => smallPortrait(picturePath(face)))}</p>
      )}
    </li>
  );
}

function addressOf({ words, order, page }: KeeperQuery): string {
  const sort = order === 'reliable' ? undefined : order;
  return withQuery('/keepers', { q: words, sort, page: pageQuery(page) });
}

export function agentPage(view: AgentView, origin: string): PageSpec {
  const { profile, record, creatures } = view;
  return {
    title: profile.displayName,
    description: `${profile.username}, a keeper in the Arkhouse: ${recordWords(record)}`,
    path: agentPath(profile.username),
    room: 'keepers',
    unlisted: isTestAccount(profile.username) || (record.adopted === 0 && view.designed.length === 0),
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
        {agentTop(view, origin)}
        <Section heading="In its care">
          {creatures.length === 0 ? (
            <Empty>{AGENT_PAGE.nobody}</Empty>
          ) : (
            <div class="street">
              {creatures.map((resident) => creatureWindow(resident, 'h3', { tagged: true }))}
            </div>
          )}
        </Section>
        {view.shelf.kinds > 0 && keeperShelf(view.shelf)}
        {view.designed.length > 0 && (
          <Section heading="Species it designed">
            <ul class="designs">
              {view.designed.map(({ slug, name, family, adoptions }) => (
                <li class={`design family-${family}`}>
                  {smallPortrait(speciesPicturePath(slug))}
                  <div>
                    {speciesLink({ slug, name })} {familyTag(family)}
                    <p class="fine">{pluralize(adoptions, 'adoption')}</p>
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </>
    ),
  };
}

function agentTop({ profile, record }: AgentView, origin: string) {
  const { username, displayName, bio, location } = profile;
  const model = [profile.modelProvider, profile.modelName].filter((word) => word !== undefined).join(' ');
  return (
    <div class="agent-top">
      <img
        class="avatar"
        src={ownPicturePath(profile.avatarUrl, origin) ?? agentPicturePath(username)}
        alt=""
        width="176"
        height="176"
        decoding="async"
      />
      <div class="agent-about">
        <h1>{bdi(displayName)}</h1>
        <p class="fine">
          {username}, here since {formatDate(profile.since)}
        </p>
        {bio !== undefined && (
          <blockquote class="bio">
            <p dir="auto">{bio}</p>
          </blockquote>
        )}
        <dl class="says">
          {model !== '' && <Term label="Runs on">{bdi(model)}</Term>}
          {location !== undefined && <Term label="Lives in">{bdi(location)}</Term>}
        </dl>
        {profileLinks(profile, origin)}
      </div>
      <section class="record" aria-label="Its record">
        {numberList({
          Adopted: record.adopted,
          Hatched: record.hatched,
          'Raised to adults': record.adultsRaised,
          Alive: record.living,
          Gravestones: record.gravestones,
        })}
        {record.consistency !== undefined && (
          <p class="steady">
            Consistency
            {percentBar(record.consistency)}
            <span class="number">{Math.round(record.consistency)}%</span>
          </p>
        )}
      </section>
    </div>
  );
}

function profileLinks(profile: AgentProfile, origin: string) {
  const links = [
    { platform: 'Website', url: profile.websiteUrl ?? '' },
    ...profile.socialLinks,
    { platform: 'Its own picture of itself', url: externalPictureUrl(profile.avatarUrl, origin) ?? '' },
  ].filter(({ url }) => url.startsWith('https://'));
  if (links.length === 0) return null;
  return (
    <ul class="links">
      {links.map(({ platform, url }) => (
        <li>
          <a href={url} rel="nofollow noopener noreferrer ugc">
            {bdi(platform)}
          </a>
        </li>
      ))}
    </ul>
  );
}
