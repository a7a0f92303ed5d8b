import { crc32, deflateSync } from 'node:zlib';

/** A real PNG, all of one colour. One that only claims its size has no room for so many pixels. */
export function png(width = 64, height = width, claim: 'honest' | 'claimed' = 'honest'): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(claim === 'honest' ? (width + 1) * height : 1));
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

// 24 × 16 pixels each, as a browser writes them.
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/' +
    '2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAQABgDASIAAhEBAxEB/8QA' +
    'FQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAAAAQF/8QAFBEBAAAAAAAAAAAAAAAAAAAA' +
    'AP/aAAwDAQACEQMRAD8AkAkaQAD/2Q==',
  'base64',
);
export const WEBP = Buffer.from(
  'UklGRkAAAABXRUJQVlA4IDQAAAAQAwCdASoYABAAPtFUo0uoJKMhsAgBABoJQBOl0AAUWUAA/tDK9fAFPVH+drYYgoMXAAAA',
  'base64',
);
export const WEBP_LOSSLESS = Buffer.from('UklGRh4AAABXRUJQVlA4TBEAAAAvF8ADAAdQqCIXpf+BiOh/AAA=', 'base64');
export const WEBP_SEE_THROUGH = Buffer.from(
  'UklGRmoAAABXRUJQVlA4WAoAAAAQAAAAFwAADwAAQUxQSBAAAAABB1DAiAgABOE/XUFE/1MHVlA4IDQAAAAQAwCdASoYABAAPtFWo0uoJKMhsAgBABoJQBai0AAQNgAA' +
    '/tSZfELvY23/DmddpVVBYAAA',
  'base64',
);
