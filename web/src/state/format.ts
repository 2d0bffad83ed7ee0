// Times for people.

/** A clock: 4:58, and with tenths below twenty seconds: 0:09.4. */
export function clockText(ms: number | null): string {
  if (ms === null) return '–:––';
  const sign = ms < 0 ? '−' : '';
  return sign + span(Math.abs(ms), Math.abs(ms) < 20_000);
}

/** Writes a difference with its sign: +0:12.3, −1:05, 0:00.0. */
export function signedText(ms: number | null): string {
  if (ms === null) return '–';
  const size = Math.abs(ms);
  const text = span(size, size < 60_000);
  return (size < 100 ? '' : ms < 0 ? '−' : '+') + text;
}

/** How much longer a player can sit: 11.2 s, 1:05. */
export function leadText(ms: number | null): string {
  if (ms === null) return '–';
  const size = Math.abs(ms);
  return size < 60_000 ? `${(Math.floor(size / 100) / 10).toFixed(1)} s` : span(size, false);
}

/** The time used for a half-move: 2.3s, 20s or 1:05. */
export function usedText(ms: number | null): string {
  if (ms === null) return '';
  const size = Math.abs(ms);
  return (
    (ms < 0 ? '−' : '') +
    (size < 9_950 ? `${(size / 1000).toFixed(1)}s` : size < 59_500 ? `${Math.round(size / 1000)}s` : span(size, false))
  );
}

/** A time for screen readers: "4 minutes 58 seconds". */
export function spokenTime(ms: number | null): string {
  if (ms === null) return 'not known';
  const seconds = Math.floor(Math.abs(ms) / 1000);
  const parts: [number, string][] = [
    [Math.floor(seconds / 60), 'minute'],
    [seconds % 60, 'second'],
  ];
  const words = parts
    .filter(([count, unit]) => count > 0 || unit === 'second')
    .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return (ms < 0 ? 'minus ' : '') + words.join(' ');
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${(bytes / 1000).toPrecision(3)} kB`;
  return `${(bytes / 1_000_000).toPrecision(3)} MB`;
}

function span(ms: number, tenths: boolean): string {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (value: number) => String(value).padStart(2, '0');
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${head}:${two(seconds % 60)}${tenths ? '.' + Math.floor((ms % 1000) / 100) : ''}`;
}
