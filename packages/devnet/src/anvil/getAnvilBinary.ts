import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PLATFORMS: Record<string, string> = {
  "darwin-arm64": "darwin-arm64",
  "darwin-x64": "darwin-amd64",
  "linux-arm64": "linux-arm64",
  "linux-x64": "linux-amd64",
};

/**
 * Path of the anvil that npm installed for this platform; `PORTICO_ANVIL` overrides it.
 * @throws Error with instructions if there is none.
 */
export function getAnvilBinary(platform: string = `${process.platform}-${process.arch}`): string {
  const chosen = process.env["PORTICO_ANVIL"];
  if (chosen !== undefined && chosen !== "") return checkExists(chosen, "PORTICO_ANVIL names");
  const suffix = PLATFORMS[platform];
  if (suffix === undefined)
    throw new Error(
      `anvil is not published for ${platform}; set PORTICO_ANVIL to a binary of it, see "Platforms" in README.md`,
    );
  return findInPackage(`@foundry-rs/anvil-${suffix}`);
}

/** The platform packages are optional dependencies of @foundry-rs/anvil, so they are resolved from there. */
function findInPackage(name: string): string {
  const fromPackage = createRequire(import.meta.url);
  const fromAnvil = createRequire(fromPackage.resolve("@foundry-rs/anvil/package.json"));
  let manifest: string;
  try {
    manifest = fromAnvil.resolve(`${name}/package.json`);
  } catch (cause) {
    throw new Error(`${name} is not installed: run pnpm install with optional dependencies`, { cause });
  }
  return checkExists(join(dirname(manifest), "bin", "anvil"), `${name} should contain`);
}

function checkExists(path: string, reason: string): string {
  if (!existsSync(path)) throw new Error(`anvil not found: ${reason} ${path}`);
  return path;
}
