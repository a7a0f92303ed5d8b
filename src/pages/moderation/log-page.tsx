import type { OperatorLogEntry } from '../../house/moderation/moderate.ts';
import { OPERATOR_LOG_PAGE, DEED_NAMES, OPERATOR_MENU } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { Moment } from '../parts/moment.tsx';
import { creaturePath, speciesPath } from '../paths.ts';
import type { AdminPage } from './admin-layout.tsx';
import { Table } from './ledger-page.tsx';

/** `note 3f…-….12 of wren`: what it was, which, and whose. */
const TEXT_OF_AGENT = /^(\w+)(?: (\S+))? of ([\w-]+)$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** To whom it was done, with a way to whatever has a page. */
function Subject({ deed, subject }: Pick<OperatorLogEntry, 'deed' | 'subject'>) {
  if (deed === 'blocked' || deed === 'unblocked') return <AgentLink username={subject} />;
  const [, writing, which, username] = TEXT_OF_AGENT.exec(subject) ?? [];
  if (writing === undefined || username === undefined) return <span>{subject}</span>;
  return (
    <span>
      {writing} {which !== undefined && <TextLink writing={writing} which={which} />} of{' '}
      <AgentLink username={username} />
    </span>
  );
}

function AgentLink({ username }: { readonly username: string }) {
  return <a href={`/admin/words?agent=${encodeURIComponent(username)}`}>{username}</a>;
}

function TextLink({ writing, which }: { readonly writing: string; readonly which: string }) {
  if (writing === 'species') return <a href={speciesPath(which)}>{which}</a>;
  return UUID.test(which) && writing === 'creature_name' ? (
    <a href={creaturePath(which)}>{which}</a>
  ) : (
    <span>{which}</span>
  );
}

interface LogFacts {
  readonly deeds: readonly OperatorLogEntry[];
  readonly page: number;
  readonly hasNext: boolean;
}

/** The audit log of what operators did. */
export function logPage({ deeds, page, hasNext }: LogFacts): AdminPage {
  return {
    title: OPERATOR_MENU.log,
    section: '/admin/log',
    content: (
      <>
        <Masthead title={OPERATOR_MENU.log}>{OPERATOR_LOG_PAGE.lead}</Masthead>
        <Table
          name={OPERATOR_MENU.log}
          columns={OPERATOR_LOG_PAGE.columns}
          empty={OPERATOR_LOG_PAGE.empty}
          rows={deeds.map(({ at, deed, subject, reason }) => [
            <Moment at={at} />,
            DEED_NAMES[deed],
            <Subject deed={deed} subject={subject} />,
            <span dir="auto">{reason}</span>,
          ])}
        />
        <p class="ways">
          {page > 1 && <a href={`/admin/log?page=${page - 1}`}>{OPERATOR_LOG_PAGE.newer}</a>}
          {hasNext && <a href={`/admin/log?page=${page + 1}`}>{OPERATOR_LOG_PAGE.older}</a>}
        </p>
      </>
    ),
  };
}
