import { pino, type DestinationStream, type Logger } from 'pino';

import type { LogLevel } from './config/config.ts';

// The last net: whatever slips into a line, no key leaves through the log.
const KEYS =
  /ah_[0-9A-Za-z]{8,}|\bahcal_[\w-]{8,}|\b[sr]k_(?:live|test)_\w+|whsec_\w+|\bspt_\w+|:\/\/[^\s/:@]*:[^\s/@]+@/g;

/** JSON lines for machines. */
export function openLog(level: LogLevel, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: hideKeys },
    },
    to ?? pino.destination({ sync: false }),
  );
}

export function hideKeys(line: string): string {
  return line.replace(KEYS, '[hidden]');
}
