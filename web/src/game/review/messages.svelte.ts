// What was done, or why something was rejected: the message at the bottom of a game.
import { ApiError } from '../../api/client';
import type { Rejection } from '../../api/schema';

export interface Message {
  kind: 'done' | 'rejected';
  text: string;
  excerpt: string | null;
}

export class Messages {
  #shown: Message | null = $state.raw(null);

  get shown(): Message | null {
    return this.#shown;
  }

  notify(text: string): void {
    this.#shown = { kind: 'done', text, excerpt: null };
  }

  reject(error: unknown): void {
    const rejection: Partial<Rejection> = error instanceof ApiError ? error.rejection : { message: String(error) };
    this.#shown = { kind: 'rejected', text: rejection.message ?? '', excerpt: rejection.excerpt ?? null };
  }

  /** Closes a message, unless another one replaced it. */
  close(message = this.#shown): void {
    if (this.#shown === message) this.#shown = null;
  }

  /** Closes the message, and returns its text: a form shows it next to its fields. */
  take(): string | null {
    const text = this.#shown?.text ?? null;
    this.#shown = null;
    return text;
  }
}
