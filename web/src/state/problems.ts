// The problems of a game file.
import type { Game, Diagnostic } from '../api/schema';

/** Returns the diagnostics of `check`, preceded by where the replay stopped unless they include it. */
export function problemsOf({ diagnostics, stopped_at: stop }: Game): Diagnostic[] {
  if (
    !stop ||
    diagnostics.some(
      ({ severity, line, column }) => severity === 'error' && line === stop.line && column === stop.column,
    )
  ) {
    return diagnostics;
  }
  const { line, column, excerpt } = stop;
  const text = `the replay stops at ${stop.label}. ${stop.move}: ${stop.why}`;
  return [{ severity: 'error', kind: 'stopped', line, column, ply: stop.ply, text, excerpt }, ...diagnostics];
}

/** The problems of one half-move of the main line: the worst severity, and all messages. */
export interface Flag {
  severity: Exclude<Diagnostic['severity'], 'note'>;
  text: string;
}

const RANK: Record<Flag['severity'], number> = { error: 3, conflict: 2, repair: 1 };

/** Returns the problems by half-move. Notes change nothing and are left out. */
export function flagsOf({ diagnostics }: Game): Map<number, Flag> {
  const flags = new Map<number, Flag>();
  for (const { ply, severity, text } of diagnostics) {
    if (ply === null || severity === 'note') continue;
    const before = flags.get(ply);
    const worse = !before || RANK[severity] > RANK[before.severity] ? severity : before.severity;
    flags.set(ply, { severity: worse, text: before ? `${before.text}; ${text}` : text });
  }
  return flags;
}
