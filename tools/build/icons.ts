import { Resvg } from '@resvg/resvg-js';

const FAVICON_SIDE = 32;
const TOUCH_SIDE = 180;
/** Free margin of a touch icon, as a share of its side: phones round the corners. */
const TOUCH_MARGIN = 22;
const TOUCH_BACKGROUND = '#f7eedf';

/** The icon in the form that browsers ask for without being told: a directory with one picture, which is a PNG. */
export function faviconIco(svg: string): Buffer {
  const png = pngOf(svg, FAVICON_SIDE);
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(FAVICON_SIDE, 6);
  header.writeUInt8(FAVICON_SIDE, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** The icon for the home screen of a phone, on a ground of its own. */
export function appleTouchIcon(svg: string): Buffer {
  const side = TOUCH_SIDE - 2 * TOUCH_MARGIN;
  const icon = svg.replace(
    '<svg ',
    `<svg x="${TOUCH_MARGIN}" y="${TOUCH_MARGIN}" width="${side}" height="${side}" `,
  );
  const ground = `<rect width="${TOUCH_SIDE}" height="${TOUCH_SIDE}" fill="${TOUCH_BACKGROUND}"/>`;
  return pngOf(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${TOUCH_SIDE} ${TOUCH_SIDE}">${ground}${icon}</svg>`,
    TOUCH_SIDE,
  );
}

function pngOf(svg: string, width: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    .render()
    .asPng();
}
