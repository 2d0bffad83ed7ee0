// The open files: requested once, and again while the server reads them.
import { listFiles } from '../api/client';
import type { File, Files } from '../api/schema';
import { shortNames } from './names';
import { isReading } from './progress';

const EVERY = 250;

let answer = $state.raw<Files | null>(null);
const names = $derived(shortNames(answer?.files ?? []));
let error = $state<string | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let watchers = 0;

async function refresh(): Promise<void> {
  clearTimeout(timer);
  try {
    answer = await listFiles();
    error = null;
  } catch (why) {
    error = (why as Error).message;
  }
  clearTimeout(timer);
  if (watchers > 0 && answer && isReading(answer.files)) timer = setTimeout(refresh, EVERY);
}

export const openFiles = {
  get answer(): Files | null {
    return answer;
  },
  get list(): readonly File[] {
    return answer?.files ?? [];
  },
  get reading(): boolean {
    return isReading(answer?.files ?? []);
  },
  get error(): string | null {
    return error;
  },
  named(key: string): File | undefined {
    return answer?.files.find((file) => file.key === key);
  },
  /** Returns the short name of a file; empty if it is not open. */
  shortName(key: string): string {
    return names.get(key) ?? '';
  },
  refresh,
  /** Keeps the files up to date until the returned function is called. */
  watch(): () => void {
    watchers += 1;
    void refresh();
    return () => {
      watchers -= 1;
      if (watchers === 0) clearTimeout(timer);
    };
  },
};
