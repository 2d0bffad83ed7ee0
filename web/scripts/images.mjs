// Encodes screenshots: a PNG with a palette, and an animated GIF that stores only what changes.
import gifenc from 'gifenc';
import UPNG from 'upng-js';

const COLORS = 256;

/** Decodes a PNG into RGBA bytes. */
export function decode(png) {
  const image = UPNG.decode(png.buffer.slice(png.byteOffset, png.byteOffset + png.length));
  return { width: image.width, height: image.height, rgba: new Uint8Array(UPNG.toRGBA8(image)[0]) };
}

/** Reduces a PNG to 256 colors, which makes it less than half as large. */
export function smallPng(png) {
  const { width, height, rgba } = decode(png);
  return Buffer.from(UPNG.encode([rgba.buffer], width, height, COLORS));
}

/** Encodes frames, `{ png, ms }`, as a GIF that repeats forever. All frames share one palette. */
export function encodeGif(frames) {
  const images = frames.map(({ png, ms }) => ({ ms, ...decode(png) }));
  const [{ width, height }] = images;
  const palette = gifenc.quantize(sample(images), COLORS - 1);
  const unchanged = palette.length;
  palette.push([0, 0, 0]);

  const gif = gifenc.GIFEncoder();
  let before = null;
  for (const { rgba, ms } of images) {
    const pixels = gifenc.applyPalette(rgba, palette.slice(0, unchanged));
    const options = { delay: ms, dispose: 1 };
    if (before) {
      const changed = pixels.map((color, at) => (color === before[at] ? unchanged : color));
      gif.writeFrame(changed, width, height, { ...options, transparent: true, transparentIndex: unchanged });
    } else {
      gif.writeFrame(pixels, width, height, { ...options, palette, repeat: 0 });
    }
    before = pixels;
  }
  gif.finish();
  return Buffer.from(gif.bytes());
}

/** Joins the first, the middle and the last image, which have all colors between them. */
function sample(images) {
  const chosen = [images[0], images[images.length >> 1], images[images.length - 1]];
  const joined = new Uint8Array(chosen.reduce((size, { rgba }) => size + rgba.length, 0));
  let at = 0;
  for (const { rgba } of chosen) {
    joined.set(rgba, at);
    at += rgba.length;
  }
  return joined;
}
