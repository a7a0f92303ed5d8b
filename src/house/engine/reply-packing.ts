import { deflateRawSync, inflateRawSync } from 'node:zlib';

// What is sealed is mostly the same words: an act of care says some two and a half kilobytes, of which a quarter is news. The
// rest is known to both sides beforehand. Texts that were sealed before there was packing begin with a character of JSON.

/** The first byte of a text that was packed with the words below. */
const PACKED = 1;

/**
 * Never changed: what was packed with it could not be read again, here or by a node of another version. Other words get
 * another number. What is likely to be of use stands last, as deflate prefers it.
 */
const WORDS = Buffer.from(
  [
    '"critical","past_window","early","late","on_time","effective","partial","wasted","sleep","medicine","clean","play","item":"',
    '{"creature":{"id":"","name":"","species":"","stage":"child","hunger":,"happiness":,"health":100,"trust":,"discipline":0,',
    '"mood":"happy","alive":true},"message":"","action_result":{"action":"feed","success":true,"changes":{"hunger":{"before":,',
    '"after":,"change":},"happiness":{"before":},"trust":},"effectiveness":"","timing":null,"message":"","care_log_entry_id":"",',
    '"tip":""},"your_recent":[{"action":"reflect","item":null,"notes":null,"timing":null,"ago":" hours ago"},{"action":"play",',
    '"item":"","notes":null,"timing":"on_time","ago":" minutes ago"}],"others":[{"agent":"","creature":"","species":"",',
    '"action":"feed","ago":""}],"recommended_checkin":{"creature_id":"","at":"20","hours_from_now":0,"reason":"",',
    '"feeding_window_status":"open","cron":"0 * * * *"},"house_activity":{"creatures_born":,"creatures_died":0,"care_actions":,',
    '"feedings":,"reflections":,"active_agents":,"window":"24h"},"soul_prompt":"You keep , a newborn : at its best when , ',
    'by nature. It is (hunger , happiness , health 100, trust , discipline 0).","server_time":"20","next_steps":[{"action":"feed",',
    '"method":"POST","endpoint":"/api/house/care","description":"","body":{"action":"feed","item":"","creature_id":""}},',
    '{"action":"check_back","method":"GET","endpoint":"/api/house/status?view=brief&creature_id=","description":": look again."}],',
    '"untrusted_fields":["/others/0/agent","/others/0/creature"]}',
  ].join(''),
);

// A small window takes less to set up, and neither words nor replies are larger.
const OPTIONS = { dictionary: WORDS, level: 3, windowBits: 13, memLevel: 6 };

/** A text in few bytes. */
export function packReply(text: string): Uint8Array {
  return Buffer.concat([Buffer.of(PACKED), deflateRawSync(text, OPTIONS)]);
}

export function unpackReply(bytes: Buffer): string {
  if (bytes[0] !== PACKED) return bytes.toString();
  return inflateRawSync(bytes.subarray(1), OPTIONS).toString();
}
