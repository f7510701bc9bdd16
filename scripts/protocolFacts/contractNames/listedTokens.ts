import { join } from "node:path";
import { chains, coinIds, findCoin, listAaveTokens } from "@portico/evm";
import { findChainIn } from "./chainNames.ts";
import { EXPLORERS } from "./explorers.ts";
import { listFileAddresses, listFiles } from "./files.ts";

/** Tokens that many protocols hold, by chain and address: `eth 0x…`. */
export function readListedTokens(root: string): ReadonlySet<string> {
  const labelled = [...listFiles(join(root, "eth-labels"), /^data\/\w+\/[\w-]+\/tokens\.json$/)].flatMap(
    ({ path, text }) => {
      const chain = EXPLORERS[path.split("/")[1] ?? ""] ?? "";
      return (JSON.parse(text) as { address?: string; contractAddress?: string }[]).map(
        ({ address, contractAddress }) => `${chain} ${(address ?? contractAddress ?? "").toLowerCase()}`,
      );
    },
  );
  const core = [...listFiles(join(root, "defillama-adapters"), /^projects\/helper\/coreAssets\.json$/)];
  const assets = core.flatMap(listFileAddresses).map(({ address, path }) => `${findChainIn(path) ?? ""} ${address}`);
  return new Set([...labelled, ...assets]);
}

/** Assets: the tokens of coins, and what is deposited in Aave. */
export const listAssets = (): ReadonlySet<string> =>
  new Set([
    ...coinIds.flatMap((id) =>
      [...(findCoin(id)?.tokens ?? [])].flatMap(([chain, tokens]) => tokens.map((token) => `${chain} ${token}`)),
    ),
    ...chains.flatMap(({ slug }) => listAaveTokens(slug).map(({ underlying }) => `${slug} ${underlying}`)),
  ]);
