// The rules as WebAssembly, once they are loaded.
import { initSync as start, Scratch } from '../wasm/rules.js';
import { load, type Source } from './load.js';

let memory: WebAssembly.Memory | null = null;
let scratch: Scratch | null = null;
let numbers = new Uint32Array(0);
let loading: Promise<void> | null = null;

/**
 * Loads the rules. It is enough to call it once, and to wait for it before anything else.
 *
 * Without a source, the file beside this module is taken.
 */
export function init(source?: Source | Promise<Source>): Promise<void> {
  if (memory) return Promise.resolve();
  loading ??= load(source ?? new URL('../wasm/rules_bg.wasm', import.meta.url))
    .then(initSync)
    .finally(() => (loading = null));
  return loading;
}

/** Loads the rules at once from bytes or a compiled module, as workers like it. */
export function initSync(source: BufferSource | WebAssembly.Module): void {
  if (memory) return;
  memory = start({ module: source }).memory;
  scratch = new Scratch();
}

/**
 * Calls the library with a place for the numbers of moves, and returns those it wrote. They are gone with the next call.
 * @internal
 */
export function written(call: (scratch: Scratch) => number): Uint32Array {
  if (!memory || !scratch) throw new Error('call `await init()` before anything else');
  const count = call(scratch);
  // The memory is another one when it has grown, and the place may have moved.
  if (count > numbers.length || numbers.buffer !== memory.buffer) {
    numbers = new Uint32Array(memory.buffer, scratch.address(), scratch.capacity());
  }
  return numbers.subarray(0, count);
}

/**
 * Demands that the rules are there.
 * @internal
 */
export function demandRules(): void {
  if (!memory) throw new Error('call `await init()` before anything else');
}
