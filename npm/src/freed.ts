// The value of `raw` in boards and matches after their memory is freed.

/** @internal Throws on every use. */
const FREED: object = new Proxy(
  {},
  {
    get() {
      throw new Error("this object was freed and can't be used anymore");
    },
  },
);

/** @internal Frees the memory of an object once. */
export function free(holder: { raw: { free(): void } }): void {
  const { raw } = holder;
  if (raw === FREED) return;
  holder.raw = FREED as { free(): void };
  raw.free();
}
