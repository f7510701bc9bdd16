import { expect, test } from "vitest";
import { launchBrowser } from "./launchBrowser.ts";
import { listBarriers } from "./listBarriers.ts";

const pageWith = (main: string): string =>
  `<!doctype html><html lang="en"><title>Page</title><body><main><h1>Page</h1>${main}</main></body></html>`;

const SMALL = `style="width: 12px; height: 12px; padding: 0; border: 0"`;

test.each([
  ["text_contrast_sufficient", `<p style="color: #ccc; background: #fff">pale</p>`],
  ["target_spacing_sufficient", `<button ${SMALL} aria-label="a"></button><button ${SMALL} aria-label="b"></button>`],
  ["aria_navigation_label_unique", `<nav><a href="#a">a</a></nav><nav><a href="#b">b</a></nav>`],
  ["input_label_exists", `<input type="text">`],
  ["heading_order", `<h3>Far below</h3>`],
])("%s is reported", async (rule, main) => {
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setContent(pageWith(main));
  expect((await listBarriers(page)).join("\n")).toContain(rule);
  await page.setContent(pageWith("<p>Nothing else.</p>"));
  expect(await listBarriers(page)).toEqual([]);
});

test("what a page becomes after a check is checked as it is then", async () => {
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  await page.setContent(pageWith(`<p id="text">A text</p><input type="text" aria-label="Name">`));
  expect(await listBarriers(page)).toEqual([]);
  await page.evaluate(`document.querySelector("#text").style.cssText = "color: #ccc; background: #fff"`);
  await page.evaluate(`document.querySelector("input").removeAttribute("aria-label")`);
  const found = (await listBarriers(page)).join("\n");
  expect(found).toContain("text_contrast_sufficient");
  expect(found).toContain("input_label_exists");
  await page.evaluate(`document.querySelector("#text").removeAttribute("style")`);
  await page.evaluate(`document.querySelector("input").setAttribute("aria-label", "Name")`);
  expect(await listBarriers(page)).toEqual([]);
});
