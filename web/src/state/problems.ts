// All that is to be said about a record.
import type { Game, Diagnostic } from '../api/schema';

/** What `check` says, and before it where the replay stopped, unless that is said anyway. */
export function problemsOf({ diagnostics: notes, stopped_at: stop }: Game): Diagnostic[] {
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

/** What is said about one half-move of the main line: the worst of it, and all of it in words. */
export interface Flag {
  severity: Exclude<Diagnostic['severity'], 'note'>;
  text: string;
}

const RANK: Record<Flag['severity'], number> = { error: 3, conflict: 2, repair: 1 };

/** By half-move. Deviations from the standard change nothing, so they are not shown there. */
export function flagsOf({ diagnostics: notes }: Game): Map<number, Flag> {
  const flags = new Map<number, Flag>();
  for (const { ply, severity, text } of notes) {
    if (ply === null || severity === 'note') continue;
    const before = flags.get(ply);
    const worse = !before || RANK[severity] > RANK[before.severity] ? severity : before.severity;
    flags.set(ply, { severity: worse, text: before ? `${before.text}; ${text}` : text });
  }
  return flags;
}
