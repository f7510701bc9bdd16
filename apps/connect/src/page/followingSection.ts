import { callServer } from "./callServer.ts";
import { button, element, paragraph } from "./element.ts";
import { explainProblem } from "./explainProblem.ts";
import { plainText, shortAddress } from "./plainText.ts";
import type { Screen } from "./screen.ts";
import type { FollowedUser, Following } from "./wire.ts";

const PAGE_SIZE = 20;

/** Whom the person follows, page by page, with ways to follow and unfollow. */
export class FollowingSection {
  readonly #screen: Screen;
  readonly #heading = element("h2", { tabindex: "-1" }, "Whom you follow");
  readonly #list = element("ul", { class: "following" });
  readonly #state = paragraph("", "note");
  readonly #problem = element("p", { class: "notice", role: "alert", hidden: true });
  readonly #more = button("Show more", "plain", () => void this.#load());
  readonly section: HTMLElement;

  constructor(screen: Screen) {
    this.#screen = screen;
    const form = followForm((address) => this.#follow(address));
    this.section = element("section", {}, this.#heading, this.#list, this.#state, this.#problem, this.#more, form);
    void this.#load();
  }

  async #load(): Promise<void> {
    this.#state.textContent = "Loading …";
    this.#more.hidden = true;
    const isLoaded = await this.#attempt(() => this.#loadPage());
    this.#state.textContent = isLoaded && this.#list.childElementCount === 0 ? "You follow nobody." : "";
    this.#more.textContent = isLoaded ? "Show more" : "Try again";
    if (!isLoaded) this.#more.hidden = false;
  }

  async #loadPage(): Promise<void> {
    const path = `following?start=${this.#list.childElementCount}&limit=${PAGE_SIZE}`;
    const { following_list, total_count } = (await callServer<Following>("GET", path)).body;
    this.#list.append(...following_list.map((user) => this.#itemOf(user)));
    this.#more.hidden = following_list.length === 0 || this.#list.childElementCount >= total_count;
  }

  #itemOf(user: FollowedUser): HTMLElement {
    const name = nameOf(user);
    const unfollow = button("Unfollow", "plain", () => void this.#attempt(() => this.#unfollow(user, item)));
    unfollow.setAttribute("aria-label", `Unfollow ${name || shortAddress(user.id)}`);
    const address = element("code", {}, plainText(user.id, 42));
    const item = element(
      "li",
      {},
      element("span", {}, name === "" ? null : element("bdi", {}, name), address),
      unfollow,
    );
    return item;
  }

  async #unfollow(user: FollowedUser, item: HTMLElement): Promise<void> {
    await callServer("DELETE", pathOf(user.id), {});
    item.remove();
    this.#heading.focus();
    this.#screen.say(`You don't follow ${nameOf(user) || shortAddress(user.id)} any more.`);
    if (this.#list.childElementCount === 0) await this.#load();
  }

  #follow(address: string): Promise<boolean> {
    return this.#attempt(async () => {
      await callServer("PUT", pathOf(address), {});
      this.#list.replaceChildren();
      await this.#load();
      this.#screen.say(`You follow ${shortAddress(address)}.`);
    });
  }

  /** Runs it, and says beside the list why it failed. */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
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
}

const pathOf = (address: string): string => `following/${encodeURIComponent(address)}`;

const nameOf = ({ name, web3_id }: FollowedUser): string => plainText(name, 60) || plainText(web3_id, 60);

function followForm(follow: (address: string) => Promise<boolean>): HTMLElement {
  const field = element("input", {
    id: "follow-address",
    pattern: "\\s*0x[0-9a-fA-F]{40}\\s*",
    title: "0x and 40 hexadecimal digits",
    placeholder: "0x…",
    autocomplete: "off",
    spellcheck: "false",
    required: true,
  });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (await follow(field.value.trim().toLowerCase())) field.value = "";
  };
  return element(
    "form",
    { submit: (event) => void submit(event) },
    element("div", { class: "field" }, element("label", { for: "follow-address" }, "Follow an address"), field),
    element("button", { type: "submit", class: "plain" }, "Follow"),
  );
}
