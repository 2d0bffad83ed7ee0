/** The source of the WebAssembly: a URL, a `Response`, bytes, or a compiled module. */
export type Source = string | URL | Request | Response | BufferSource | WebAssembly.Module;

/** Loads the bytes or the module of a source. In Node.js, files are read from disk. */
export async function load(source: Source | Promise<Source>): Promise<BufferSource | WebAssembly.Module> {
  const given = await source;
  if (given instanceof WebAssembly.Module || given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return given;
  if (typeof Response === 'function' && given instanceof Response) return bytes(given);
  const address = given instanceof URL || typeof given === 'string' ? String(given) : given;
  if (typeof address === 'string' && address.startsWith('file:')) {
    // A variable, to keep bundlers from resolving it.
    const name = 'node:fs/promises';
    const files = (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as {
      readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return files.readFile(new URL(address));
  }
  return bytes(await fetch(address as string | Request));
}

async function bytes(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`could not fetch the WebAssembly: ${response.status} ${response.url}`);
  return response.arrayBuffer();
}
