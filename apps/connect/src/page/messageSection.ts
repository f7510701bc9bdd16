import { plainLines, plainText, readSite } from "@portico/ui/browser";
import { callServer } from "./callServer.ts";
import { button, element } from "./element.ts";
import { PagedSection } from "./pagedSection.ts";
import type { Screen } from "./screen.ts";
import type { Inbox, InboxMessage, MessageSender } from "./interactionResponse.ts";

const PAGE_SIZE = 20;
const MAX_TEXT = 10_000;

/** Messages of applications, in pages. Opening a message marks it as read; its sender can be blocked. */
export class MessageSection {
  readonly #screen: Screen;
  #unread = 0;
  readonly #blocked = element("div", {});
  readonly #paged = new PagedSection(
    {
      title: "Messages",
      listClass: "messages",
      empty: "You have no messages.",
      loadPage: (start) => this.#loadPage(start),
    },
    this.#blocked,
  );
  readonly section = this.#paged.section;

  constructor(screen: Screen) {
    this.#screen = screen;
    void this.#paged.load();
  }

  async #loadPage(start: number) {
    const { body } = await callServer<Inbox>("GET", `inbox?start=${start}&limit=${PAGE_SIZE}`);
    this.#showUnread(body.unread_count);
    this.#showBlocked(body.blocked_list);
    return { items: body.message_list.map((message) => this.#itemOf(message)), total: body.total_count };
  }

  #itemOf(message: InboxMessage): HTMLElement {
    const { sender } = message;
    const mark = message.is_read ? null : element("span", { class: "mark" }, "new");
    const open = (event: Event): void => {
      if (!(event.target as HTMLDetailsElement).open || mark?.isConnected !== true) return;
      void this.#paged.attempt(() => this.#markRead(message, mark));
    };
    const details = element(
      "details",
      { toggle: open },
      element(
        "summary",
        {},
        element("bdi", {}, nameOf(sender)),
        mark,
        element("span", { class: "first-words", dir: "auto" }, plainText(message.text, 80)),
      ),
      element("p", { class: "note" }, "Sent ", timeOf(message.sent_at), " by ", element("code", {}, sender.id)),
      element("p", { class: "message-text", dir: "auto" }, plainLines(message.text, MAX_TEXT)),
      linkOf(message.url),
      sender.is_blocked ? null : this.#changeButton(sender, "Block"),
    );
    return element("li", {}, details);
  }

  async #markRead({ id }: InboxMessage, mark: HTMLElement): Promise<void> {
    await callServer("PUT", `inbox/${encodeURIComponent(id)}/read`, {});
    if (!mark.isConnected) return;
    mark.remove();
    this.#showUnread(this.#unread - 1);
  }

  #showUnread(count: number): void {
    this.#unread = count;
    this.#paged.heading.textContent = count > 0 ? `Messages (${count} new)` : "Messages";
  }

  #changeButton(sender: MessageSender, label: "Block" | "Unblock"): HTMLElement {
    const made = button(label, "plain", () => void this.#paged.attempt(() => this.#change(sender, label)));
    made.setAttribute("aria-label", `${label} ${nameOf(sender)}`);
    return made;
  }

  async #change(sender: MessageSender, label: "Block" | "Unblock"): Promise<void> {
    await callServer(label === "Block" ? "PUT" : "DELETE", `blocked/${encodeURIComponent(sender.id)}`, {});
    await this.#paged.reload();
    this.#paged.heading.focus();
    this.#screen.announce(
      label === "Block"
        ? `${nameOf(sender)} is blocked: you receive no more messages from this sender.`
        : `${nameOf(sender)} may send you messages again.`,
    );
  }

  #showBlocked(senders: readonly MessageSender[]): void {
    const items = senders.map((sender) =>
      element("li", {}, element("bdi", {}, nameOf(sender)), this.#changeButton(sender, "Unblock")),
    );
    const shown = [element("h3", {}, "Blocked senders"), element("ul", { class: "following" }, ...items)];
    this.#blocked.replaceChildren(...(items.length === 0 ? [] : shown));
  }
}

const nameOf = ({ id, name }: MessageSender): string => plainText(name, 60) || id;

/** Shows the target before it is followed, and sends it no referrer. */
function linkOf(url: string): HTMLElement | null {
  const site = readSite(url);
  if (site === null) return null;
  const attributes = { href: site.href, target: "_blank", rel: "noopener noreferrer nofollow" };
  return element("p", {}, element("a", attributes, "Open ", element("bdi", {}, site.host)), " (in a new tab)");
}

function timeOf(timeAt: number): HTMLElement {
  const date = new Date(timeAt * 1000);
  const text = date.toLocaleString("en", { dateStyle: "long", timeStyle: "short" });
  return element("time", { datetime: date.toISOString() }, text);
}
