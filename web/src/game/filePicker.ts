// Files on this computer that the browser lets a page write to, where it does (File System Access).

interface Writing {
  write(data: Blob): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** A file that a person has chosen. */
export interface Handle {
  readonly name: string;
  createWritable(): Promise<Writing>;
}

export type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<Handle>;

export const KIND = 'application/x-chess-bpgn';

/** Returns how the browser asks for a file to write; null if it cannot. */
export function picker(where: object = globalThis): Picker | null {
  const found = (where as { showSaveFilePicker?: Picker }).showSaveFilePicker;
  return typeof found === 'function' ? found.bind(where) : null;
}

/** Files that were chosen on this visit, by what was saved to them. */
const chosen = new Map<string, Handle>();

/** Returns the file that something was saved to; null if it was to none. */
export function chosenFor(what: string): Handle | null {
  return chosen.get(what) ?? null;
}

/** Asks for a file, and remembers it; null if the person thought better of it. */
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

/** Writes a record; if that fails, what is in the file stays. */
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
