import { describe, expect, it } from 'vitest';
import { choose, helpAt, quoted, wrongAt } from './query';

const ENDS = ['checkmate', 'resignation', 'time'];

/** Returns the help at the cursor, which is the bar. */
function help(marked: string) {
  const cursor = marked.indexOf('|');
  const text = marked.replace('|', '');
  const found = helpAt(text, cursor, ENDS);
  return { ...found, word: text.slice(found.from, found.to), texts: found.choices.map((choice) => choice.text) };
}

describe('help while typing', () => {
  it('completes terms', () => {
    expect(help('dr|').texts).toEqual(['drop:', 'drawn ']);
    expect(help('mate DR|').texts).toEqual(['drop:', 'drawn ']);
    expect(help('not (cap|)')).toMatchObject({ word: 'cap', texts: ['capture:'] });
    expect(help('zz|').texts).toEqual([]);
    expect(help('|').texts.length).toBeGreaterThan(30);
  });

  it('completes values', () => {
    expect(help('by:B|').texts).toEqual(['by:BlackA ', 'by:BlackB ', 'by:black ']);
    expect(help('end:c| mate')).toMatchObject({ word: 'end:c', texts: ['end:checkmate '] });
    expect(help('drop:|').texts).toHaveLength(5);
    expect(help('drop:N@f|').texts).toEqual([]);
    expect(help('rating>=|').texts).toEqual([]);
  });

  it('completes seats', () => {
    expect(help('diagonal(wh|').texts).toEqual(['diagonal(WhiteA)>', 'diagonal(WhiteB)>']);
    expect(help('reserve(BlackB|').texts).toEqual(['reserve(BlackB)>=']);
    expect(help('frozen(|').texts).toHaveLength(4);
  });

  it('requests names of players', () => {
    expect(help('won player:mi|')).toMatchObject({ from: 4, player: { term: 'player:', prefix: 'mi' }, texts: [] });
    expect(help('partner:"John D|').player).toEqual({ term: 'partner:', prefix: 'John D' });
    expect(help('player:"John Doe" dr|')).toMatchObject({ word: 'dr', player: null });
  });

  it('replaces only the word', () => {
    const { from, to } = help('mate dr|op:N by:A');
    expect([from, to]).toEqual([5, 11]);
    expect(choose('mate dr by:A', { from: 5, to: 7 }, 'drawn ')).toEqual({ text: 'mate drawn by:A', cursor: 11 });
    expect(choose('mate dr', { from: 5, to: 7 }, 'drop:')).toEqual({ text: 'mate drop:', cursor: 10 });
  });

  it('quotes names that need it', () => {
    expect([quoted('mird'), quoted('John Doe'), quoted('a(b)')]).toEqual(['mird', '"John Doe"', '"a(b)"']);
  });
});

describe('where a query is wrong', () => {
  const rejection = (column: number, carets: number) => ({
    message: '',
    line: 1,
    column,
    excerpt: `  text\n${' '.repeat(column + 1)}${'^'.repeat(carets)}`,
  });

  it('is the place that the server reports', () => {
    expect(wrongAt('mate drp:N', rejection(6, 3))).toEqual({ from: 5, to: 8 });
    expect(wrongAt('mate or', rejection(8, 1))).toEqual({ from: 7, to: 7 });
    expect(wrongAt('x', { message: '', line: null, column: null, excerpt: null })).toBeNull();
  });

  it('counts characters like the server', () => {
    expect(wrongAt('player:😀 drp', rejection(10, 3))).toEqual({ from: 10, to: 13 });
  });
});
