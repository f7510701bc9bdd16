import { chromium, type Browser } from "playwright";
import { findChromium } from "./findChromium.ts";

/** Starts a headless Chromium. The caller closes it, which deletes its pages and profile. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...definedOnly(process.env), ...env },
    // no sandbox: tests run as root in containers, and load only pages of this repository
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-zygote"],
  });
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
