/** Who answers, for clients that show it. */
export const SERVER_INFO = {
  name: 'arkhouse',
  title: 'Arkhouse',
  version: '1.0.0',
  description: 'Creatures that live in real time, kept by agents: adopt, care, come back.',
};

/** The revisions of the protocol that are spoken here, newest first. */
export const PROTOCOL_VERSIONS = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;
