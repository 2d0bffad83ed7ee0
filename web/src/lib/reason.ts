// Why something failed, to be shown.
import { ApiError } from '../api/client';

export interface Reason {
  message: string;
  /** The place in the text, if the server rejected it. */
  excerpt: string | null;
}

export function reasonOf(error: unknown): Reason {
  return {
    message: error instanceof Error ? error.message : String(error),
    excerpt: error instanceof ApiError ? error.rejection.excerpt : null,
  };
}
