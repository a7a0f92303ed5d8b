interface PaginationProps {
  readonly page: number;
  /** How many there are, where that is known. */
  readonly pages: number | undefined;
  /** Is there a page after this one? */
  readonly more?: boolean;
  /** The address of a page. */
  readonly at: (page: number) => string;
  /** The address of the next page, where the list knows a shorter way than the number. */
  readonly next?: string | undefined;
  /** For screen readers: `Pages of creatures`. */
  readonly label: string;
}

export function Pagination(props: PaginationProps) {
  const { page, pages, at, next = at(page + 1), label } = props;
  const { more = pages !== undefined && page < pages } = props;
  if (pages === undefined ? page === 1 && !more : pages <= 1) return null;
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
        Page {page}
        {pages !== undefined && ` of ${pages}`}
      </span>
      {more ? (
        <a class="turn" rel="next" href={next}>
          After →
        </a>
      ) : (
        <span class="turn" />
      )}
    </nav>
  );
}
