// What the page has to say after something was opened, until it is read.
export interface Message {
  id: number;
  kind: 'note' | 'error';
  text: string;
  /** A piece of the text, with carets under what is wrong. */
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
