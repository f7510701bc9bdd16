import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { launchBrowser } from "./launchBrowser.ts";
import { watchPage } from "./watchPage.ts";

test("a real browser renders a page and reports its requests", async () => {
  const server = createServer((request, response) => {
    response.setHeader("content-security-policy", "default-src 'none'; script-src 'unsafe-inline'");
    response.setHeader("content-type", "text/html");
    response.end(
      request.url === "/" ? "<title>portico</title><p>text</p><script>fetch('/denied').catch(() => {})</script>" : "no",
    );
  }).listen(0, "127.0.0.1");
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const watch = watchPage(page);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await page.goto(url);

  expect(await page.title()).toBe("portico");
  expect((await page.locator("p").boundingBox())?.height).toBeGreaterThan(10); // 0 without fonts
  expect(watch.requests).toContain(url);
  expect(watch.complaints.join()).toContain("Content Security Policy");
  server.close();
});
