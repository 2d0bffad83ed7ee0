// Badges: the situation of a player.
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
  /** The same in a sentence. */
  title: string;
}

export function badgesOf(tree: Tree, spot: Spot, seat: Seat): Badge[] {
  const board = boardsAt(tree, spot)[boardOf(seat)];
  const badges = [
    ...(board.turn === colorOf(seat) ? ofStatus(board) : []),
    ...ofSitting(tree, spot, seat),
    ...ofOutcome(tree, spot, seat),
  ];
  // If the board shows mate and the outcome says so, there is one badge.
  return badges.filter((badge, at) => badges.findIndex((other) => other.kind === badge.kind) === at);
}

/** What would help a frozen side, in words: "needs Q R B N on b8 c8". */
export function helpText(board: Board): string {
  return board.help ? `needs ${board.help.pieces.join(' ')} on ${board.help.squares.join(' ')}` : '';
}

function ofStatus(board: Board): Badge[] {
  switch (board.status) {
    case 'check':
      return [{ kind: 'check', text: 'check', title: '' }];
    case 'frozen': {
      const pieces = board.help?.pieces.map(pieceName).join(', ') ?? '';
      const title = `Only a piece from the partner helps: ${pieces} on ${board.help?.squares.join(', ') ?? ''}`;
      return [{ kind: 'frozen', text: 'frozen', title }];
    }
    case 'checkmate':
      return [{ kind: 'mated', text: 'mated', title: '' }];
    case 'stalemate':
      return [{ kind: 'stalemate', text: 'no moves', title: '' }];
    case 'ongoing':
      return [];
  }
}

function ofSitting(tree: Tree, { line, ply }: Spot, seat: Seat): Badge[] {
  const sits = tree.game.sits.some((sit) => sit.seat === seat && sit.from_ply <= ply && ply < sit.to_ply);
  return line === '' && sits ? [{ kind: 'sitting', text: 'sitting', title: '' }] : [];
}

function ofOutcome(tree: Tree, spot: Spot, seat: Seat): Badge[] {
  const { by, loser_seat } = tree.game.outcome;
  if (!isEndOfGame(tree, spot) || loser_seat !== seat || by === null) return [];
  if (by === 'time') return [{ kind: 'flagged', text: 'flagged', title: '' }];
  if (by === 'checkmate') return [{ kind: 'mated', text: 'mated', title: '' }];
  if (by === 'resignation') return [{ kind: 'lost', text: 'resigned', title: 'Resigned' }];
  const how = by === 'partner' ? 'on the partner’s board' : `by ${by.replaceAll('-', ' ')}`;
  return [{ kind: 'lost', text: 'lost', title: `Lost ${how}` }];
}
