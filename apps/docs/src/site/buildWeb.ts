import { readFile } from "node:fs/promises";
import { join } from "node:path";
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

/** For inlining: the script of every page, and the styles of the guides and of the reference. */
export type Web = { readonly script: string; readonly style: string; readonly referenceStyle: string };

export async function buildWeb(): Promise<Web> {
  const [script, style, referenceStyle] = await Promise.all([
    bundle(join(WEB, "main.ts")),
    readAll(STYLES.guides),
    readAll(STYLES.reference),
  ]);
  return { script: script.replaceAll("</script", String.raw`<\/script`), style, referenceStyle };
}

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
