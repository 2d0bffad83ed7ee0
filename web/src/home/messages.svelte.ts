// Messages after files were opened, until they are closed.
export interface Message {
  id: number;
  kind: 'note' | 'error';
  text: string;
  /** A part of the text, with carets under the error. */
  excerpt: string | null;
}

let next = 1;
let list = $state.raw<readonly Message[]>([]);

export const messages = {
  get list(): readonly Message[] {
    return list;
  },
  say(kind: Message['kind'], text: string, excerpt: string | null = null): void {
    list = [...list, { id: next++, kind, text, excerpt }];
  },
  dismiss(id: number): void {
    list = list.filter((message) => message.id !== id);
  },
  clear(): void {
    list = [];
  },
};
