// Keeps everything up to date with a game under review. Call this while its component is created.
import { untrack } from 'svelte';
import { rowKey } from '../lib/neighbors';
import { lastPlace } from '../lib/place.svelte';
import { prefs } from '../prefs.svelte';
import { router } from '../router.svelte';
import { becameLow, soundOf } from '../state/sounds';
import { fly } from './flight';
import type { Review } from './review.svelte';
import { play } from './sound';

/** What the component shows, as functions, because it changes. */
interface Shown {
  title: () => string;
  /** The address of the game at the current move. */
  address: () => string;
  /** The element in which pieces fly. */
  root: () => HTMLElement | undefined;
}

/** How often the address may change, in milliseconds: browsers limit it. */
const NAMING = 150;

export function follow(review: Review, embed: boolean, shown: Shown): void {
  nameIt(shown);
  showSteps(review, shown.root);
  warnBeforeLeaving(review);
  if (embed) return;
  rememberPlace(review);
  ask(review);
}

/** Names the game in the title of the window and in the address bar. */
function nameIt({ title, address }: Shown): void {
  $effect(() => {
    document.title = `${title()} · bughouse`;
  });
  let named = 0;
  $effect(() => {
    const text = address();
    const wait = Math.max(named + NAMING - performance.now(), 0);
    const timer = setTimeout(() => {
      named = performance.now();
      router.name(text);
    }, wait);
    return () => clearTimeout(timer);
  });
}

/** The list scrolls to the game that was open last. */
function rememberPlace({ edits }: Review): void {
  $effect(() => {
    const { source, archived } = edits;
    if (source) lastPlace.set({ key: rowKey(source, archived) });
  });
}

/** Requests the legal moves and the analysis. */
function ask(review: Review): void {
  const { answers, messages, pen, walk } = review;
  // Legal moves are requested when you stop, not on every step.
  $effect(() => {
    if (walk.playing) answers.legal.stop();
    else answers.askMoves(walk.boards, review.game.tags);
  });
  $effect(() => {
    if (answers.legal.error) messages.reject(answers.legal.error);
  });
  $effect(() => {
    const { boards } = walk;
    const { tags } = review.game;
    pen.hint([]);
    if (prefs.analysis) answers.askBoards(boards, tags);
  });
  $effect(() => {
    if (prefs.analysis) answers.askGame(review.game.text);
    else answers.stopAnalysis();
  });
  $effect(() => () => {
    answers.legal.stop();
    answers.stopAnalysis();
  });
}

/** A captured piece flies with each step forward, and each step has a sound. So does a clock that becomes low. */
function showSteps({ layout, walk }: Review, root: Shown['root']): void {
  $effect(() => {
    if (walk.forward === 0) return;
    untrack(() => {
      const element = root();
      if (element && walk.halfMove) fly(element, walk.halfMove, layout.flip);
      if (prefs.sound && walk.halfMove) play(soundOf(walk.halfMove));
    });
  });
  let clocksBefore = untrack(() => walk.clocks);
  $effect(() => {
    const { clocks } = walk;
    if (prefs.sound && walk.playing && becameLow(clocksBefore, clocks)) play('low-time');
    clocksBefore = clocks;
  });
}

/** Asks before unsaved changes are left. There is less to warn of if the browser keeps them. */
function warnBeforeLeaving({ edits, walk }: Review): void {
  $effect(() => {
    router.guard(
      () =>
        !edits.unsaved ||
        confirm(
          `Leave without saving? ${edits.draftIsKept ? 'Your changes are kept in this browser.' : 'Your changes will be lost.'}`,
        ),
    );
    return () => {
      router.guard(null);
      walk.pause();
    };
  });
  const warn = (event: BeforeUnloadEvent) => {
    if (edits.unsaved && !edits.draftIsKept) event.preventDefault();
  };
  $effect(() => {
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  });
}
