import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launchBrowser, watchPage } from "@portico/browser";
import { buildDocs } from "../buildDocs.ts";
import { createDocsServer } from "../createDocsServer.ts";

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Builds the site, serves it and starts a browser. */
export async function openSite() {
  const folder = await mkdtemp(join(tmpdir(), "portico-docs-test-"));
  const launched = launchBrowser();
  const problems = await buildDocs(folder);
  const { server, reload } = await createDocsServer(folder);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const browser = await launched;
  return {
    folder,
    problems,
    reload,
    url,
    /** A new page with its requests and complaints. */
    open: async (address: string, viewport = { width: 1400, height: 1000 }) => {
      const page = await browser.newPage({ viewport });
      const watch = watchPage(page);
      await page.goto(address);
      await page.getByRole("main").getByRole("heading").first().waitFor();
      return { page, watch };
    },
    /** A new page with JavaScript disabled. */
    openPlain: () => browser.newPage({ javaScriptEnabled: false }),
    /** The requests to other servers than the site's own. */
    thirdPartyRequestsOf: (requests: readonly string[]): string[] =>
      requests.filter((request) => !request.startsWith(url) && !request.startsWith("data:")),
    close: async () => {
      await browser.close();
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens pages on a phone. @returns those that are wider than the screen. */
export async function listWide({ url, open, thirdPartyRequestsOf }: Site, names: readonly string[]) {
  const { page, watch } = await open(url, { width: 360, height: 700 });
  const wide: string[] = [];
  for (const name of names) {
    await page.goto(url + name);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    if (width !== 360) wide.push(`${name}: ${String(width)}`);
  }
  await page.close();
  return { wide, thirdPartyRequests: thirdPartyRequestsOf(watch.requests), complaints: watch.complaints };
}
