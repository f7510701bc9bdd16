import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";

let engine: Promise<string> | undefined;

/** All rules of WCAG 2.2, A and AA: contrast, names, roles, landmarks, tables, size of targets, and more. What passed stays there. */
const CHECK = `new ace.Checker().check(document, ["WCAG_2_2"]).then(({ results }) =>
  results
    .filter(({ value: [policy, confidence] }) => policy === "VIOLATION" && confidence === "FAIL")
    .map(({ ruleId, path, message }) => ruleId + " at " + path.dom + ": " + message))`;

/** Visible headings that are more than one level below the heading before them. */
const HEADING_JUMPS = `(() => {
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((one) => one.checkVisibility());
  return headings
    .filter((one, index) => index > 0 && Number(one.tagName[1]) > Number(headings[index - 1].tagName[1]) + 1)
    .map((one) => one.textContent);
})()`;

/**
 * What keeps users from a page as it is now, each as "rule at element: reason". Only what surely violates WCAG 2.2 (AA)
 * counts, not what a person has to judge, and headings that skip a level. The page's Content-Security-Policy stays in force.
 */
export async function listBarriers(page: Page): Promise<string[]> {
  engine ??= readFile(fileURLToPath(import.meta.resolve("accessibility-checker-engine/ace-window.js")), "utf8");
  if (!(await page.evaluate<boolean>(`"ace" in window`))) await page.evaluate(await engine);
  const found = await page.evaluate<readonly string[]>(CHECK);
  const jumps = await page.evaluate<readonly string[]>(HEADING_JUMPS);
  return [...found, ...jumps.map((text) => `heading_order at ${text}: a level is skipped`)];
}
