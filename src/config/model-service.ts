import { isBare, problemsAmong, wholeNumber, type Misfit, type Texts } from './parse.ts';

/** A model behind an address that speaks as OpenAI's do. */
export interface ModelServiceConfig {
  readonly url: string;
  /** Services on one's own machine often want none. */
  readonly key: string | undefined;
  readonly model: string;
}

type ModelServiceSettings = Texts<'url' | 'key' | 'model'>;

/** The service that tells what items are like, instead of the model that comes with the house. */
export function chooseEmbeddings(settings: ModelServiceSettings): ModelServiceConfig | undefined | Misfit {
  return chooseModelService('EMBEDDINGS', settings);
}

/** The service that draws, instead of our own artist. */
export interface ImagesConfig extends ModelServiceConfig {
  /** How many pictures one agent may cost its operator in 24 hours. */
  readonly perAgentDaily: number;
}

const PER_AGENT_DAILY = wholeNumber(1, 100_000).default(10);

export function chooseImages({
  perAgentDaily,
  ...settings
}: ModelServiceSettings & Texts<'perAgentDaily'>): ImagesConfig | undefined | Misfit {
  const service = chooseModelService('IMAGES', settings);
  const problems = service && 'problems' in service ? service.problems : [];
  const { data: daily, error } = PER_AGENT_DAILY.safeParse(perAgentDaily);
  if (error) problems.push(`IMAGES_PER_AGENT_DAILY must be ${error.issues[0]?.message}.`);
  if (service === undefined && perAgentDaily !== undefined)
    problems.push('IMAGES_PER_AGENT_DAILY needs IMAGES_URL: our own artist has no limit.');
  if (daily === undefined || problems.length > 0) return { problems };
  return service && 'url' in service ? { ...service, perAgentDaily: daily } : undefined;
}

/** The service whose settings begin with `prefix`, none, or every reason why they do not fit together. */
function chooseModelService(
  prefix: 'EMBEDDINGS' | 'IMAGES',
  settings: ModelServiceSettings,
): ModelServiceConfig | undefined | Misfit {
  const { url, key, model } = settings;
  if (url === undefined && key === undefined && model === undefined) return undefined;
  const apart = `${prefix}_URL and ${prefix}_MODEL go together: set both or neither, and no ${prefix}_API_KEY without them.`;
  if (url === undefined || model === undefined) return { problems: [apart] };
  const problems = problemsAmong(
    [
      !isBare(URL.parse(url)),
      `${prefix}_URL must be an http(s) address without a password, query or fragment.`,
    ],
    [!/^[\x21-\x7e]{1,200}$/.test(model), `${prefix}_MODEL must be the id of a model, without blanks.`],
    // It is sent in a header, and what does not fit there would only fail with the first question.
    [
      key !== undefined && !/^[\x21-\x7e]+$/.test(key),
      `${prefix}_API_KEY must be one line of plain characters.`,
    ],
  );
  return problems.length > 0 ? { problems } : { url, key, model };
}
