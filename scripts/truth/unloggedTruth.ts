import { nonstandardTokens } from "@portico/devnet";
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  zeroAddress,
} from "viem";
import type { ChainReader } from "./chainReader.ts";
import type { PastMove, PastTransaction } from "./historyTruth.ts";

/** Tokens whose balances don't follow their logs: one returns the same balance always, the other moves thousandths. */
const UNFAITHFUL = new Set<string>(
  nonstandardTokens
    .filter(({ kind }) => kind === "lies" || kind === "proxy")
    .map(({ address }) => address.toLowerCase()),
);

/**
 * By transaction hash: what an owner received or sent of an unfaithful token beyond its logs, as the difference of the
 * balances that the node returns. Only where one transaction of a block moved the token of the owner.
 */
export async function readUnlogged(
  reader: ChainReader,
  transactions: readonly PastTransaction[],
): Promise<ReadonlyMap<Hex, PastMove[]>> {
  const touches = transactions.flatMap((transaction) => {
    const moves = transaction.moves.filter(({ asset }) => UNFAITHFUL.has(asset));
    const keys = moves.flatMap(({ from, to, asset }) => [`${from} ${asset}`, `${to} ${asset}`]);
    return [...new Set(keys)].map((key) => {
      const [owner, token] = key.split(" ") as [Address, Address];
      return { transaction, owner, token };
    });
  });
  const ofBlock = Map.groupBy(touches, ({ transaction, owner, token }) => `${transaction.block} ${owner} ${token}`);
  const alone = [...ofBlock.values()].filter(({ length }) => length === 1).flat();
  const found = await Promise.all(
    alone.map(async ({ transaction, owner, token }) => {
      const { block, hash, moves } = transaction;
      const read = async (at: number): Promise<bigint> => {
        const call = {
          to: token,
          data: encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [owner] }),
        };
        const [data = "0x"] = await reader.callMany([call], { block: numberToHex(at) });
        return data === "0x" ? 0n : decodeFunctionResult({ abi: erc20Abi, functionName: "balanceOf", data });
      };
      const [before, after] = await Promise.all([read(block - 1), read(block)]);
      const sum = (side: "from" | "to"): bigint =>
        moves.reduce((all, move) => all + (move.asset === token && move[side] === owner ? move.rawAmount : 0n), 0n);
      const rawAmount = after - before - sum("to") + sum("from");
      const sides = rawAmount > 0n ? { from: zeroAddress, to: owner } : { from: owner, to: zeroAddress };
      return { hash, move: { ...sides, asset: token, rawAmount: rawAmount > 0n ? rawAmount : -rawAmount } };
    }),
  );
  const real = found.filter(({ move }) => move.rawAmount !== 0n);
  return new Map([...Map.groupBy(real, ({ hash }) => hash)].map(([hash, all]) => [hash, all.map(({ move }) => move)]));
}
