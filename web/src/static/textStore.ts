// Open files, kept in the browser, so they survive a reload. Several tabs can use them at the same time.
import type { KeptText } from './messages';

const STORE = 'texts';

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error ?? new Error('the browser’s storage failed'));
  });
}

export class TextStore {
  private constructor(private readonly database: IDBDatabase) {}

  /** Opens the store; null if the browser has none. */
  static async open(): Promise<TextStore | null> {
    try {
      const request = indexedDB.open('bughouse', 1);
      request.onupgradeneeded = () => {
        const store = request.result.createObjectStore(STORE, { keyPath: 'key' });
        store.createIndex('order', 'time');
      };
      const database = await promised(request);
      // Another program's database of the same name is useless.
      return database.objectStoreNames.contains(STORE) ? new TextStore(database) : null;
    } catch {
      return null;
    }
  }

  private store(mode: IDBTransactionMode): IDBObjectStore {
    return this.database.transaction(STORE, mode).objectStore(STORE);
  }

  /** Lists the keys in the order in which files were opened. */
  async keys(): Promise<string[]> {
    return (await promised(this.store('readonly').index('order').getAllKeys())) as unknown as string[];
  }

  async find(key: string): Promise<KeptText | null> {
    return ((await promised(this.store('readonly').get(key))) as KeptText | undefined) ?? null;
  }

  /** Keeps a file; fails if the key is taken or there is no room. */
  async add(text: KeptText): Promise<void> {
    await promised(this.store('readwrite').add({ ...text, time: Date.now() }));
  }

  async remove(key: string): Promise<void> {
    await promised(this.store('readwrite').delete(key));
  }
}
