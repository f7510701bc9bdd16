import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EndpointProfiles, readRpcUrls, type ChainUrls } from "@portico/evm";
import { chainSettings } from "../../settings.ts";
import { root } from "../../stateFolder.ts";
import type { Shell } from "../shell.ts";
import { withProfiles } from "../withProfiles.ts";
import { checkRpc } from "./checkRpc.ts";
import { broken, type Finding, warn } from "./finding.ts";

/** All RPCs of all chains. */
export async function checkRpcs(shell: Shell): Promise<Finding[]> {
  let known: ChainUrls[];
  try {
    known = await listRpcs(shell);
  } catch (error) {
    return [broken("rpc", (error as Error).message, "correct PORTICO_RPC_<ID>, or portico.config.ts")];
  }
  if (known.length === 0) {
    return [
      warn("rpc", "no chain is configured: pnpm start starts a devnet", "PORTICO_RPC_ETH=https://… serves Ethereum"),
    ];
  }
  const check = async (profiles?: EndpointProfiles): Promise<Finding[]> => {
    const checks = known.flatMap(({ chain, urls }) => urls.map((url) => checkRpc(chain, url, profiles)));
    return (await Promise.all(checks)).flat();
  };
  return withProfiles(shell, check);
}

/** The configured ones, or those of the Portico running here. @throws Error that names the invalid setting. */
export async function listRpcs({ env, runFile }: Shell): Promise<ChainUrls[]> {
  const chains = readRpcUrls(await chainSettings(join(root, "portico.config.ts"), env));
  return chains.length > 0 ? chains : readRunning(runFile);
}

function readRunning(runFile: string): ChainUrls[] {
  if (!existsSync(runFile)) return [];
  const { chains = {} } = JSON.parse(readFileSync(runFile, "utf8")) as { chains?: Record<string, { rpcUrl: string }> };
  return Object.entries(chains).map(([chain, { rpcUrl }]) => ({ chain, urls: [rpcUrl] }));
}
