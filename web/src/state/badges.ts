// A problem in a player at a moment.
import type { Board, Seat } from '../api/schema';
import type { Spot } from './address';
import { boardOf, colorOf, pieceName } from './seats';
import { boardsAt, isEndOfGame, type Tree } from './tree';

export interface Badge {
  kind:
    | 'check'
    | 'frozen'
    | 'sitting'
    | 'flagged'
    | 'mated'
    | 'stalemate'
    | 'lost'
    | 'mates'
    | 'may-mate'
    | 'threat'
    | 'dead'
    | 'danger';
  text: string;
  /** More words. */
  title: string;
}

export function badgesOf(tree: Tree, spot: Spot, seat: Seat): Badge[] {
  const board = boardsAt(tree, spot)[boardOf(seat)];
  const badges = [
    ...(board.turn === colorOf(seat) ? ofStanding(board) : []),
    ...ofSitting(tree, spot, seat),
    ...ofOutcome(tree, spot, seat),
  ];
  // A board that is mate, and an outcome that says so, are one badge.
  return badges.filter((badge, at) => badges.findIndex((other) => other.kind === badge.kind) === at);
}

/** What would help a frozen side, in words: "needs Q R B N on b8 c8". */
export function helpText(board: Board): string {
  return board.help ? `needs ${board.help.pieces.join(' ')} on ${board.help.squares.join(' ')}` : '';
}

function ofStanding(board: Board): Badge[] {
  switch (board.standing) {
    case 'check':
      return [{ kind: 'check', text: 'check', title: 'In check' }];
    case 'frozen': {
      const pieces = board.help?.pieces.map(pieceName).join(', ') ?? '';
      const title = `In check, and only a piece from the partner helps: ${pieces} on ${board.help?.squares.join(', ') ?? ''}`;
      return [{ kind: 'frozen', text: 'FROZEN', title }];
    }
    case 'checkmate':
      return [{ kind: 'mated', text: 'mated', title: 'Checkmated' }];
    case 'stalemate':
      return [{ kind: 'stalemate', text: 'no move', title: 'Not in check, and no move or drop is legal' }];
    case 'ongoing':
      return [];
  }
}

function ofSitting(tree: Tree, { line, ply }: Spot, seat: Seat): Badge[] {
  const sits = tree.game.sits.some((sit) => sit.seat === seat && sit.from_ply <= ply && ply < sit.to_ply);
  return line === '' && sits
    ? [{ kind: 'sitting', text: 'SITTING', title: 'Waits while the other board goes on' }]
    : [];
}

function ofOutcome(tree: Tree, spot: Spot, seat: Seat): Badge[] {
  const { by, loser_seat } = tree.game.outcome;
  if (!isEndOfGame(tree, spot) || loser_seat !== seat || by === null) return [];
  if (by === 'time') return [{ kind: 'flagged', text: 'flagged', title: 'Lost on time' }];
  if (by === 'checkmate') return [{ kind: 'mated', text: 'mated', title: 'Checkmated' }];
  if (by === 'resignation') return [{ kind: 'lost', text: 'resigned', title: 'Resigned' }];
  return [{ kind: 'lost', text: 'lost', title: `Lost by ${by}` }];
}
