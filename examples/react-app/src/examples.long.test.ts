import { execFile, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { launchBrowser, watchPage } from "@portico/browser";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..", "..", "..");
const WHO = "0xd8da6bf26964af9d7eed9e03e53415d37aa96045";

let mock: ChildProcess;
let server: { readonly PORTICO_API_URL: string; readonly PORTICO_ACCESS_KEY: string };
beforeAll(async () => {
  const env = { ...process.env, PORTICO_MOCK_PORT: "0" };
  mock = spawn(process.execPath, ["apps/mock/src/main.ts"], { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = (await once(createInterface(mock.stdout!), "line")) as [string];
  server = { PORTICO_API_URL: line.replace("mock: ", ""), PORTICO_ACCESS_KEY: "a-secret-key" };
});
afterAll(async () => {
  mock.kill();
  await once(mock, "exit");
});

const runExample = async (...parameters: string[]) => {
  const { stdout } = await run(process.execPath, parameters, { cwd: root, env: { ...process.env, ...server } });
  return stdout.trim().split("\n");
};

test("the programs print a portfolio with every digit, and a history of the requested length", async () => {
  const [portfolio, history] = await Promise.all([
    runExample("examples/src/portfolio.ts", WHO),
    runExample("examples/src/history.ts", WHO, "30"),
  ]);
  expect(portfolio[0]).toMatch(new RegExp(`^${WHO} holds \\d+ tokens \\(.*eth at \\d+`));
  expect(portfolio.some((line) => /\.\d{18} \$[\d,.]+$/.test(line))).toBe(true);
  expect(history.at(-1)).toBe("30 transactions");
  const lines = history.slice(0, -1);
  expect([lines.length, new Set(lines).size]).toEqual([30, 30]);
  expect(lines).toEqual(lines.toSorted((a, b) => b.slice(0, 24).localeCompare(a.slice(0, 24))));
});

/** The built page, with its server. */
async function startPage() {
  const { build, preview } = await import("vite");
  const folder = await mkdtemp(join(tmpdir(), "portico-react-app-"));
  const shared = { root: join(import.meta.dirname, ".."), logLevel: "warn" } as const;
  Object.assign(process.env, server); // read by vite.config.ts
  const begin = async () => {
    await build({ ...shared, build: { outDir: folder, emptyOutDir: true } });
    return preview({ ...shared, build: { outDir: folder }, preview: { port: 0, host: "127.0.0.1" } });
  };
  const site = await begin().finally(() => Object.keys(server).forEach((name) => delete process.env[name]));
  return {
    url: site.resolvedUrls?.local[0] ?? "",
    folder,
    [Symbol.asyncDispose]: async () => {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}

test("the page shows holdings and history, loads more on request, reports what failed, and never has the key", async () => {
  await using site = await startPage();
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>`;
  const isLogo = ({ protocol, host }: URL): boolean => protocol === "https:" && host !== new URL(site.url).host;
  await page.route(isLogo, (route) => route.fulfill({ contentType: "image/svg+xml", body }));
  const { complaints } = watchPage(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(JSON.stringify(request.headers()), request.url()));

  await page.goto(`${site.url}?address=${WHO}`);
  await page.getByText(/^Net worth: \$[\d,]+\.\d\d$/).waitFor();
  await page.locator("td[title]").first().waitFor(); // the table is a request of its own
  const cells = await page.locator("td[title]").all();
  const exact = await Promise.all(cells.map((cell) => cell.getAttribute("title")));
  expect(exact.some((amount) => /^\d+\.\d{15,18}$/.test(amount ?? ""))).toBe(true);

  const items = page.locator("li");
  await items.nth(4).waitFor();
  const first = await items.count();
  await page.getByRole("button", { name: "More" }).click();
  await items.nth(first).waitFor();
  const shown = await items.allInnerTexts();
  expect(shown.length).toBeGreaterThan(first);

  await page.goto(`${site.url}?address=nonsense`);
  await page.getByRole("alert").getByText("(invalid_").first().waitFor();
  await page.goto(`${site.url}?address=0x${"fa11".padStart(40, "0")}`); // of the mock: no chain can be read
  await page
    .getByRole("status")
    .getByText(/^Without .*eth/)
    .waitFor();
  expect(complaints.filter((text) => !text.includes("400"))).toEqual([]);
  expect(sent.length).toBeGreaterThan(10);
  expect(sent.join("\n")).not.toContain(server.PORTICO_ACCESS_KEY);
  const { stdout: found } = await run("grep", ["-rlF", server.PORTICO_ACCESS_KEY, site.folder]).catch(() => ({
    stdout: "",
  }));
  expect(found).toBe("");
});
