// Suggestions while a query to the archive is typed, and where the server found an error in it.
import type { Rejection } from '../api/schema';

/** A suggestion for a word. */
export interface Choice {
  /** The text to insert. */
  text: string;
  /** What it means. */
  hint: string;
}

/** A word that is being typed, and suggestions for it. */
export interface Help {
  /** Where the word is: from its first letter to after its last. */
  from: number;
  to: number;
  choices: Choice[];
  /** The beginning of a player's name, for which the server has suggestions; null if it is not a name. */
  player: { term: string; prefix: string } | null;
}

interface Term {
  name: string;
  /** Its beginning; with a space if it has no value. */
  text: string;
  hint: string;
}

const SEATS = ['WhiteA', 'BlackA', 'WhiteB', 'BlackB'];

const TERMS: readonly Term[] = [
  { name: 'drop', text: 'drop:', hint: 'a piece is dropped: drop:N, drop:N@f3, drop:@f3' },
  { name: 'capture', text: 'capture:', hint: 'a piece is captured: capture:Q' },
  { name: 'move', text: 'move:', hint: 'a move: move:Bxf7+, move:N@g5' },
  { name: 'mate', text: 'mate ', hint: 'the move gives mate' },
  { name: 'check', text: 'check ', hint: 'the move gives check' },
  { name: 'frozen', text: 'frozen', hint: 'the move freezes an opponent: frozen(WhiteA)' },
  { name: 'castling', text: 'castling ', hint: 'castling' },
  { name: 'promotion', text: 'promotion', hint: 'a promotion: promotion:N' },
  { name: 'en-passant', text: 'en-passant ', hint: 'a capture en passant' },
  { name: 'theft', text: 'theft ', hint: 'a promotion that takes its piece from the other board' },
  { name: 'piece', text: 'piece:', hint: 'the piece that moves or is dropped: piece:N' },
  { name: 'to', text: 'to:', hint: 'the target square: to:f7' },
  { name: 'from', text: 'from:', hint: 'the square it comes from: from:e2' },
  { name: 'ply', text: 'ply<', hint: 'the number of the half-move: ply<40' },
  { name: 'clock', text: 'clock<', hint: 'seconds left after the move: clock<5' },
  { name: 'used', text: 'used>', hint: 'seconds used for the move: used>10' },
  { name: 'sit', text: 'sit>', hint: 'seconds the player sat before the move: sit>15' },
  {
    name: 'diagonal',
    text: 'diagonal(',
    hint: 'seconds more than the same color on the other board: diagonal(WhiteA)>20',
  },
  { name: 'reserve', text: 'reserve(', hint: 'pieces in a reserve: reserve(BlackB)>=QNN' },
  { name: 'position', text: 'position:', hint: 'the board before the move: position:start' },
  { name: 'pieces', text: 'pieces:"', hint: 'pieces on squares: pieces:"Ne6 Pf7 kg8"' },
  { name: 'by', text: 'by:', hint: 'the player who moved: by:WhiteA, by:black, by:team1' },
  { name: 'player', text: 'player:', hint: 'the player' },
  { name: 'partner', text: 'partner:', hint: 'the partner' },
  { name: 'against', text: 'against:', hint: 'an opponent' },
  { name: 'rating', text: 'rating>=', hint: 'the player’s rating: rating>=2000' },
  { name: 'won', text: 'won ', hint: 'the player’s team won' },
  { name: 'drawn', text: 'drawn ', hint: 'the game was drawn' },
  { name: 'lost', text: 'lost ', hint: 'the player’s team lost' },
  { name: 'date', text: 'date:', hint: 'the date: date:2010..2014, date>=2018.05' },
  { name: 'control', text: 'control:', hint: 'the time control: control:180+0' },
  { name: 'end', text: 'end:', hint: 'how the game ended: end:checkmate' },
  { name: 'result', text: 'result:', hint: 'the result: result:1-0' },
  { name: 'winner', text: 'winner:', hint: 'who won: winner:team1' },
  { name: 'length', text: 'length>', hint: 'number of half-moves in the game: length>100' },
  { name: 'source', text: 'source:', hint: 'the number of the source file: source:0' },
  { name: 'state', text: 'state:', hint: 'how the game was read: state:broken' },
  { name: 'not', text: 'not ', hint: 'the next term doesn’t match' },
  { name: 'or', text: 'or ', hint: 'one or the other matches' },
  { name: 'then', text: 'then ', hint: 'a later move matches' },
  { name: 'within', text: 'within ', hint: 'after `then`, at most this many half-moves later: within 3' },
];

const PIECES: [string, string][] = [
  ['P', 'pawn'],
  ['N', 'knight'],
  ['B', 'bishop'],
  ['R', 'rook'],
  ['Q', 'queen'],
];
const KING: [string, string] = ['K', 'king'];

const PLAYERS = ['player', 'partner', 'against'];

/** Example queries. */
export const EXAMPLES: readonly string[] = [
  'drop:N@f3 mate',
  'capture:Q then drop:Q within 3',
  'frozen(WhiteA) end:time',
  'rating>=2000 sit>15',
  'reserve(BlackB)>=QNN',
  '(drop:N or drop:B) check mate',
];

/** Returns suggestions for the word at a position of a query. */
export function helpAt(text: string, cursor: number, ends: readonly string[]): Help {
  const from = wordStart(text, cursor);
  const to = wordEnd(text, from, cursor);
  const word = text.slice(from, cursor);
  const none: Help = { from, to, choices: [], player: null };
  const seat = /^(\w[\w-]*)\(([^)]*)$/.exec(word);
  if (seat) {
    const [, name = '', begun = ''] = seat;
    const after = { diagonal: '>', reserve: '>=', rating: '>=' }[name.toLowerCase()] ?? '';
    const seats = SEATS.filter((known) => startsWith(known, begun));
    return { ...none, choices: seats.map((known) => ({ text: `${name}(${known})${after}`, hint: known })) };
  }
  const value = /^([a-z][a-z-]*)(:|>=|<=|>|<|=)(.*)$/is.exec(word);
  if (!value) {
    const found = TERMS.filter(({ name }) => startsWith(name, word));
    // A complete word needs no suggestions.
    const whole = found.length === 1 && found[0]!.text === word;
    return { ...none, choices: whole ? [] : found.map(({ text, hint }) => ({ text, hint })) };
  }
  const [, name = '', sign = '', begun = ''] = value;
  const term = name.toLowerCase();
  if (PLAYERS.includes(term)) return { ...none, player: { term: name + sign, prefix: begun.replaceAll('"', '') } };
  const choices = valuesOf(term, ends)
    .filter(([known]) => startsWith(known, begun) && known !== begun)
    .map(([known, hint]) => ({ text: `${name}${sign}${known} `, hint }));
  return { ...none, choices };
}

/** Quotes a name if a query needs it. */
export function quoted(name: string): string {
  return /^[^\s"()]+$/.test(name) ? name : `"${name.replaceAll('"', '')}"`;
}

/** Replaces a word by a suggestion. Returns the query and the new position of the cursor. */
export function choose(
  text: string,
  help: Pick<Help, 'from' | 'to'>,
  choice: string,
): { text: string; cursor: number } {
  const after = text.slice(help.to);
  const put = choice.endsWith(' ') && after.startsWith(' ') ? choice.trimEnd() : choice;
  const cursor = help.from + put.length + (put === choice ? 0 : 1);
  return { text: text.slice(0, help.from) + put + after, cursor };
}

/** Returns where a query is wrong, from the first letter to after the last; null if the server didn't say. */
export function wrongAt(text: string, rejection: Rejection): { from: number; to: number } | null {
  if (rejection.column === null || rejection.excerpt === null) return null;
  const carets = rejection.excerpt.split('\n').at(-1)?.match(/\^/g)?.length ?? 1;
  const letters = Array.from(text);
  // The server counts letters, which may be two units of a string here.
  const place = (at: number) => letters.slice(0, at).join('').length;
  const from = place(Math.min(rejection.column - 1, letters.length));
  return { from, to: Math.max(place(rejection.column - 1 + carets), from) };
}

function valuesOf(term: string, ends: readonly string[]): [string, string][] {
  switch (term) {
    case 'drop':
    case 'capture':
    case 'promotion':
      return PIECES;
    case 'piece':
      return [...PIECES, KING];
    case 'by':
      return [
        ...SEATS.map((seat): [string, string] => [seat, 'the seat']),
        ['white', 'the color'],
        ['black', 'the color'],
        ['team1', 'WhiteA and BlackB'],
        ['team2', 'BlackA and WhiteB'],
        ['A', 'the board'],
        ['B', 'the board'],
      ];
    case 'end':
      return ends.map((end) => [end, 'how the game ended']);
    case 'result':
      return [
        ['1-0', 'WhiteA and BlackB won'],
        ['0-1', 'BlackA and WhiteB won'],
        ['1/2-1/2', 'drawn'],
        ['*', 'no result'],
      ];
    case 'winner':
      return [
        ['team1', 'WhiteA and BlackB'],
        ['team2', 'BlackA and WhiteB'],
        ['draw', 'drawn'],
        ['none', 'no result'],
      ];
    case 'control':
      return ['60+0', '120+0', '180+0', '300+0'].map((control) => [control, 'seconds + increment']);
    case 'state':
      return [
        ['ok', 'no problems'],
        ['repaired', 'read with repairs'],
        ['broken', 'can’t be replayed to the end'],
      ];
    case 'position':
      return [['start', 'the starting position']];
    default:
      return [];
  }
}

function startsWith(known: string, begun: string): boolean {
  return known.toLowerCase().startsWith(begun.toLowerCase());
}

/** Returns where the word at a position begins. Quotes and parentheses can contain spaces. */
function wordStart(text: string, cursor: number): number {
  let [start, depth, inQuotes] = [0, 0, false];
  for (let at = 0; at < cursor; at += 1) {
    const letter = text[at]!;
    if (letter === '"') inQuotes = !inQuotes;
    if (inQuotes) continue;
    if (letter === '(' && at > start) depth += 1;
    else if (letter === '(' || (letter === ')' && depth === 0) || (/\s/.test(letter) && depth === 0)) start = at + 1;
    else if (letter === ')') depth -= 1;
  }
  return start;
}

/** Returns where the word at a position ends. */
function wordEnd(text: string, start: number, cursor: number): number {
  let [depth, inQuotes] = [0, false];
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"') inQuotes = !inQuotes;
    if (inQuotes) continue;
    if (letter === '(') depth += 1;
    else if (letter === ')' && depth > 0) depth -= 1;
    else if (at >= cursor && (letter === ')' || (/\s/.test(letter) && depth === 0))) return at;
  }
  // An open quote or parenthesis is still being typed.
  return inQuotes || depth > 0 ? cursor : text.length;
}
