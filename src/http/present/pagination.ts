import type { z } from 'zod';

import type { Pagination } from '../../contract/common.ts';

interface Asked {
  readonly page: number;
  readonly per_page: number;
}

/** Where a page stands in the whole list. */
export function presentPagination({ page, per_page }: Asked, total: number): z.output<typeof Pagination> {
  const pages = Math.ceil(total / per_page);
  return { page, per_page, total, pages, has_next: page < pages, has_prev: page > 1 };
}
