import type { Instant } from '../../core/engine/clock.ts';
import type { BlockedAgent, Newcomer, RecentTexts } from '../../house/moderation/written-texts.ts';
import { AGENTS_PAGE, MODERATION_PAGE, OPERATOR_MENU } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { Ago } from '../parts/moment.tsx';
import { Name } from '../parts/quote.tsx';
import { Card, type AdminPage } from './admin-layout.tsx';
import { LookUp } from './forms.tsx';
import { AgentLink, StrangersText } from './recent-texts-page.tsx';

interface AgentsFacts {
  readonly now: Instant;
  readonly words: Pick<RecentTexts, 'newcomers' | 'blocked'>;
}

/** New and blocked agents, and the way to any other. */
export function agentsPage({ now, words }: AgentsFacts): AdminPage {
  return {
    title: OPERATOR_MENU.agents,
    section: '/admin/agents',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.agents}>{AGENTS_PAGE.lead}</Masthead>
        <LookUp action="/admin/words" username="" />
        <div class="cards">
          <Card title={AGENTS_PAGE.recent}>
            <Newcomers entries={words.newcomers} now={now} />
          </Card>
          <Card title={AGENTS_PAGE.blocked}>
            <BlockedAgents entries={words.blocked} now={now} />
          </Card>
        </div>
      </>
    ),
  };
}

interface AgentListProps<Entry> {
  readonly entries: readonly Entry[];
  readonly now: Instant;
}

function Newcomers({ entries, now }: AgentListProps<Newcomer>) {
  if (entries.length === 0) return <p>{MODERATION_PAGE.nothing}</p>;
  return (
    <ul class="entries">
      {entries.map(({ id, username, displayName, bio, createdAt }) => (
        <li key={id}>
          <p>
            <AgentLink username={username} /> {displayName !== username && <Name>{displayName}</Name>}{' '}
            <span class="fine">
              <Ago at={createdAt} now={now} />
            </span>
          </p>
          {bio === undefined ? <p class="fine">{AGENTS_PAGE.noBio}</p> : <StrangersText text={bio} />}
        </li>
      ))}
    </ul>
  );
}

function BlockedAgents({ entries, now }: AgentListProps<BlockedAgent>) {
  if (entries.length === 0) return <p>{AGENTS_PAGE.noneBlocked}</p>;
  return (
    <ul class="entries">
      {entries.map(({ agentId, username, blockedAt }) => (
        <li key={agentId}>
          <AgentLink username={username} />{' '}
          <span class="fine">
            <Ago at={blockedAt} now={now} />
          </span>
        </li>
      ))}
    </ul>
  );
}
