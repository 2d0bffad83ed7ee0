// All that is to be said about a record.
import type { Game, Note } from '../api/schema';

/** What `check` says, and before it where the replay stopped, unless that is said anyway. */
export function notesOf({ notes, stopped_at: stop }: Game): Note[] {
  if (
    !stop ||
    notes.some(({ severity, line, column }) => severity === 'error' && line === stop.line && column === stop.column)
  ) {
    return notes;
  }
  const { line, column, excerpt } = stop;
  const text = `the replay stops at ${stop.label}. ${stop.move}: ${stop.why}`;
  return [{ severity: 'error', kind: 'stopped', line, column, ply: stop.ply, text, excerpt }, ...notes];
}
