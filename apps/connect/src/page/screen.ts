import { type Child, element } from "./element.ts";

/** A state of the page. The heading takes the focus; `lead` is announced with it. */
export type View = {
  readonly heading: Child;
  /** The tab's title, if the heading is not plain text. */
  readonly title?: string;
  readonly lead?: string;
  readonly tone?: "calm" | "problem";
  readonly body: readonly Child[];
};

export type Screen = {
  show(view: View): void;
  /** Announces a text to screen readers, without moving the focus. */
  announce(text: string): void;
};

/** The page's two regions: the view, and a polite live region for updates. */
export function createScreen(main: HTMLElement, status: HTMLElement): Screen {
  let isFirst = true;
  return {
    show: (view) => {
      const described = view.lead === undefined ? {} : { "aria-describedby": "lead" };
      const heading = element("h1", { tabindex: "-1", ...described }, view.heading);
      const lead = view.lead === undefined ? null : element("p", { id: "lead", class: "lead" }, view.lead);
      main.className = `card ${view.tone ?? "calm"}`;
      main.replaceChildren(heading, ...[lead, ...view.body].filter((child) => child !== null));
      document.title = view.title ?? heading.textContent;
      status.textContent = "";
      if (!isFirst) {
        heading.focus({ preventScroll: true });
        window.scrollTo(0, 0);
      }
      isFirst = false;
    },
    announce: (text) => {
      status.textContent = text;
    },
  };
}
