// Small games for tests, written by hand. Boards have only what the tests need.
import type { Board, Boards, Clocks, Game, HalfMove, Line, PieceLetter, Seat } from '../api/schema';
import { boardOf, colorOf, otherColor } from '../state/seats';

const PLACEMENT = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';

export function board(changes: Partial<Board> = {}): Board {
  const none = () => ({ Q: 0, R: 0, B: 0, N: 0, P: 0 });
  return {
    bfen: `${PLACEMENT}[] w KQkq - 0 1`,
    placement: PLACEMENT,
    turn: 'white',
    promoted: [],
    reserves: { white: none(), black: none() },
    status: 'ongoing',
    help: null,
    last: null,
    ...changes,
  };
}

export function clocks(all: number | null, changes: Partial<Clocks> = {}): Clocks {
  return { WhiteA: all, BlackA: all, WhiteB: all, BlackB: all, ...changes };
}

/** A half-move in short: seat, SAN, clock in milliseconds, captured piece and its receiver. */
export interface Short {
  seat: Seat;
  san: string;
  left?: number;
  time?: number;
  takes?: [PieceLetter, Seat];
  drop?: PieceLetter;
  check?: boolean;
  variations?: Line[];
  comments?: string[];
}

/** Creates a line of half-moves, with turns and clocks. */
export function line(path: string, before: HalfMove[], shorts: Short[], start: Clocks = clocks(null)): Line {
  const half_moves: HalfMove[] = [];
  const last = before.at(-1);
  let now: Boards = last?.boards ?? { a: board(), b: board() };
  let shown = last?.clocks ?? start;
  shorts.forEach((short, index) => {
    const name = boardOf(short.seat);
    const ply = before.length + index + 1;
    const color = colorOf(short.seat);
    now = { ...now, [name]: board({ turn: otherColor(color), bfen: `${short.san}-${ply}` }) };
    const own = shown[short.seat];
    const used = short.left === undefined || own === null ? null : own - short.left;
    if (short.left !== undefined) shown = { ...shown, [short.seat]: short.left };
    half_moves.push({
      ply,
      label: `${ply}${name === 'a' ? (color === 'white' ? 'A' : 'a') : color === 'white' ? 'B' : 'b'}`,
      seat: short.seat,
      board: name,
      san: short.san,
      uci: short.san,
      spoken: `board ${name.toUpperCase()}, ${color}, ${short.san}`,
      from: short.drop ? null : 'e2',
      to: 'e4',
      drop: short.drop ?? null,
      promotion: null,
      stolen_from: null,
      pawn_to: null,
      capture: short.takes ? { piece: 'pawn', promoted: false, square: 'e4' } : null,
      transfer: short.takes ? { piece: short.takes[0], seat: short.takes[1] } : null,
      check: short.check ?? false,
      boards: now,
      clock: short.left === undefined ? null : String(short.left / 1000),
      clocks: shown,
      diagonals: { white: null, black: null },
      running: shown,
      running_diagonals: { white: null, black: null },
      used,
      elapsed: short.left === undefined ? null : (short.time ?? null),
      time: short.time ?? null,
      lag: null,
      thinking: null,
      nags: [],
      comments: (short.comments ?? []).map((text, at) => ({ index: at, kind: 'annotation' as const, text })),
      variations: short.variations ?? [],
    });
  });
  return {
    path,
    start: before.length,
    after: null,
    before: [],
    half_moves,
    stopped: null,
    unplayed: [],
    result: null,
  };
}

export function game(main: Line, changes: Partial<Game> = {}): Game {
  const player = (name: string) => ({ name, rating: 1800 });
  return {
    source: null,
    text: '',
    tags: [],
    seats: { WhiteA: player('Ann'), BlackA: player('Bob'), WhiteB: player('Cid'), BlackB: player('Dee') },
    result: '*',
    end_reason: null,
    outcome: { winner: null, by: null, loser_seat: null },
    state: 'ok',
    plies: main.half_moves.length + main.unplayed.length,
    stopped_at: null,
    diagnostics: [],
    clock_kind: 'none',
    control: null,
    start: { boards: { a: board(), b: board() }, clocks: clocks(null), diagonals: { white: null, black: null } },
    main,
    sits: [],
    ...changes,
  };
}

/** 1A. e4 1B. d4 1a. d5 2A. exd5 1b. Nf6, with times, and variations at half-move 3, one of them nested. */
export function timedGame(changes: Partial<Game> = {}): Game {
  const start = clocks(180_000);
  const shorts: Short[] = [
    { seat: 'WhiteA', san: 'e4', left: 179_000, time: 1_000 },
    { seat: 'WhiteB', san: 'd4', left: 178_500, time: 1_500 },
    { seat: 'BlackA', san: 'd5', left: 176_000, time: 5_000 },
    { seat: 'WhiteA', san: 'exd5', left: 170_000, time: 14_000, takes: ['P', 'BlackB'] },
    { seat: 'BlackB', san: 'Nf6', left: 160_000, time: 21_500 },
  ];
  const main = line('', [], shorts, start);
  const before = main.half_moves.slice(0, 2);
  const variation = line('3.1', before, [
    { seat: 'BlackA', san: 'e5', time: 1_500 },
    { seat: 'WhiteA', san: 'Nf3', time: 1_500 },
    { seat: 'BlackA', san: 'Nc6', time: 1_500 },
  ]);
  const inner = line(
    '3.1/4.1',
    [...before, ...variation.half_moves.slice(0, 1)],
    [{ seat: 'WhiteA', san: 'f4', time: 1_500 }],
  );
  const second = line('3.2', before, [{ seat: 'BlackA', san: 'c5', time: 1_500 }]);
  variation.half_moves[1]!.variations.push(inner);
  main.half_moves[2]!.variations.push(variation, second);
  return game(main, {
    clock_kind: 'four-clocks',
    control: { base: 180_000, increment: 0, inferred: false },
    start: { boards: { a: board(), b: board() }, clocks: start, diagonals: { white: 0, black: 0 } },
    ...changes,
  });
}
