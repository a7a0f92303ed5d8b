/** One line of a Containerfile, with the lines that continue it. */
interface Instruction {
  readonly word: string;
  readonly rest: string;
}

export interface Stage {
  readonly name: string | undefined;
  readonly base: string;
  readonly steps: readonly Instruction[];
}

/** Run configuration of an image. */
export interface ImageSettings {
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly stopSignal: string;
  readonly health: readonly string[];
  readonly command: readonly string[];
}

const KNOWN =
  /^(?:ARG|FROM|WORKDIR|COPY|RUN|LABEL|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/;

/** Reads what our Containerfile uses of the language; anything else is an error, so that nothing is passed over. */
export function readContainerfile(text: string): readonly Stage[] {
  const stages: (Stage & { steps: Instruction[] })[] = [];
  const args = new Map<string, string>();
  for (const { word, rest } of instructionsIn(text)) {
    if (!KNOWN.test(word)) throw new Error(`${word} is not understood here.`);
    const [name = '', value = ''] = rest.split('=');
    if (word === 'ARG') args.set(name, value);
    else if (word !== 'FROM') stages.at(-1)?.steps.push({ word, rest });
    else {
      const [base = '', , stage] = rest.split(' ');
      const full = base.replaceAll(/\$\{(\w+)\}/g, (_, arg: string) => args.get(arg) ?? '');
      stages.push({ name: stage, base: full, steps: [] });
    }
  }
  return stages;
}

function instructionsIn(text: string): Instruction[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#') && line.trim() !== '');
  const whole = lines.join('\n').replaceAll(/\\\n\s*/g, '');
  return whole.split('\n').map((line) => {
    const [word = ''] = line.split(' ', 1);
    return { word, rest: line.slice(word.length).trim() };
  });
}

/** Sources and destination of COPY. */
export function readCopy(rest: string): {
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly to: string;
} {
  const words = rest.split(' ');
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  return { from, sources: words.slice(0, -1), to: words.at(-1) ?? '' };
}

export function settingsOf(stage: Stage): ImageSettings {
  const all = (word: string) => stage.steps.filter((step) => step.word === word).map(({ rest }) => rest);
  const last = (word: string) => all(word).at(-1) ?? '';
  return {
    env: Object.fromEntries(all('ENV').flatMap((rest) => rest.split(' ').map(readPair))),
    folder: last('WORKDIR'),
    user: last('USER'),
    volumes: all('VOLUME'),
    stopSignal: last('STOPSIGNAL'),
    health: listIn(last('HEALTHCHECK')),
    command: [...listIn(last('ENTRYPOINT')), ...listIn(last('CMD'))],
  };
}

function readPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

function listIn(text: string): string[] {
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
