/** Copies text. Returns `true` if that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

/** For browsers without clipboard access, for example in a frame. */
function copyOldWay(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'spoken-only';
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  return copied;
}
