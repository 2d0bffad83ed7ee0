// A picture of both boards in the page: the program has an address for it; without one it is asked for, and is a part of
// the page.
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
        // Stepping quickly asks for several; the last counts.
        if (shown === next) image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
      },
      // The image has words for who does not see it.
      () => (shown = ''),
    );
  }
  show(address);
  return { update: show };
}
