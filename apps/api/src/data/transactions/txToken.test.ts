import { getChain, type Address, NATIVE_TOKEN } from "@portico/evm";
import { unknownToken } from "@portico/store";
import { expect, test } from "vitest";
import { SymbolGroup } from "../tokens/symbolGroups.ts";
import { TokenEntry } from "../tokens/tokenEntry.ts";
import { toRecord } from "../tokens/tokenRecord.ts";
import { findMovedEntry, txToken } from "./txToken.ts";

test.each([
  ["celo", 18, "celo"],
  ["celo", null, "celo"],
  ["stable", 6, "0x779ded0c9e1022225f8e0630b35a9b54be713736"],
] as const)("on %s, a contract with %s decimals that shows the coin's balance is %s", (id, decimals, expected) => {
  const chain = getChain(id);
  const tokenOf = (address: Address) => {
    const known = { ...unknownToken(id, address), decimals: address === NATIVE_TOKEN ? 18 : decimals };
    return new TokenEntry({ chain, token: toRecord(known), price: undefined, group: new SymbolGroup(), generation: 0 });
  };
  const entry = findMovedEntry(chain.nativeErc20!, { chain, tokenOf });
  expect(txToken(entry, 1_500_000n)).toMatchObject(decimals === 6 ? { id: expected, amount: 1.5 } : { id: expected });
});
