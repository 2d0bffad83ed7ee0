// Plays sounds. They are synthesized: no file is fetched.
import { TONES, type Sound } from '../state/sounds';

let context: AudioContext | null = null;

/** Plays a sound, if the browser allows it. */
export function play(sound: Sound): void {
  try {
    context ??= new AudioContext();
    // Browsers block sound before the first click.
    if (context.state === 'suspended') void context.resume().catch(() => undefined);
    const now = context.currentTime;
    for (const { at, length, from, to, gain, wave } of TONES[sound]) {
      const source = context.createOscillator();
      const volume = context.createGain();
      source.type = wave;
      source.frequency.setValueAtTime(from, now + at);
      source.frequency.exponentialRampToValueAtTime(to, now + at + length);
      volume.gain.setValueAtTime(gain, now + at);
      volume.gain.exponentialRampToValueAtTime(0.001, now + at + length);
      source.connect(volume).connect(context.destination);
      source.start(now + at);
      source.stop(now + at + length);
    }
  } catch {
    // No sound on this machine.
  }
}
