import type { Page } from "playwright";

/** The activity of a page since it was watched. */
export type PageWatch = {
  /** Every requested URL, in order, data: and blob: included. */
  readonly requests: string[];
  /** Console messages of level error or warning, and uncaught errors; CSP violations are included. */
  readonly complaints: string[];
};

/** Records a page's requests and complaints from now on: call it before `page.goto`. */
export function watchPage(page: Page): PageWatch {
  const watch: PageWatch = { requests: [], complaints: [] };
  page.on("request", (request) => watch.requests.push(request.url()));
  page.on("pageerror", (error) => watch.complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    watch.complaints.push(`${message.text()} (${message.location().url})`); // a failed response doesn't tell its URL
  });
  return watch;
}
