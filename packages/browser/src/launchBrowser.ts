import { chromium, type Browser } from "playwright";
import { findChromium } from "./findChromium.ts";

/**
 * Starts a headless Chromium. The caller closes it, which deletes its pages and profile.
 * @param options.isAlike - Draws texts alike on every machine: without the fonts of the machine.
 */
export async function launchBrowser({ isAlike = false } = {}): Promise<Browser> {
  const { executablePath, env, alike } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...definedOnly(process.env), ...env, ...(isAlike && alike) },
    // no sandbox: tests run as root in containers, and load only pages of this repository
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-zygote"],
  });
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
