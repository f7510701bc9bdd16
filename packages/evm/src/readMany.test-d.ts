import { expectTypeOf, test } from "vitest";
import { erc20Abi } from "./abis.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import { readMany } from "./readMany.ts";
import type { Rpc } from "./rpc.ts";

declare const rpc: Rpc;

test("a result is typed by its ABI", () => {
  const results = readMany(
    rpc,
    [
      { abi: erc20Abi, address: NATIVE_TOKEN, functionName: "balanceOf", args: [NATIVE_TOKEN] },
      { abi: erc20Abi, address: NATIVE_TOKEN, functionName: "decimals" },
    ],
    { blockNumber: 1n },
  );
  expectTypeOf(
    results.then(([balance]) => (balance.status === "success" ? balance.result : 0n)),
  ).resolves.toEqualTypeOf<bigint>();
  expectTypeOf(
    results.then(([, decimals]) => (decimals.status === "success" ? decimals.result : 0)),
  ).resolves.toEqualTypeOf<number>();
});
