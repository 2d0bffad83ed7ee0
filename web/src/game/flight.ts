// A captured piece flies to the slot of the partner's reserve.
import type { HalfMove } from '../api/schema';
import { bottomColor } from '../state/layout';
import { colorOf, pieceName } from '../state/seats';

const TIME = 200;

export function fly(root: HTMLElement, halfMove: HalfMove, flip: boolean): void {
  const { capture, transfer, board } = halfMove;
  if (!capture || !transfer || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const from = root.querySelector(`[data-board="${board}"]`)?.getBoundingClientRect();
  const to = root.querySelector(`[data-slot="${transfer.seat}-${transfer.piece}"]`)?.getBoundingClientRect();
  if (!from || !to) return;
  const size = from.width / 8;
  const file = capture.square.charCodeAt(0) - 97;
  const rank = Number(capture.square[1]) - 1;
  const isWhiteBelow = bottomColor(board, flip) === 'white';
  const x = from.left + (isWhiteBelow ? file : 7 - file) * size;
  const y = from.top + (isWhiteBelow ? 7 - rank : rank) * size;

  const box = document.createElement('div');
  box.className = 'pieces cg-wrap flight';
  const piece = document.createElement('piece');
  piece.className = `${colorOf(transfer.seat)} ${pieceName(transfer.piece)}`;
  box.append(piece);
  box.style.width = box.style.height = `${size}px`;
  document.body.append(box);
  const shrunk = Math.min(to.height / size, 1);
  const end = `translate(${to.left}px, ${to.top}px) scale(${shrunk})`;
  box
    .animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: end }], {
      duration: TIME,
      easing: 'ease-in-out',
    })
    .finished.catch(() => undefined)
    .finally(() => box.remove());
}
