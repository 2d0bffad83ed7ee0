// Files that the browser lets a site write to, if it supports that (File System Access).

interface Writing {
  write(data: Blob): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** A file that was chosen. */
export interface Handle {
  readonly name: string;
  createWritable(): Promise<Writing>;
}

export type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<Handle>;

export const KIND = 'application/x-chess-bpgn';

/** Returns the browser's dialog for a file to write; null if it has none. */
export function picker(where: object = globalThis): Picker | null {
  const found = (where as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  return typeof found === 'function' ? found.bind(where) : null;
}

/** The files chosen since the start, by what was saved to them. */
const chosen = new Map<string, Handle>();

/** Returns the file that something was saved to; null if there is none. */
export function chosenFor(what: string): Handle | null {
  return chosen.get(what) ?? null;
}

/** Lets you choose a file, and remembers it; null if you cancel. */
export async function choose(pick: Picker, what: string, suggestedName: string): Promise<Handle | null> {
  try {
    const types = [{ description: 'Bughouse games', accept: { [KIND]: ['.bpgn'] } }];
    const handle = await pick({ suggestedName, types });
    chosen.set(what, handle);
    return handle;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** Writes a game. If that fails, the file is unchanged. */
export async function writeTo(handle: Handle, text: string): Promise<void> {
  const writing = await handle.createWritable();
  try {
    await writing.write(new Blob([text], { type: KIND }));
  } catch (error) {
    await writing.abort().catch(() => undefined);
    throw error;
  }
  await writing.close();
}
