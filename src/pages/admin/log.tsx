import type { NotedDeed } from '../../house/read-deeds.ts';
import { LOG } from '../../voice/operator-words.ts';
import { DEED_NAMES, DESK } from '../../voice/operator.ts';
import { Masthead } from '../layout.tsx';
import { Moment } from '../parts/moment.tsx';
import type { DeskPage } from './frame.tsx';
import { Table } from './ledger.tsx';

export interface LogFacts {
  readonly deeds: readonly NotedDeed[];
  readonly page: number;
  readonly hasNext: boolean;
}

/** Everything that was done from this room. */
export function logPage({ deeds, page, hasNext }: LogFacts): DeskPage {
  return {
    title: DESK.log,
    drawer: '/admin/log',
    content: (
      <>
        <Masthead title={DESK.log}>
          <p>{LOG.lead}</p>
        </Masthead>
        <Table
          name={DESK.log}
          columns={LOG.columns}
          empty={LOG.empty}
          rows={deeds.map(({ at, deed, subject, reason }) => [
            <Moment at={at} />,
            DEED_NAMES[deed],
            subject,
            <span dir="auto">{reason}</span>,
          ])}
        />
        <p class="ways">
          {page > 1 && <a href={`/admin/log?page=${page - 1}`}>{LOG.newer}</a>}
          {hasNext && <a href={`/admin/log?page=${page + 1}`}>{LOG.older}</a>}
        </p>
      </>
    ),
  };
}
