import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const WEB = join(import.meta.dirname, "..", "web");

/** In cascade order. */
const STYLES = [
  fileURLToPath(import.meta.resolve("@portico/ui/tokens.css")),
  ...["bar", "site", "code"].map((name) => join(WEB, `${name}.css`)),
];

/** The script and style of every page, for inlining. */
export async function buildWeb(): Promise<{ readonly script: string; readonly style: string }> {
  const [script, ...styles] = await Promise.all([
    bundle(join(WEB, "main.ts")),
    ...STYLES.map((file) => readFile(file, "utf8")),
  ]);
  return { script: script.replaceAll("</script", String.raw`<\/script`), style: styles.join("") };
}

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
