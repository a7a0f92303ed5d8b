import { styleText } from 'node:util';

import type { Diagnosis } from './diagnosis.ts';

/** How the states look: on a terminal, and where only plain letters are sure to arrive. */
const MARKS = {
  fine: { sign: '✓', colour: 'green', word: 'fine ' },
  note: { sign: '·', colour: 'yellow', word: 'note ' },
  wrong: { sign: '✗', colour: 'red', word: 'WRONG' },
} as const;

type ReportOutput = Pick<NodeJS.WriteStream, 'isTTY'>;

/** One line for each finding, the remedy below it, and how it stands in all. */
export function report(findings: readonly Diagnosis[], out: ReportOutput): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(({ name, state, found, remedy }) => {
    const { sign, colour, word } = MARKS[state];
    const mark = out.isTTY ? styleText(colour, sign, { stream: process.stdout }) : word;
    const indent = ' '.repeat((out.isTTY ? 1 : word.length) + width + 4);
    const line = `${mark}  ${name.padEnd(width)}  ${found}`;
    return remedy === undefined ? line : `${line}\n${indent}${out.isTTY ? '→' : '->'} ${remedy}`;
  });
  return `${lines.join('\n')}\n\n${verdict(findings)}\n`;
}

function verdict(findings: readonly Diagnosis[]): string {
  const { wrong, note } = countStates(findings);
  const notes = note === 0 ? '' : `, and ${note} to think about`;
  if (wrong === 0) return `Nothing is wrong${notes}.`;
  return `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong${notes}. What to do stands below each.`;
}

/** The same for programs. */
export function reportJson(findings: readonly Diagnosis[]): string {
  return `${JSON.stringify({ ...countStates(findings), findings }, undefined, 2)}\n`;
}

function countStates(findings: readonly Diagnosis[]): Readonly<Record<Diagnosis['state'], number>> {
  const count = (state: Diagnosis['state']) => findings.filter((each) => each.state === state).length;
  return { fine: count('fine'), note: count('note'), wrong: count('wrong') };
}
