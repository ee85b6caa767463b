import type { RunEvent } from '@millrace/runtime';
import type { Screen } from './screen.ts';

/** Shows runs of the service on a screen, each under its name and revision, as long as they run. */
export class RunTitles {
  readonly #screen: Screen;
  readonly #titles = new Map<string, string>();
  #isEnding = false;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** The service ends: what stops from now on stays on the screen. */
  end(): void {
    this.#isEnding = true;
  }

  tell(name: string, event: RunEvent): void {
    if (event.type === 'starting') this.#retitle(name, `${name} r${event.revision}`);
    else if (event.type === 'report') this.#screen.report(this.#titles.get(name) ?? name, event.task, event.report);
    else if (event.type === 'ended' && event.failure === null && !this.#isEnding) this.#retitle(name, name);
  }

  #retitle(name: string, title: string): void {
    const former = this.#titles.get(name);
    if (former !== undefined && former !== title) this.#screen.remove(former);
    this.#titles.set(name, title);
  }
}
