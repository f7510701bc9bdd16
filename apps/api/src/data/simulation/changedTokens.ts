import { readTokenMetadata, type Address, type BalanceChanges, type Chain, type Rpc } from "@portico/evm";
import { unknownToken } from "@portico/store";
import { createHolding, type Holding } from "../portfolio/holdings.ts";
import { SymbolGroups } from "../tokens/symbolGroups.ts";
import { TokenEntry } from "../tokens/tokenEntry.ts";
import { toRecord } from "../tokens/tokenRecord.ts";
import type { TokenTable } from "../tokens/tokenTable.ts";

export interface TokenSource {
  readonly tokens: TokenTable;
  readonly rpc: Rpc;
  readonly chain: Chain;
  readonly blockNumber: bigint;
}

/** Tokens with an increased and a decreased balance, each with its change, the most valuable first. */
export interface ChangedTokens {
  readonly sent: Holding[];
  readonly received: Holding[];
}

export async function listChangedTokens(
  source: TokenSource,
  changes: BalanceChanges["tokens"],
): Promise<ChangedTokens> {
  const entries = await findEntries(
    source,
    changes.map(({ token }) => token),
  );
  const listOf = (sign: 1n | -1n): Holding[] =>
    changes
      .flatMap(({ token, rawAmount }) =>
        rawAmount * sign > 0n ? [createHolding(entries.get(token)!, rawAmount * sign)] : [],
      )
      .toSorted((a, b) => b.usdValue - a.usdValue);
  return { sent: listOf(-1n), received: listOf(1n) };
}

/** Metadata of tokens; for unknown ones read from the contract. */
async function findEntries(source: TokenSource, addresses: readonly Address[]): Promise<Map<Address, TokenEntry>> {
  const { tokens, chain, rpc, blockNumber } = source;
  const isKnown = (address: Address) => (tokens.find(chain.slug, address)?.token.decimals ?? null) !== null;
  const missing = addresses.filter((address) => !isKnown(address));
  if (missing.length > 0) await tokens.refresh({ chain: chain.slug, addresses: missing });
  const unknown = missing.filter((address) => !isKnown(address));
  const metadata = await readTokenMetadata(rpc, unknown, { blockNumber });
  const met = unknown.map((address, index): [Address, TokenEntry] => {
    const token = toRecord({ ...unknownToken(chain.slug, address), ...metadata[index] });
    const group = new SymbolGroups().add(token);
    return [address, new TokenEntry({ chain, token, price: undefined, group, generation: 0 })];
  });
  const known = addresses.flatMap((address): [Address, TokenEntry][] => {
    const entry = tokens.find(chain.slug, address);
    return entry === undefined ? [] : [[address, entry]];
  });
  return new Map([...known, ...met]);
}
