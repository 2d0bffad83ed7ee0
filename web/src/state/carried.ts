// A game in an address: compressed, in letters that need no escape.

/** The most characters of a game in an address. */
export const MOST_CARRIED = 1_000_000;

/** Packs a game; null if it is too long for an address. */
export async function pack(text: string): Promise<string | null> {
  if (text.length > MOST_CARRIED) return null;
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let letters = '';
  for (let at = 0; at < bytes.length; at += 4096) letters += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Unpacks a game; null if it is not a packed game, or too long. */
export async function unpack(data: string): Promise<string | null> {
  if (!/^[\w-]+$/.test(data)) return null;
  try {
    const letters = atob(data.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const reader = stream.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text;
      text += value;
      // A few letters can expand to very many.
      if (text.length > MOST_CARRIED) {
        await reader.cancel();
        return null;
      }
    }
  } catch {
    return null;
  }
}

/** Returns a short name for a packed game. */
export function nameOf(data: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < data.length; at++) {
    one = Math.imul(one ^ data.charCodeAt(at), 2654435761);
    other = Math.imul(other ^ data.charCodeAt(at), 1597334677);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36) + data.length.toString(36);
}
