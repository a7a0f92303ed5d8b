import { answer, refusedUsage } from './answer.ts';
import { UsageError, type CommandSpec, type Given, type Program } from './command.ts';
import { hasColours, paintFor } from './paint.ts';
import { packageVersion } from './version.ts';

// As the shell counts those whom a signal has ended.
const SIGNALLED = { SIGINT: 130, SIGTERM: 143 } as const;
const NOBODY_READS = 141;
const WIDEST = 100;

/** Does what was typed after the program's name. Results go to standard output, and whatever is wrong to standard error. */
export async function runProgram(program: Program, env: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => leaveWithoutReader(stream, error));
  const { stdout } = process;
  const style = {
    paint: paintFor(hasColours(stdout, env)),
    width: Math.min(WIDEST, stdout.columns || WIDEST),
  };
  const asked = answer(program, { args: process.argv.slice(2), env, version: packageVersion, style });
  if ('page' in asked) stdout.write(asked.page);
  else if ('refused' in asked) complain(asked.refused, asked.code);
  else await runCommand(program, asked.command, asked.given);
}

async function runCommand(program: Program, spec: CommandSpec, given: Given): Promise<void> {
  if (spec.interrupted) sayWhenInterrupted(spec.interrupted(given));
  try {
    const module = await spec.load();
    await module.run(given);
  } catch (error) {
    if (!(error instanceof UsageError)) return complain(explained(program, error), 1);
    const { refused, code } = refusedUsage(program, spec, error);
    complain(refused, code);
  }
}

/** What is half done is taken away by those who were doing it, as the process ends. */
function sayWhenInterrupted(remains: string): void {
  const end = (signal: keyof typeof SIGNALLED) => {
    const line = process.stderr.isTTY ? '\n' : '';
    process.stderr.write(`${line}Interrupted. ${remains}\n`);
    process.exit(SIGNALLED[signal]);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
}

/** As `help | head -1` does. A command with something to finish listens for itself. */
function leaveWithoutReader(stream: NodeJS.WriteStream, error: Error): void {
  if (stream.listenerCount('error') > 1) return;
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exit(NOBODY_READS);
}

/** What can be foreseen is a sentence for whoever typed; anything else is a bug and shows where it happened. */
export function explained({ foreseen, byCode }: Program, error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (foreseen.has(error.name)) return error.message;
  const codes = [error, error.cause].map((each) => (each as { code?: unknown } | undefined)?.code);
  const sentence = codes.map((code) => byCode[String(code)]).find(Boolean);
  if (sentence) return `${sentence} (${error.message})`;
  return [error.stack, error.cause].filter(Boolean).map(String).join('\nbecause of ');
}

function complain(sentence: string, code: number): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = code;
}
