import { launchBrowser, listBarriers, watchPage } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readRecording } from "../recorded/recording.ts";
import { liveMockDocument, mockDocument, startMock, type RunningMock } from "../testing/startMock.ts";
import { readLanding } from "./readLanding.ts";

const OWNER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

let mock: RunningMock;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
beforeAll(async () => {
  const [landing, recording] = await Promise.all([
    readLanding({ owner: OWNER, docsUrl: "https://docs.example" }),
    readRecording(),
  ]);
  const options = { recording, liveDocument: liveMockDocument, landing };
  [mock, browser] = await Promise.all([startMock(mockDocument, options), launchBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), mock?.[Symbol.asyncDispose]()]));

test("a browser gets a page with requests to try, in both profiles, within its policy and on a phone", async () => {
  const page = await browser.newPage({ viewport: { width: 360, height: 700 }, colorScheme: "dark" });
  const watch = watchPage(page);
  await page.goto(mock.url);
  const worth = page.getByRole("listitem").filter({ hasText: "What an address is worth" });
  await worth.getByText(`curl -H "AccessKey: any" "${mock.url}/v1/user/total_balance?id=${OWNER}"`).waitFor();
  await worth.getByRole("button").press("Enter");
  await worth.getByText(`"total_usd_value"`).waitFor();
  expect(await worth.getByRole("status").innerText()).toMatch(/^200 *\d+ ms, .*source=recorded/);
  await page.getByLabel("live").check();
  await worth.getByText("X-Response-Profile: live").waitFor();
  const refused = page.getByRole("listitem").filter({ hasText: "A refusal to handle" });
  await refused.getByRole("button").click();
  await refused.getByText("429").first().waitFor();
  await page.getByRole("link", { name: "Guide for QA" }).waitFor();
  expect(await listBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await listBarriers(page)).toEqual([]);
  expect(await page.evaluate(`document.documentElement.scrollWidth`)).toBe(360);
  expect(watch.complaints).toEqual([expect.stringContaining("429")]); // the request that was to be refused
  expect(watch.requests.filter((url) => !url.startsWith(mock.url) && !url.startsWith("data:"))).toEqual([]);
  await page.close();
});

test("programs get at the root what they get at any unknown path", async () => {
  for (const accept of ["*/*", "application/json", "application/problem+json, application/json"]) {
    const { status, headers } = await fetch(mock.url, { headers: { accept } });
    expect([accept, status, headers.get("content-type")]).toEqual([accept, 404, expect.stringContaining("json")]);
  }
});
