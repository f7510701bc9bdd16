import { unwrap } from "@portico/client";
import { askChain } from "./chainTruth.ts";
import type { RunningService } from "./runService.ts";

export interface Comparison {
  /** Owner, chain and token, asked both ways. */
  readonly compared: number;
  /** Those whose answers differ, in words. */
  readonly differences: readonly string[];
}

/** Asks service and chain for every balance of every person and token on every chain, to the last unit. */
export async function compareBalances({ pocket, client }: RunningService): Promise<Comparison> {
  const differences: string[] = [];
  let compared = 0;
  for (const [chain, { rpcUrl }] of Object.entries(pocket.chains)) {
    const truth = await askChain(rpcUrl);
    for (const id of new Set([...pocket.people, pocket.demoOwner])) {
      const tokens = await unwrap(client.GET("/v1/user/token_list", { params: { query: { id, chain_id: chain } } }));
      const answered = new Map(tokens.map((token) => [token.id === chain ? "native" : token.id, token.raw_amount]));
      const actual = await truth.balancesOf(id);
      for (const token of new Set([...answered.keys(), ...actual.keys()])) {
        const [ours, theirs] = [answered.get(token) ?? 0n, actual.get(token) ?? 0n];
        if (ours !== theirs) differences.push(`${chain} ${id} ${token}: ${ours}, the chain says ${theirs}`);
      }
      compared += truth.tokens.length + 1;
    }
  }
  return { compared, differences };
}
