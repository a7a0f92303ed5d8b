export interface ServiceWish {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: string | undefined;
}

/** A model behind an address that speaks as OpenAI's do. */
export interface ServiceChoice {
  readonly url: string;
  /** Services on one's own machine often want none. */
  readonly key: string | undefined;
  readonly model: string;
}

/** The service whose settings begin with `prefix`, none, or every reason why they do not fit together. */
export function chooseService(
  prefix: 'EMBEDDINGS' | 'IMAGES',
  { url, key, model }: ServiceWish,
): ServiceChoice | undefined | { readonly problems: string[] } {
  if (url === undefined && key === undefined && model === undefined) return undefined;
  if (url === undefined || model === undefined) {
    return {
      problems: [
        `${prefix}_URL and ${prefix}_MODEL go together: set both or neither, and no ${prefix}_API_KEY without them.`,
      ],
    };
  }
  const problems = [];
  if (!isServiceUrl(url))
    problems.push(`${prefix}_URL must be an http(s) address without a password, query or fragment.`);
  if (!/^[\x21-\x7e]{1,200}$/.test(model))
    problems.push(`${prefix}_MODEL must be the id of a model, without blanks.`);
  // It is sent in a header, and what does not fit there would only fail with the first question.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push(`${prefix}_API_KEY must be one line of plain characters.`);
  return problems.length > 0 ? { problems } : { url, key, model };
}

function isServiceUrl(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password, search, hash } = new URL(given);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}
