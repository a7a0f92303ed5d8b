export interface EmbeddingsWish {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: string | undefined;
}

/** The service that tells what items are like, instead of the model that comes with the house. */
export interface EmbeddingsChoice {
  readonly url: string;
  /** Services on one's own machine often want none. */
  readonly key: string | undefined;
  readonly model: string;
}

/** The service, none, or every reason why these settings do not fit together. */
export function chooseEmbeddings(
  wish: EmbeddingsWish,
): EmbeddingsChoice | undefined | { readonly problems: string[] } {
  const { url, key, model } = wish;
  if (url === undefined && key === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) {
    return {
      problems: [
        'EMBEDDINGS_URL and EMBEDDINGS_MODEL go together: set both or neither, and no EMBEDDINGS_API_KEY without them.',
      ],
    };
  }
  const problems = [];
  if (!isServiceUrl(url))
    problems.push('EMBEDDINGS_URL must be an http(s) address without a password, query or fragment.');
  if (!/^[\x21-\x7e]{1,200}$/.test(model))
    problems.push('EMBEDDINGS_MODEL must be the id of a model, without blanks.');
  // It is sent in a header, and what does not fit there would only fail with the first item.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push('EMBEDDINGS_API_KEY must be one line of plain characters.');
  return problems.length > 0 ? { problems } : { url, key, model };
}

function isServiceUrl(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}
