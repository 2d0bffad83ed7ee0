// The part of web/wasm/page.js, written by `cargo xtask wasm`, that is used here.
declare module 'bughouse-glue' {
  export function initSync(source: { module: BufferSource | WebAssembly.Module }): unknown;
  export class Session {
    answer(method: string, target: string, body: Uint8Array): RawAnswer;
    restore(key: string, name: string, text: Uint8Array): void;
    free(): void;
  }
  export class RawAnswer {
    readonly status: number;
    readonly contentType: string;
    takeBody(): Uint8Array;
    free(): void;
  }
}

declare module 'bughouse-glue-wasm' {
  const address: string;
  export default address;
}
