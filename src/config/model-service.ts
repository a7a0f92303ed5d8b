import { wholeNumber } from './parse.ts';

export interface ModelServiceSettings {
  readonly url: string | undefined;
  readonly key: string | undefined;
  readonly model: string | undefined;
}

/** A model behind an address that speaks as OpenAI's do. */
export interface ModelServiceConfig {
  readonly url: string;
  /** Services on one's own machine often want none. */
  readonly key: string | undefined;
  readonly model: string;
}

/** The service whose settings begin with `prefix`, none, or every reason why they do not fit together. */
export function chooseModelService(
  prefix: 'EMBEDDINGS' | 'IMAGES',
  { url, key, model }: ModelServiceSettings,
): ModelServiceConfig | undefined | { readonly problems: string[] } {
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

/** The service that tells what items are like, instead of the model that comes with the house. */
export type EmbeddingsConfig = ModelServiceConfig;

/** The service, none, or every reason why these settings do not fit together. */
export function chooseEmbeddings(
  wish: ModelServiceSettings,
): EmbeddingsConfig | undefined | { readonly problems: string[] } {
  return chooseModelService('EMBEDDINGS', wish);
}

export interface ImagesSettings extends ModelServiceSettings {
  readonly perAgentDaily: string | undefined;
}

/** The service that draws, instead of our own artist. */
export interface ImagesConfig extends ModelServiceConfig {
  /** How many pictures one agent may cost its operator in 24 hours. */
  readonly perAgentDaily: number;
}

const USUAL_PER_AGENT_DAILY = 10;

/** The service, none, or every reason why these settings do not fit together. */
export function chooseImages({
  perAgentDaily,
  ...wish
}: ImagesSettings): ImagesConfig | undefined | { readonly problems: string[] } {
  const service = chooseModelService('IMAGES', wish);
  const problems = service && 'problems' in service ? [...service.problems] : [];
  const daily = perAgentDaily === undefined ? USUAL_PER_AGENT_DAILY : wholeNumber(1, 100_000)(perAgentDaily);
  if (daily === undefined) problems.push('IMAGES_PER_AGENT_DAILY must be a whole number from 1 to 100000.');
  if (service === undefined && perAgentDaily !== undefined)
    problems.push('IMAGES_PER_AGENT_DAILY needs IMAGES_URL: our own artist has no limit.');
  if (daily === undefined || problems.length > 0) return { problems };
  return service && !('problems' in service) ? { ...service, perAgentDaily: daily } : undefined;
}
