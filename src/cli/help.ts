import { SETTINGS } from '../config/settings.ts';

const HELP = `arkhouse: a house for creatures that live in real time

  arkhouse serve          open the house (this is what npm start does)
  arkhouse keep           look after a creature, here or anywhere, until told to stop; docs/keeper.md has its options
  arkhouse mcp            offer the tools of a house to an MCP client, over standard input and output; see docs/mcp.md
  arkhouse migrate        bring the database up to date, and say what was done
  arkhouse backup FILE    write a consistent copy while the house stays open; of PostgreSQL also FOLDER --jobs 4,
                          and --from postgres://… for a standby
  arkhouse restore FILE   bring a backup back into the empty place the settings name, and audit it; FOLDER --jobs 4
  arkhouse move --to …    take the closed house to postgres://… or to a data folder, bit by bit, and audit it
  arkhouse audit          check everything that is kept; exit code 1 when something is wrong
                            --since TIME     live only those lives again to which something happened since (36h, 7d, a date)
                            --sample N|N%    or only so many at random; --seed chooses the same ones again
                            --resume FILE    keep in FILE how far it has come, and go on from there
                            --archive DIR    read what has left for there, and live those lives again, too
  arkhouse archive        take the care log before a month out of the house and into files, one for each month:
                          arkhouse archive --before 2026-05 --to FOLDER
  arkhouse help           this page

Settings are environment variables, all optional:
`;

export async function run(): Promise<void> {
  const width = Math.max(...Object.keys(SETTINGS).map((name) => name.length));
  const lines = Object.entries(SETTINGS).map(
    ([name, [usual, meaning]]) => `  ${name.padEnd(width)}  ${meaning} (${usual})`,
  );
  process.stdout.write(`${HELP}\n${lines.join('\n')}\n`);
}
