import { pino, type DestinationStream, type Logger } from 'pino';

import type { LogLevel } from './config/config.ts';
import { redactSecrets } from './rules/base/redact.ts';

export function openLog(level: LogLevel, to?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: redactSecrets },
    },
    to ?? pino.destination({ sync: false }),
  );
}
