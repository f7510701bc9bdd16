import { parseAbi } from "viem";
import { defineFamily } from "../../family.ts";
import { morphoReader } from "../../morphoblue/morphoReader.ts";
import type { MorphoContracts } from "../../morphoblue/morphoReads.ts";

const morphoAbi = parseAbi(["function isLltvEnabled(uint256 lltv) view returns (bool)"]);

export const morphoBlueFamily = defineFamily<MorphoContracts>({
  name: "morpho-blue",
  roles: { morpho: "required" },
  perAddress: "morpho",
  toContracts: ({ morpho = [] }) => ({ morpho: morpho[0]!, isFork: true }),
  ...morphoReader,

  async check({ contracts, tryRead }) {
    const call = { address: contracts.morpho, abi: morphoAbi, functionName: "isLltvEnabled", args: [0n] } as const;
    const [answer] = await tryRead([call]);
    return answer === undefined ? "isLltvEnabled() fails" : undefined;
  },
});
