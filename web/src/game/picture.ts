// A picture of both boards. The server has an address for it; the static site embeds it.
import { fetchPicture } from '../api/client';
import { IS_STATIC } from '../here';

/** Shows the picture of an address in an image. */
export function picture(image: HTMLImageElement, address: string): { update(next: string): void } {
  let shown = '';
  function show(next: string): void {
    if (next === shown) return;
    shown = next;
    if (!IS_STATIC) {
      image.src = next;
      return;
    }
    fetchPicture(next).then(
      async (blob) => {
        const text = await blob.text();
        // Ignore all requests except the last.
        if (shown === next) image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
      },
      // The alternative text is shown instead.
      () => (shown = ''),
    );
  }
  show(address);
  return { update: show };
}
