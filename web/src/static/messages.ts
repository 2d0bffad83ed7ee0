// Messages between the web UI and its worker.

/** An open file. */
export interface KeptText {
  key: string;
  name: string;
  body: Blob;
}

/** A file that could not be opened, and why. */
export interface Unopened {
  key: string;
  name: string;
  bytes: number;
  why: string;
}

/** The first message: files to skip, because the worker crashed on them, and files that only the web UI has. */
export interface Start {
  skip: Unopened[];
  texts: KeptText[];
}

export interface Request {
  id: number;
  method: string;
  path: string;
  body: Blob | string | undefined;
}

export type FromWorker =
  | { kind: 'answer'; id: number; status: number; body: ArrayBuffer; unkept?: Omit<KeptText, 'body'> }
  /** It crashed while it answered. */
  | { kind: 'crash'; message: string }
  /** It could not start. */
  | { kind: 'missing'; message: string }
  /** It opens a file, or is done with it. */
  | { kind: 'restoring'; text: Omit<Unopened, 'why'> | null };
