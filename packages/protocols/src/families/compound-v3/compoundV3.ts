import { parseAbi } from "viem";
import { cometReader } from "../../compound3/cometReader.ts";
import type { CometContracts } from "../../compound3/cometReads.ts";
import { defineFamily } from "../../family.ts";

const cometAbi = parseAbi(["function baseToken() view returns (address)", "function numAssets() view returns (uint8)"]);

export const compoundV3Family = defineFamily<CometContracts>({
  name: "compound-v3",
  roles: { comet: "required", rewards: "optional" },
  toContracts: ({ comet = [], rewards = [] }) => ({
    comets: comet,
    isFork: true,
    ...(rewards[0] !== undefined && { rewards: rewards[0] }),
  }),
  readsUntrusted: true,
  ...cometReader,

  async check({ contracts, tryRead }) {
    const answers = await Promise.all(
      (["baseToken", "numAssets"] as const).map((functionName) =>
        tryRead(contracts.comets.map((address) => ({ address, abi: cometAbi, functionName }) as const)),
      ),
    );
    const isDead = contracts.comets.every((_comet, index) => answers.some((row) => row[index] === undefined));
    return isDead ? "baseToken() or numAssets() of every Comet fails" : undefined;
  },
});
