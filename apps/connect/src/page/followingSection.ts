import { plainText } from "@portico/ui/browser";
import { shortAccount } from "./accountLabel.ts";
import { callServer } from "./callServer.ts";
import { button, element } from "./element.ts";
import { PagedSection } from "./pagedSection.ts";
import type { Screen } from "./screen.ts";
import type { FollowedUser, Following } from "./interactionResponse.ts";

const PAGE_SIZE = 20;

/** Followed users, in pages, with buttons to follow and unfollow. */
export class FollowingSection {
  readonly #screen: Screen;
  readonly #paged = new PagedSection(
    {
      title: "Accounts you follow",
      listClass: "following",
      empty: "You don't follow any account.",
      loadPage: (start) => this.#loadPage(start),
    },
    followForm((address) => this.#follow(address)),
  );
  readonly section = this.#paged.section;

  constructor(screen: Screen) {
    this.#screen = screen;
    void this.#paged.load();
  }

  async #loadPage(start: number) {
    const { body } = await callServer<Following>("GET", `following?start=${start}&limit=${PAGE_SIZE}`);
    return { items: body.following_list.map((user) => this.#itemOf(user)), total: body.total_count };
  }

  #itemOf(user: FollowedUser): HTMLElement {
    const name = nameOf(user);
    const unfollow = button("Unfollow", "plain", () => void this.#paged.attempt(() => this.#unfollow(user, item)));
    unfollow.setAttribute("aria-label", `Unfollow ${name || shortAccount(user.id)}`);
    const address = element("code", {}, plainText(user.id, 66));
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
    this.#paged.heading.focus();
    this.#screen.announce(`You don't follow ${nameOf(user) || shortAccount(user.id)} any more.`);
    if (this.#paged.list.childElementCount === 0) await this.#paged.load();
  }

  #follow(address: string): Promise<boolean> {
    return this.#paged.attempt(async () => {
      await callServer("PUT", pathOf(address), {});
      await this.#paged.reload();
      this.#screen.announce(`You follow ${shortAccount(address)}.`);
    });
  }
}

const pathOf = (address: string): string => `following/${encodeURIComponent(address)}`;

const nameOf = ({ name, web3_id }: FollowedUser): string => plainText(name, 60) || plainText(web3_id, 60);

function followForm(follow: (address: string) => Promise<boolean>): HTMLElement {
  const field = element("input", {
    id: "follow-address",
    pattern: "\\s*(eip155:[1-9][0-9]{0,14}:)?0x[0-9a-fA-F]{40}\\s*",
    title: "0x and 40 hexadecimal digits; for a smart account eip155:, the chain id, : and the address",
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
    { "aria-label": "New address", submit: (event) => void submit(event) },
    element("div", { class: "field" }, element("label", { for: "follow-address" }, "Follow an address"), field),
    element("button", { type: "submit", class: "plain" }, "Follow"),
  );
}
