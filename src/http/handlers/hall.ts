import type { ROUTES } from '../../contract/routes.ts';
import { visitHall } from '../../house/visit-hall.ts';
import { forHall } from '../../voice/page-steps.ts';
import type { Handler } from '../call.ts';
import { presentHall } from '../present/hall.ts';

export const listHall: Handler<typeof ROUTES.listHall> = {
  async answer(house, { query, now }) {
    const { category, page, per_page } = query;
    const hall = await visitHall(house, { category, paging: { page, perPage: per_page } }, now);
    return { body: { ...presentHall(hall), next_steps: [...forHall(category)] } };
  },
};
