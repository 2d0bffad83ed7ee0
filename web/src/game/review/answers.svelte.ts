// What the server knows about the boards that are shown and about the game: legal moves, mates, scores, mistakes.
import { analyzeBoards, askEngine, evaluateBoards, findMistakes, legalMoves } from '../../api/client';
import type { Analysis, Boards, Evaluated, GameMistakes, Legal, Tag } from '../../api/schema';
import { Resource } from '../../lib/resource.svelte';
import { rulesOf } from '../../state/rules';

/** While you step quickly, only the last position is looked up, and the first one analyzed. In milliseconds. */
const PAUSE = 60;
/** An engine takes longer, and its last search has to be stopped first. */
const ENGINE_PAUSE = 150;
/** The game is searched for mistakes when nothing has changed for a while. */
const LONG_PAUSE = 300;

export class Answers {
  readonly legal = new Resource<Legal>(PAUSE, { most: 300 });
  /** The solver's answer. */
  readonly analysis = new Resource<Analysis>(PAUSE, { eager: true });
  /** The answer of the built-in search. */
  readonly evaluated = new Resource<Evaluated>(PAUSE);
  /** The answer of the server's engine, if it is used. */
  readonly engine = new Resource<Evaluated>(ENGINE_PAUSE);
  /** The mistakes of the main line. */
  readonly mistakes = new Resource<GameMistakes>(LONG_PAUSE);
  #usesEngine = $state(false);

  get usesEngine(): boolean {
    return this.#usesEngine;
  }

  useEngine(uses: boolean): void {
    this.#usesEngine = uses;
  }

  /** Requests the legal moves. */
  askMoves(boards: Boards, tags: readonly Tag[]): void {
    const [a, b, rules] = [boards.a.bfen, boards.b.bfen, rulesOf(tags)];
    this.legal.ask(JSON.stringify([a, b, rules]), () => legalMoves(a, b, rules));
  }

  /** Requests mates, and scores by the built-in search and by the engine, if it is used. */
  askBoards(boards: Boards, tags: readonly Tag[]): void {
    const [a, b, rules] = [boards.a.bfen, boards.b.bfen, rulesOf(tags)];
    const query = JSON.stringify([a, b, rules]);
    this.analysis.ask(query, (signal) => analyzeBoards(a, b, rules, signal));
    this.evaluated.ask(query, (signal) => evaluateBoards(a, b, rules, signal));
    if (this.#usesEngine) this.engine.ask(query, (signal) => askEngine(a, b, rules, signal));
    else this.engine.stop();
  }

  /** Requests the mistakes of a game. */
  askGame(text: string): void {
    this.mistakes.ask(text, (signal) => findMistakes(text, signal));
  }

  /** Drops all analysis. */
  stopAnalysis(): void {
    for (const resource of [this.analysis, this.evaluated, this.engine, this.mistakes]) resource.stop();
  }
}
