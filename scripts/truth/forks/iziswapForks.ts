import { readFileSync } from "node:fs";
import type { Address, Hex } from "@portico/evm";
import { getCreationCode } from "@portico/devnet";
import { concat, encodePacked, keccak256, numberToHex, toFunctionSelector } from "viem";
import { compileStandIn } from "./compileStandIn.ts";
import { contractAt } from "./forkContract.ts";
import { ADMIN, roleOf, type ForkScene } from "./forkScene.ts";
import { sumByToken } from "./sumByToken.ts";

interface Recorded {
  readonly state: readonly unknown[];
  readonly scales: readonly string[];
  readonly nfts: readonly Record<"account" | "fees" | "left" | "liquidities" | "paid" | "right", readonly string[]>[];
}

const home = import.meta.resolve("@portico/protocols/package.json");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the family's own test reads it too
const recorded = JSON.parse(readFileSync(new URL("src/families/iziswap/recorded.json", home), "utf8")) as Recorded;
const FEE = 3000;

/**
 * ReplayStandIn.sol, which is manager, factory and pool: results of iZiSwap's contracts. An NFT is worth what they paid
 * for it.
 */
export const iziswapForks: ForkScene = {
  family: "iziswap",
  async install(on, row) {
    const { chain, tokens, mint } = on;
    const artifact = compileStandIn("ReplayStandIn");
    const izi = contractAt(on, artifact, roleOf(row, "poolHelper"));
    await chain.install(izi.address, getCreationCode(artifact));
    const results = listResults(izi.address, tokens);
    await izi.write(ADMIN, "recordAll", [results.map(([call]) => call), results.map(([, result]) => result)]);
    for (const token of tokens) await mint(token, izi.address, 10n ** 24n);
    const ownerOf = async (tokenId: number): Promise<Hex | undefined> =>
      await chain.rpc
        .call("eth_call", [{ to: izi.address, data: encodeView("ownerOf(uint256)", [tokenId]) }, "latest"])
        .catch(() => undefined);
    const listOwners = async () => await Promise.all(recorded.nfts.map((_nft, tokenId) => ownerOf(tokenId)));
    return {
      async use(owner) {
        const tokenId = (await listOwners()).indexOf(undefined);
        await izi.write(ADMIN, "record", [encodeView("ownerOf(uint256)", [tokenId]), toWords([owner])]);
        await izi.write(ADMIN, "emitTransfer", [owner, tokenId]);
      },
      async readTruth(owner) {
        const owners = await listOwners();
        const own = recorded.nfts.filter((_nft, tokenId) => owners[tokenId] === toWords([owner]));
        return sumByToken(
          own.flatMap(({ paid, fees }) =>
            tokens.map((token, side) => [token, BigInt(paid[side]!) + BigInt(fees[side]!)] as const),
          ),
        );
      },
    };
  },
};

const toWords = (values: readonly unknown[]): Hex =>
  concat(["0x", ...values.map((value) => numberToHex(BigInt.asUintN(256, BigInt(value as string)), { size: 32 }))]);

const encodeView = (view: string, args: readonly unknown[]): Hex => concat([toFunctionSelector(view), toWords(args)]);

/** Views of all three contracts, and their results. */
function listResults(izi: Address, tokens: readonly Address[]): [call: Hex, result: Hex][] {
  const meta = [...tokens, FEE];
  const views: [view: string, args: readonly unknown[], result: readonly unknown[]][] = [
    ["factory()", [], [izi]],
    ["poolMetas(uint128)", [1n], meta],
    ["pool(address,address,uint24)", meta, [izi]],
    ["state()", [], recorded.state],
    ["feeScaleX_128()", [], [recorded.scales[0]]],
    ["feeScaleY_128()", [], [recorded.scales[1]]],
    ...recorded.nfts.flatMap(({ liquidities, left, right, account }, tokenId): typeof views => {
      const [lower, upper] = [Number(liquidities[0]), Number(liquidities[1])];
      const key = keccak256(encodePacked(["address", "int24", "int24"], [izi, lower, upper]));
      return [
        ["liquidities(uint256)", [tokenId], liquidities],
        ["points(int24)", [lower], left],
        ["points(int24)", [upper], right],
        ["liquidity(bytes32)", [key], account],
      ];
    }),
  ];
  return views.map(([view, args, result]) => [encodeView(view, args), toWords(result)]);
}
