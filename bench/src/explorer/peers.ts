import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Visit } from "@portico/browser";
import { build } from "vite";
import type { File } from "./servePages.ts";

type Page = Visit["page"];

export const STATIC_PATH = "/static";
export const REACT_PATH = "/react.html";

/** A fully loaded page as HTML: with its style, without its scripts and images. */
export async function savePage(page: Page): Promise<Map<string, File>> {
  const { html, styles } = await page.evaluate<{ html: string; styles: readonly string[] }>(SAVE);
  const files = await Promise.all(
    styles.map(async (url): Promise<[string, File]> => {
      const text = await (await fetch(url)).text();
      return [new URL(url).pathname, { type: "text/css", text }];
    }),
  );
  return new Map([[STATIC_PATH, { type: "text/html; charset=utf-8", text: html }], ...files]);
}

const SAVE = `(() => {
  const page = document.documentElement.cloneNode(true);
  for (const one of page.querySelectorAll("script, link[rel=modulepreload], img, image")) one.remove();
  const styles = [...document.querySelectorAll("link[rel=stylesheet]")].map(({ href }) => href);
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) link.setAttribute("href", new URL(link.href).pathname);
  return { html: "<!doctype html>" + page.outerHTML, styles };
})()`;

/** A React page with one word, built by Vite. */
export async function buildBareReact(folder: string): Promise<Map<string, File>> {
  const root = join(folder, "react");
  mkdirSync(root);
  const [react, dom] = ["react", "react-dom/client"].map((name) => fileURLToPath(import.meta.resolve(name)));
  writeFileSync(
    join(root, "main.js"),
    `import { createElement } from ${JSON.stringify(react)};
    import { createRoot } from ${JSON.stringify(dom)};
    createRoot(document.querySelector("#app")).render(createElement("p", null, "Portico"));`,
  );
  writeFileSync(
    join(root, "react.html"),
    `<!doctype html><title>Portico</title><meta name="viewport" content="width=device-width" /><link rel="icon" href="data:," />
    <div id="app"></div><script type="module" src="/main.js"></script>`,
  );
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    build: {
      target: "es2022",
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(root, "react.html") },
    },
  });
  const assets = readdirSync(join(root, "dist/assets")).map((name): [string, File] => [
    `/assets/${name}`,
    { type: "text/javascript", text: readFileSync(join(root, "dist/assets", name), "utf8") },
  ]);
  const text = readFileSync(join(root, "dist/react.html"), "utf8");
  return new Map([[REACT_PATH, { type: "text/html; charset=utf-8", text }], ...assets]);
}
