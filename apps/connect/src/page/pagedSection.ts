import { button, type Child, element, paragraph } from "./element.ts";
import { explainProblem } from "./explainProblem.ts";

export type PagedList = {
  readonly title: string;
  readonly listClass: string;
  /** Text of an empty list. */
  readonly empty: string;
  /** Loads the items from `start`, and the total count. */
  loadPage(start: number): Promise<{ readonly items: readonly HTMLElement[]; readonly total: number }>;
};

/** A list that is loaded in pages. Errors are shown beside it. */
export class PagedSection {
  readonly #list: PagedList;
  /** The last load; one runs at a time, because each appends to the list of the one before. Never rejects. */
  #loaded: Promise<void> = Promise.resolve();
  readonly #state = paragraph("", "note");
  readonly #problem = element("p", { class: "notice", role: "alert", hidden: true });
  readonly #more = button("Show more", "plain", () => void this.load());
  readonly heading: HTMLElement;
  readonly list: HTMLElement;
  readonly section: HTMLElement;

  /** @param rest - Elements below the list. */
  constructor(list: PagedList, ...rest: readonly Child[]) {
    this.#list = list;
    this.heading = element("h2", { tabindex: "-1" }, list.title);
    this.list = element("ul", { class: list.listClass });
    this.section = element("section", {}, this.heading, this.list, this.#state, this.#problem, this.#more, ...rest);
  }

  load(): Promise<void> {
    this.#loaded = this.#loaded.then(() => this.#load());
    return this.#loaded;
  }

  /** From the start. */
  reload(): Promise<void> {
    this.#loaded = this.#loaded.then(() => this.list.replaceChildren());
    return this.load();
  }

  async #load(): Promise<void> {
    this.#state.textContent = "Loading …";
    this.#more.hidden = true;
    const isLoaded = await this.attempt(() => this.#loadPage());
    this.#state.textContent = isLoaded && this.list.childElementCount === 0 ? this.#list.empty : "";
    this.#more.textContent = isLoaded ? "Show more" : "Try again";
    if (!isLoaded) this.#more.hidden = false;
  }

  /** Runs it, and shows an error beside the list. */
  async attempt(work: () => Promise<void>): Promise<boolean> {
    this.#problem.hidden = true;
    try {
      await work();
      return true;
    } catch (error) {
      const { title, text } = explainProblem(error, null);
      this.#problem.textContent = `${title}. ${text}`;
      this.#problem.hidden = false;
      return false;
    }
  }

  async #loadPage(): Promise<void> {
    const { items, total } = await this.#list.loadPage(this.list.childElementCount);
    this.list.append(...items);
    this.#more.hidden = items.length === 0 || this.list.childElementCount >= total;
  }
}
