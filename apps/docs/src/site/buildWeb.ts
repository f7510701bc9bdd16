import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const WEB = join(import.meta.dirname, "..", "web");

const TOKENS = fileURLToPath(import.meta.resolve("@portico/ui/tokens.css"));
const styleNamed = (name: string): string => join(WEB, `${name}.css`);
/** In cascade order. */
const STYLES = {
  guides: [TOKENS, ...["page", "bar", "site", "code"].map(styleNamed)],
  reference: [TOKENS, ...["bar", "reference"].map(styleNamed)],
};

export interface Web {
  /** For inlining, of every page. */
  readonly script: string;
  /** For inlining, of the guides. */
  readonly style: string;
  /** For inlining, of the reference. */
  readonly referenceStyle: string;
  /** Files beside the pages, by name. */
  readonly fonts: ReadonlyMap<string, Buffer>;
}

export async function buildWeb(): Promise<Web> {
  const [script, font, style, referenceStyle] = await Promise.all([
    bundle(join(WEB, "main.ts")),
    readFont(),
    readAll(STYLES.guides),
    readAll(STYLES.reference),
  ]);
  return {
    script: script.replaceAll("</script", String.raw`<\/script`),
    style: font.style + style,
    referenceStyle: font.style + referenceStyle,
    fonts: font.files,
  };
}

/** The font of all pages: its style with the files' names instead of their modules. */
async function readFont(): Promise<{ readonly style: string; readonly files: ReadonlyMap<string, Buffer> }> {
  const sheet = fileURLToPath(import.meta.resolve("@portico/ui/font.css"));
  const from = createRequire(sheet);
  const style = await readFile(sheet, "utf8");
  const modules = [...style.matchAll(FONT_URL)].map(([, module = ""]) => module);
  const license = join(dirname(from.resolve(modules[0] ?? "")), "..", "LICENSE");
  const files = modules.map(async (module) => [basename(module), await readFile(from.resolve(module))] as const);
  return {
    style: style.replaceAll(FONT_URL, (_url, module: string) => `url("${basename(module)}")`),
    files: new Map([...(await Promise.all(files)), ["font-license.txt", await readFile(license)]]),
  };
}

const FONT_URL = /url\("([^"]+)"\)/g;

const readAll = async (paths: readonly string[]): Promise<string> =>
  (await Promise.all(paths.map((path) => readFile(path, "utf8")))).join("");

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: WEB,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "portico" },
      reportCompressedSize: false,
    },
  });
  const [output] = [built].flat();
  if (output === undefined || !("output" in output)) throw new Error("vite produced no bundle");
  return output.output[0].code;
}
