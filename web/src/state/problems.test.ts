import { expect, test } from 'vitest';
import type { Diagnostic } from '../api/schema';
import { game, line } from '../test/fixtures';
import { flagsOf, problemsOf } from './problems';

const stop = {
  ply: 2,
  label: '2A',
  move: 'Nf3',
  kind: 'z',
  why: 'wrong side',
  line: 11,
  column: 14,
  excerpt: '2A. Nf3',
};
const deviation: Diagnostic = { severity: 'note', kind: 'x', line: 1, column: 1, ply: null, text: 'y', excerpt: '' };

test('the place where the replay stopped is a problem', () => {
  const problems = problemsOf(game(line('', [], []), { stopped_at: stop, diagnostics: [deviation] }));
  expect(problems.map((problem) => problem.severity)).toEqual(['error', 'note']);
  expect(problems[0]).toMatchObject({ line: 11, column: 14, ply: 2, text: 'the replay stops at 2A. Nf3: wrong side' });
});

test('a stop that is a diagnostic is listed once', () => {
  const listed: Diagnostic = { ...deviation, severity: 'error', line: 11, column: 14 };
  expect(problemsOf(game(line('', [], []), { stopped_at: stop, diagnostics: [listed] }))).toEqual([listed]);
  expect(problemsOf(game(line('', [], []), { diagnostics: [deviation] }))).toEqual([deviation]);
});

test('a half-move shows its worst problem', () => {
  const at = (severity: Diagnostic['severity'], ply: number | null, text: string): Diagnostic => ({
    ...deviation,
    severity,
    ply,
    text,
  });
  const diagnostics = [
    at('repair', 3, 'one'),
    at('error', 3, 'two'),
    at('note', 4, 'three'),
    at('conflict', null, 'four'),
  ];
  expect([...flagsOf(game(line('', [], []), { diagnostics }))]).toEqual([[3, { severity: 'error', text: 'one; two' }]]);
});
