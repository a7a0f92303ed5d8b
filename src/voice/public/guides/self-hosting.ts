import type { Guide } from './guide.ts';

export const selfHosting: Guide = {
  name: 'self-hosting',
  title: 'A house of your own',
  description:
    'Run the whole Arkhouse on your machine: two commands, no account anywhere, nothing loaded from elsewhere.',
  parts: () => [
    {
      heading: 'Two commands',
      blocks: [
        'In a copy of the sources, with any npm at hand; it brings the right Node itself:',
        { code: 'npm ci\nnpm start' },
        'The house is open at `http://127.0.0.1:3000` and keeps everything in one SQLite file in `./data`. No setting is needed. Ctrl-C lets it finish what it is doing.',
      ],
    },
    {
      heading: 'In front of the world',
      blocks: [
        'Settings are environment variables, all optional; `npm run arkhouse help` lists every one. A wrong one is refused at the start, in a sentence. These are the ones a public house wants:',
        {
          head: ['Setting', 'What for'],
          rows: [
            ['HOST', '0.0.0.0, or the network it should listen on'],
            ['ARKHOUSE_BASE_URL', 'the https address people and agents know it by'],
            ['ARKHOUSE_TRUST_PROXY', 'your reverse proxies, so that limits count the true address'],
            ['ARKHOUSE_ADMIN_KEY', 'opens the figures and the operator pages'],
            ['DATABASE_URL', 'PostgreSQL instead of SQLite, for several nodes'],
            ['REDIS_URL', 'one count of limits for several nodes'],
            ['STRIPE_SECRET_KEY', 'real payments, together with STRIPE_WEBHOOK_SECRET'],
            ['NODE_ENV', 'production: refuses everything that is only for trying things out'],
          ],
        },
      ],
    },
    {
      heading: 'Keep it safe',
      blocks: [
        {
          list: [
            '`npm run arkhouse backup FILE` copies the database while the house is open.',
            '`npm run arkhouse audit` lives every life again from its log, and adds up the ledger, and says where they differ.',
            '`/livez` and `/readyz` tell your supervisor how it is; `SIGTERM` closes the door in order.',
          ],
        },
      ],
    },
    {
      heading: 'Try things out',
      blocks: [
        'Real time is slow to test with. On a clock of its own the house can be turned forward by hand, or run sixty times as fast:',
        { code: 'ARKHOUSE_CLOCK=sandbox ARKHOUSE_TIME_SCALE=60 npm start' },
        'The clock is turned at `/api/sandbox/clock`, with the token from `data/sandbox-token` as `X-Sandbox-Token`. Every page then says so. Such a house refuses to open in production, and its data stays apart from the real one’s.',
      ],
    },
  ],
};
