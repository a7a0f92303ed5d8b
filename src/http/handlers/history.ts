import type { ROUTES } from '../../contract/routes.ts';
import type { HistoryFormat } from '../../core/vocabulary.ts';
import { readHistory } from '../../house/read-history.ts';
import type { Handler } from '../call.ts';
import { writeHistory } from '../present/history-markdown.ts';
import { presentHistory } from '../present/history.ts';

const MARKDOWN_TYPE = 'text/markdown; charset=utf-8';

// A page to keep has the whole log, as far as one answer goes.
const USUAL_LIMIT: Record<HistoryFormat, number> = { json: 50, markdown: 500 };

export const getCareHistory: Handler<typeof ROUTES.getCareHistory> = {
  async answer(house, { agent, query, now }) {
    const { format, limit = USUAL_LIMIT[format], offset, creature_id: creatureId = query.id } = query;
    const history = await readHistory(house, agent, { creatureId, limit, offset }, now);
    if (format === 'json') return { body: presentHistory(history) };
    return { page: { type: MARKDOWN_TYPE, text: writeHistory(history) } };
  },
};
