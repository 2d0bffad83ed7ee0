// What boards and matches have once their memory is freed.

/** @internal Whatever is asked of it, it says that there is nothing any more. */
const FREED: object = new Proxy(
  {},
  {
    get() {
      throw new Error('this was freed and cannot be used any more');
    },
  },
);

/** @internal Frees what an object holds, once. */
export function free(holder: { raw: { free(): void } }): void {
  const { raw } = holder;
  if (raw === FREED) return;
  holder.raw = FREED as { free(): void };
  raw.free();
}
