// Opens files and texts: sends them, shows messages, and goes there.
import { ApiError, listFiles, openText } from '../api/client';
import { router } from '../router.svelte';
import { openFiles } from '../lib/files.svelte';
import { messages } from './messages.svelte';
import { tooLarge, toUploads, whereTo, type Upload } from './uploads';

let busy = $state(false);

async function open(uploads: readonly Upload[]): Promise<boolean> {
  messages.clear();
  busy = true;
  let target: string | null = null;
  try {
    const most = (openFiles.answer ?? (await listFiles())).most_upload;
    for (const upload of uploads) {
      const rejected = tooLarge(upload, most);
      if (rejected) {
        messages.say('error', rejected);
        continue;
      }
      try {
        const opened = await openText(upload.body, upload.name);
        for (const note of opened.notes) messages.say('note', `${upload.name}: ${note}`);
        target = target === null ? whereTo(opened) : '/';
      } catch (why) {
        explain(upload.name, why);
      }
    }
  } catch (why) {
    explain('', why);
  }
  busy = false;
  await openFiles.refresh();
  if (target !== null) router.go(target);
  return target !== null;
}

function explain(name: string, why: unknown): void {
  const prefix = name ? `${name}: ` : '';
  if (!(why instanceof ApiError)) {
    messages.say('error', prefix + String(why));
    return;
  }
  const { message, line, column, excerpt } = why.rejection;
  const place = line === null ? '' : ` (line ${line}${column === null ? '' : `, column ${column}`})`;
  messages.say('error', prefix + message + place, excerpt);
}

export const opening = {
  get busy(): boolean {
    return busy;
  },
  /** Opens files that were chosen or dropped. Returns `true` if any could be opened. */
  async files(files: readonly File[]): Promise<boolean> {
    return files.length > 0 && open(await toUploads(files));
  },
  /** Opens pasted text. */
  async text(text: string): Promise<boolean> {
    if (text.trim() === '') return false;
    return open([{ name: 'pasted text', body: new Blob([text]) }]);
  },
};
