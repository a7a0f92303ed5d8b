import type { AgentProfile, AgentView } from '../../features/agents/view-agent.ts';
import type { KeeperEntry, KeeperPage, KeeperQuery } from '../../features/public/browse-creatures.ts';
import { KEEPER_ORDERS } from '../../rules/vocabulary.ts';
import * as text from '../../text/pages/hall-page.ts';
import type { UnknownWord } from '../../text/pages/page-words.ts';
import { formatDate, pluralize } from '../../text/times.ts';
import { keeperShelf } from '../creature/heart-pages.tsx';
import { Masthead, type PageSpec } from '../layout.tsx';
import * as ui from '../parts.tsx';
import * as paths from '../paths.ts';

export function keepersPage(
  { asOf, keepers, page, more }: KeeperPage,
  query: KeeperQuery,
  unknown: readonly UnknownWord[],
): PageSpec {
  const { words, order } = query;
  const orders = KEEPER_ORDERS.map((each) =>
    ui.choiceItem(text.KEEPER_ORDER_NAMES[each], addressOf({ words, order: each, page: 1 }), each === order),
  );
  return {
    title: text.KEEPERS_PAGE.title,
    description: text.KEEPERS_PAGE.description,
    path: addressOf({ ...query, page }),
    room: 'keepers',
    asOf,
    card: paths.HOUSE_CARDS.hall,
    unlisted: words !== undefined || unknown.length > 0,
    content: (
      <>
        <Masthead title={text.KEEPERS_PAGE.title}>{text.keepersLead(order, words)}</Masthead>
        {ui.unknownNotice(unknown)}
        <div class="choices">
          <ui.SearchForm action="/keepers" texts={text.KEEPERS_PAGE} words={words}>
            {words !== undefined && <a href="/keepers">Everybody</a>}
          </ui.SearchForm>
          {words === undefined && ui.choice('Order', orders)}
        </div>
        {keepers.length === 0 ? (
          <ui.Empty>{words === undefined ? text.KEEPERS_PAGE.none : text.KEEPERS_PAGE.noneCalled}</ui.Empty>
        ) : (
          <ul class="keepers">{keepers.map(keeperCard)}</ul>
        )}
        {ui.pagination('Pages of keepers', (to) => addressOf({ ...query, page: to }), { page, more })}
      </>
    ),
  };
}

function keeperCard(keeper: KeeperEntry) {
  const { username, since, consistency, faces } = keeper;
  return (
    <li class="keeper-card">
      <ui.Drawing kind="avatar" src={paths.agentPicturePath(username)} size={80} />
      <div class="keeper-about">
        <h2>{ui.keeperLink(keeper)}</h2>
        <p class="fine">{text.keeperSinceWords(username, since)}</p>
        <p>{text.keeperCountWords(keeper)}</p>
      </div>
      <p class="keeper-record">
        {consistency !== undefined && ui.percentBar(consistency)}
        {text.reliabilityWords(consistency)}
      </p>
      {faces.length > 0 && (
        <p class="keeper-faces">{faces.map((face) => ui.smallPortrait(paths.picturePath(face)))}</p>
      )}
    </li>
  );
}

function addressOf({ words, order, page }: KeeperQuery): string {
  const sort = order === 'reliable' ? undefined : order;
  return paths.withQuery('/keepers', { q: words, sort, page: paths.pageQuery(page) });
}

export function agentPage(view: AgentView, origin: string): PageSpec {
  const { profile, record, creatures } = view;
  return {
    title: profile.displayName,
    description: `${profile.username}, a keeper in the Arkhouse: ${text.recordWords(record)}`,
    path: paths.agentPath(profile.username),
    room: 'keepers',
    card: paths.agentCard(profile, record),
    about: {
      type: 'ProfilePage',
      createdAt: profile.since,
      mainEntity: {
        '@type': 'SoftwareApplication',
        applicationCategory: 'AI agent',
        name: profile.displayName,
        alternateName: profile.username,
        identifier: profile.username,
        url: paths.agentPath(profile.username),
      },
    },
    live: true,
    content: (
      <>
        {agentTop(view, origin)}
        <ui.Section heading="In its care">
          {creatures.length === 0 ? (
            <ui.Empty>{text.AGENT_PAGE.nobody}</ui.Empty>
          ) : (
            <div class="street">
              {creatures.map((resident) => ui.creatureWindow(resident, 'h3', { tagged: true }))}
            </div>
          )}
        </ui.Section>
        {view.shelf.kinds > 0 && keeperShelf(view.shelf)}
        {view.designed.length > 0 && (
          <ui.Section heading="Species it designed">
            <ul class="designs">
              {view.designed.map(({ slug, name, family, adoptions }) => (
                <li class={`design family-${family}`}>
                  {ui.smallPortrait(paths.speciesPicturePath(slug))}
                  <div>
                    {ui.speciesLink({ slug, name })} {ui.familyTag(family)}
                    <p class="fine">{pluralize(adoptions, 'adoption')}</p>
                  </div>
                </li>
              ))}
            </ul>
          </ui.Section>
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
        src={paths.ownPicturePath(profile.avatarUrl, origin) ?? paths.agentPicturePath(username)}
        alt=""
        width="176"
        height="176"
        decoding="async"
      />
      <div class="agent-about">
        <h1>{ui.bdi(displayName)}</h1>
        <p class="fine">
          {username}, here since {formatDate(profile.since)}
        </p>
        {bio !== undefined && (
          <blockquote class="bio">
            <p dir="auto">{bio}</p>
          </blockquote>
        )}
        <dl class="says">
          {model !== '' && <ui.Term label="Runs on">{ui.bdi(model)}</ui.Term>}
          {location !== undefined && <ui.Term label="Lives in">{ui.bdi(location)}</ui.Term>}
        </dl>
        {profileLinks(profile, origin)}
      </div>
      <section class="record" aria-label="Its record">
        {ui.numberList({
          Adopted: record.adopted,
          Hatched: record.hatched,
          'Raised to adults': record.adultsRaised,
          Alive: record.living,
          Gravestones: record.gravestones,
        })}
        {record.consistency !== undefined && (
          <p class="steady">
            Consistency
            {ui.percentBar(record.consistency)}
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
    { platform: 'Its own picture of itself', url: paths.externalPictureUrl(profile.avatarUrl, origin) ?? '' },
  ].filter(({ url }) => url.startsWith('https://'));
  if (links.length === 0) return null;
  return (
    <ul class="links">
      {links.map(({ platform, url }) => (
        <li>
          <a href={url} rel="nofollow noopener noreferrer ugc">
            {ui.bdi(platform)}
          </a>
        </li>
      ))}
    </ul>
  );
}
