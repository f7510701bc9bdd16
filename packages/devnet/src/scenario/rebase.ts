import { type Abi, parseAbi } from "viem";
import { encodeCall } from "../contracts/encodeCall.ts";
import { TREASURY } from "../contracts/treasury.ts";
import type { World } from "./world.ts";

const abi: Abi = parseAbi(["function rebase(uint256 epoch, int256 supplyDelta) returns (uint256)"]);
const FIRST_SUPPLY = 50_000_000n * 10n ** 9n;

/** The monetary policy of rebasing tokens: once a day, up to two per cent more or less. */
export function createRebase(world: World): () => void {
  const rebasing = world.tokens.filter(({ kind }) => kind === "rebasing");
  let epoch = 0n;
  let supply = FIRST_SUPPLY;
  return () => {
    for (const { address } of rebasing) {
      const delta = (supply * BigInt(world.random.int(-190, 210))) / 10_000n;
      epoch += 1n;
      supply += delta;
      const data = encodeCall(abi, "rebase", [epoch, delta]);
      world.writer.add({ from: TREASURY, to: address, data, gas: 100_000n, action: "rebase" });
    }
  };
}
