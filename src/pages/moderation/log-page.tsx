import type { OperatorLogEntry } from '../../house/moderation/moderate.ts';
import { OPERATOR_LOG_PAGE, DEED_NAMES, OPERATOR_MENU } from '../../voice/moderation/operator-room.ts';
import { Masthead } from '../layout.tsx';
import { Moment } from '../parts/moment.tsx';
import type { AdminPage } from './admin-layout.tsx';
import { Table } from './ledger-page.tsx';

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
            subject,
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
