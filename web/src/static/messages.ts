// What the page and its worker tell each other.

/** A text that is open. */
export interface KeptText {
  key: string;
  name: string;
  body: Blob;
}

/** A text that is not opened, and why. */
export interface Unopened {
  key: string;
  name: string;
  bytes: number;
  why: string;
}

/** The first message: which texts are left out, since the worker broke down over them, and those that are kept by the page. */
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
  /** It broke down while it answered. */
  | { kind: 'fault'; message: string }
  /** It could not begin. */
  | { kind: 'missing'; message: string }
  /** It takes a text in, or is done with that. */
  | { kind: 'restoring'; text: Omit<Unopened, 'why'> | null };
