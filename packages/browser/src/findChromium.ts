import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

type Variables = Readonly<Record<string, string>>;

/** A Chromium to start. */
export interface Chromium {
  /** Its binary. */
  readonly executablePath: string;
  /** Environment variables to add. */
  readonly env: Variables;
  /** Others to add, so that it has no fonts but its own. */
  readonly alike: Variables;
}

const packageFolder = fileURLToPath(new URL("..", import.meta.url));

/**
 * Finds a Chromium: the one that the variable CHROMIUM names, otherwise that of the npm package `@sparticuz/chromium`,
 * which is unpacked once per version into this package's node_modules/.cache. No browser is downloaded.
 * @throws Error if that package's binary (Linux on x64) cannot run and CHROMIUM is not set.
 */
export async function findChromium(): Promise<Chromium> {
  const own = process.env["CHROMIUM"];
  if (own !== undefined && own !== "") return { executablePath: own, env: {}, alike: {} };
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error(`npm has no Chromium for ${process.platform} on ${process.arch}: set CHROMIUM to the path of one`);
  }
  const folder = await unpackOnce();
  const alike = { FONTCONFIG_FILE: join(folder, "fonts", OWN_FONTS_FILE) };
  return { executablePath: join(folder, "chromium"), env: environmentOf(folder), alike };
}

/** The binary needs NSS libraries and fonts that a minimal machine lacks; the package contains them. */
const environmentOf = (folder: string): Record<string, string> => ({
  LD_LIBRARY_PATH: [join(folder, "al2023", "lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":"),
  FONTCONFIG_PATH: join(folder, "fonts"),
});

async function unpackOnce(): Promise<string> {
  const cache = join(packageFolder, "node_modules", ".cache");
  const folder = join(cache, `chromium-${await versionOf("@sparticuz/chromium")}-${LAYOUT}`);
  if (await isThere(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(join(cache, "unpacking-"));
  await unpackInto(staging);
  const fonts = join(folder, "fonts");
  await writeFile(join(staging, "fonts", "fonts.conf"), fontsIn(fonts, MACHINE_FONTS));
  await writeFile(join(staging, "fonts", OWN_FONTS_FILE), fontsIn(fonts));
  // by rename, so that no process sees a partial browser; a concurrent second one discards its own
  await rename(staging, folder).catch(() => rm(staging, { recursive: true, force: true }));
  return folder;
}

/** Of the unpacked folder: a change of what is in it needs another. */
const LAYOUT = 2;
const OWN_FONTS_FILE = "own-fonts.conf";
const MACHINE_FONTS = `<include ignore_missing="yes">/etc/fonts/fonts.conf</include>`;

/** The package's own fonts.conf names folders of another machine, and without any font a page shows no text. */
const fontsIn = (folder: string, machineFonts = ""): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${machineFonts}
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

async function unpackInto(folder: string): Promise<void> {
  const script = fileURLToPath(new URL("unpack.ts", import.meta.url));
  const child = spawn(process.execPath, [script], { env: { ...process.env, TMPDIR: folder }, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`Unpacking Chromium failed with exit code ${code}`);
}

async function versionOf(name: string): Promise<string> {
  const main = fileURLToPath(import.meta.resolve(name));
  const manifest = await readFile(join(dirname(main), "..", "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
