import type { Devnet } from "@portico/devnet";
import { getChain } from "@portico/evm";
import { listTokenSources, loadTokenLists } from "@portico/indexer";
import { pino } from "pino";
import { createChainReader } from "../truth/chainReader.ts";

type TokenLists = Awaited<ReturnType<typeof loadTokenLists>>;

/** The bundled token lists, without the thousands of tokens that a devnet lacks. */
export async function loadDeployedTokens({ chains }: Devnet): Promise<TokenLists> {
  const lists = await loadTokenLists(listTokenSources(undefined) ?? [], pino({ level: "silent" }));
  const deployed = new Map<string, ReturnType<TokenLists["listFor"]>>();
  for (const [slug, { rpcUrl }] of Object.entries(chains)) {
    const tokens = lists.listFor(getChain(slug));
    const codes = await createChainReader(rpcUrl).requestMany<string>(
      tokens.map(({ address }) => ["eth_getCode", [address, "latest"]]),
    );
    deployed.set(
      slug,
      tokens.filter((_, index) => codes[index] !== "0x"),
    );
  }
  return { listFor: ({ slug }) => deployed.get(slug) ?? [], listNameOnly: (chain) => lists.listNameOnly(chain) };
}
