// The rules as WebAssembly, once they are loaded.
import { initSync as start, Scratch } from '../wasm/rules.js';
import { load, type Source } from './load.js';

let memory: WebAssembly.Memory | null = null;
let scratch: Scratch | null = null;
let numbers = new Uint32Array(0);
let loading: Promise<void> | null = null;

/**
 * Loads the rules. Call it once, and await it before you use anything else.
 *
 * By default, it loads the file next to this module.
 */
export function init(source?: Source | Promise<Source>): Promise<void> {
  if (memory) return Promise.resolve();
  loading ??= load(source ?? new URL('../wasm/rules_bg.wasm', import.meta.url))
    .then(initSync)
    .finally(() => (loading = null));
  return loading;
}

/** Loads the rules synchronously from bytes or a compiled module, for workers. */
export function initSync(source: BufferSource | WebAssembly.Module): void {
  if (memory) return;
  memory = start({ module: source }).memory;
  scratch = new Scratch();
}

/**
 * Calls the library with a buffer for move numbers, and returns those it wrote. The next call overwrites them.
 * @internal
 */
export function written(call: (scratch: Scratch) => number): Uint32Array {
  if (!memory || !scratch) throw new Error('call `await init()` before anything else');
  const count = call(scratch);
  // The memory is replaced when it grows, and the buffer may have moved.
  if (count > numbers.length || numbers.buffer !== memory.buffer) {
    numbers = new Uint32Array(memory.buffer, scratch.address(), scratch.capacity());
  }
  return numbers.subarray(0, count);
}

/**
 * Throws unless the rules are loaded.
 * @internal
 */
export function demandRules(): void {
  if (!memory) throw new Error('call `await init()` before anything else');
}
