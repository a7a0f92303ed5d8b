interface PaginationProps {
  readonly page: number;
  readonly pages: number;
  /** The address of a page. */
  readonly at: (page: number) => string;
  /** The address of the next page, where the list knows a shorter way than the number. */
  readonly next?: string | undefined;
  /** For screen readers: `Pages of creatures`. */
  readonly label: string;
}

export function Pagination({ page, pages, at, next = at(page + 1), label }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav class="pagination" aria-label={label}>
      {page > 1 ? (
        <a class="turn" rel="prev" href={at(page - 1)}>
          ← Before
        </a>
      ) : (
        <span class="turn" />
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a class="turn" rel="next" href={next}>
          After →
        </a>
      ) : (
        <span class="turn" />
      )}
    </nav>
  );
}
