// Every sign that the web UI draws, and what it means. Explanations and the legend come from this list.

interface Sign {
  group: Group;
  /** What it looks like, in words or as written. */
  label: string;
  meaning: string;
}

/** The groups of the legend. */
export const GROUPS = [
  'Boards',
  'Players',
  'Reserves',
  'Moves',
  'Problems',
  'Time',
  'Evaluation',
  'Material',
  'Explorer',
  'Games',
] as const;
type Group = (typeof GROUPS)[number];

const sign = (group: Group, label: string, meaning: string): Sign => ({ group, label, meaning });

export const SIGNS = {
  'bar-board': sign(
    'Boards',
    'bar next to a board',
    'Evaluation of the board: the light part is White’s, the dark part Black’s.',
  ),
  'bar-team': sign(
    'Boards',
    'bar between the boards',
    'Winning chances: the green part is for the team at the bottom.',
  ),
  'help-square': sign('Boards', 'blue square', 'A piece dropped here blocks the check.'),
  'check-square': sign('Boards', 'red square', 'The king is in check.'),
  arrows: sign('Boards', 'green, blue arrows', 'Green: the moves of a mate. Blue: captures that send the piece.'),
  promoted: sign('Boards', 'purple corner', 'A promoted piece. When captured, it becomes a pawn again.'),

  rating: sign('Players', 'number after a name', 'Rating of the player, from the file.'),
  check: sign('Players', 'check', 'In check.'),
  frozen: sign('Players', 'frozen', 'In check, and only a piece from the partner helps.'),
  help: sign('Players', 'needs N on f7', 'What a frozen player needs: one of these pieces on one of these squares.'),
  sitting: sign('Players', 'sitting', 'Waits on purpose while the other board continues.'),
  mates: sign('Players', 'mate in 3', 'Forced mate, whatever the opponent receives.'),
  'may-mate': sign('Players', 'mate in 3 unless fed', 'Mate, unless the opponent receives a piece that helps.'),
  threat: sign('Players', 'threatens mate', 'Mates if the opponent does nothing.'),
  dead: sign('Players', 'needs N, forced loss', 'Gets mated, unless the partner sends a piece listed after “needs”.'),
  danger: sign('Players', 'dead to N', 'Gets mated if the opponent receives one of these pieces.'),
  mated: sign('Players', 'mated', 'Checkmated.'),
  flagged: sign('Players', 'flagged', 'Lost on time.'),
  stalemate: sign('Players', 'no moves', 'No legal move or drop, but not in check.'),
  lost: sign('Players', 'resigned, lost', 'Lost the game.'),

  'reserve-count': sign('Reserves', 'number on a piece', 'How many are in the reserve.'),
  'reserve-none': sign('Reserves', 'pale piece', 'None in the reserve.'),
  'need-mates': sign('Reserves', 'green line', 'One more gives a forced mate.'),
  'need-may-mate': sign(
    'Reserves',
    'hollow green line',
    'One more gives mate, unless the opponent receives a piece that helps.',
  ),
  'need-saves': sign('Reserves', 'blue line', 'One more saves the player from mate.'),
  'need-deadly': sign('Reserves', 'red dot', 'The opponent gets mated if this player receives one.'),

  'missed-mate': sign('Moves', '?', 'Missed a forced mate.'),
  'into-mate': sign('Moves', '??', 'Allows a forced mate.'),
  problem: sign('Moves', 'colored edge', 'A problem in the file: see the Problems tab.'),
  unplayed: sign('Moves', 'struck-through move', 'Not played: the replay stopped before it.'),
  repeated: sign('Moves', 'gray move', 'Repeats the move that was played.'),
  comment: sign('Moves', 'green text', 'A comment: {C:…} in the file.'),
  annotation: sign('Moves', 'bold text', 'An annotation: {A:…} in the file.'),
  other: sign('Moves', 'italic text', 'From the file, not interpreted.'),
  used: sign('Moves', '4.7s', 'Time used for the move.'),
  lag: sign('Moves', 'lag 0.6, thought 4.1s', 'Network delay and thinking time, in seconds.'),

  error: sign('Problems', 'error', 'Can’t be read or played.'),
  conflict: sign('Problems', 'conflict', 'Two parts of the game contradict each other.'),
  repair: sign('Problems', 'repair', 'Something was skipped or added.'),
  note: sign('Problems', 'note', 'Deviates from the standard.'),

  'clock-stopped': sign('Time', 'dashed clock', 'The time at the start of the variation, which has no clock times.'),
  diagonal: sign('Time', 'diagonal time', 'Of two players with the same color, the one with more time can sit longer.'),
  events: sign(
    'Time',
    'signs below the graph',
    'Square: capture. Triangle: drop. Short line: check. Long red line: mistake.',
  ),
  inferred: sign('Time', '3:00 inferred', 'Taken from the clock times: the file has no time control.'),

  score: sign(
    'Evaluation',
    '+1.2',
    'In pawns, for the player to move. “unless fed”: unless the loser receives a piece that helps. “unverified”: not proven.',
  ),
  depth: sign('Evaluation', 'depth 9', 'How many half-moves the engine looked ahead.'),
  chance: sign('Evaluation', '61%', 'The team’s winning chances.'),

  captured: sign('Material', 'captured', 'Captured, and sent to the partner.'),
  received: sign('Material', 'received', 'Sent by the partner.'),
  dropped: sign('Material', 'dropped', 'Dropped from the reserve.'),
  'lost-pieces': sign('Material', 'lost', 'Captured by the opponent.'),

  boards: sign('Explorer', '4,000 boards in 2,000 games', 'A game counts twice if both boards had the position.'),
  share: sign('Explorer', '37%', 'How often the move was played.'),
  wdl: sign('Explorer', 'W / D / L', 'Won, drawn and lost by the player’s team.'),
  'average-rating': sign('Explorer', 'Rating', 'Average rating of the players.'),
  'average-time': sign('Explorer', 'Avg. time', 'Average time used.'),
  'last-played': sign('Explorer', 'Last played', 'When it was last played.'),
  'game-over': sign('Explorer', 'Game over here', 'Games that ended in this position.'),
  'next-move': sign('Explorer', 'green edge', 'The next move of this game.'),
  unplayable: sign('Explorer', 'gray move', 'Can’t be played here: the piece isn’t in the reserve.'),

  seat: sign('Games', 'A, B', 'The player’s board. The square has the color of the pieces.'),
  repaired: sign('Games', 'repaired', 'Something was skipped or added to read the game.'),
  broken: sign('Games', 'broken', 'Can’t be replayed to the end.'),
  contradiction: sign('Games', '0-1!', 'Two parts of the file contradict each other about the end of the game.'),
} satisfies Record<string, Sign>;

export type SignName = keyof typeof SIGNS;

export const SIGN_NAMES = Object.keys(SIGNS) as SignName[];

/** Returns the signs of a group, in order. */
export function signsOf(group: Group): SignName[] {
  return SIGN_NAMES.filter((name) => SIGNS[name].group === group);
}

/** What the UI shows for a sign: what it says here, and what it means everywhere. */
export interface Explanation {
  text: string;
  meaning: string;
}

/** Explains a sign. A text that only repeats the meaning is left out. */
export function explanationOf(name: string, text: string): Explanation | null {
  const known = SIGN_NAMES.find((known) => known === name);
  if (!known) return null;
  const { meaning } = SIGNS[known];
  return { text: text === meaning ? '' : text, meaning };
}

/** The attributes of an element that explains itself. */
export interface Explained {
  'data-sign': SignName;
  'data-explain': string | undefined;
  tabindex?: 0;
}

/** Lets an element explain itself by hover, focus and touch. Controls have the focus anyway; others need `focusable`. */
export function explain(name: SignName, text = '', focusable = true): Explained {
  return { 'data-sign': name, 'data-explain': text || undefined, ...(focusable ? { tabindex: 0 } : {}) };
}
