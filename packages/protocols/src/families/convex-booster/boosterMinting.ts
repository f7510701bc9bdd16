import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import type { Amount } from "../../position.ts";
import { toLower } from "../../toLower.ts";
import { boosterAbi } from "./boosterContracts.ts";
import type { BoosterContracts } from "./boosterContracts.ts";

const mintedAbi = parseAbi([
  "function totalSupply() view returns (uint256)",
  "function totalCliffs() view returns (uint256)",
  "function reductionPerCliff() view returns (uint256)",
  "function maxSupply() view returns (uint256)",
  "function EMISSIONS_MAX_SUPPLY() view returns (uint256)",
  "function INIT_MINT_AMOUNT() view returns (uint256)",
]);

interface Cliffs {
  /** Minted by rewards so far. */
  rawMinted: bigint;
  rawMax: bigint;
  totalCliffs: bigint;
  reductionPerCliff: bigint;
}

/** The share falls with every cliff. @see "ConvexToken.mint, AuraToken.mint" */
function countMinted(
  rawEarned: bigint,
  { rawMinted, rawMax, totalCliffs, reductionPerCliff }: Cliffs,
  minting: "aura" | "convex",
): bigint {
  const cliff = rawMinted / reductionPerCliff;
  if (cliff >= totalCliffs) return 0n;
  const left = totalCliffs - cliff;
  const reduction = minting === "convex" ? left : (left * 5n) / 2n + 700n;
  return min((rawEarned * reduction) / totalCliffs, rawMax - rawMinted);
}

const FULL_MULTIPLIER = 10_000n;

/** What a booster mints when a reward pool pays a reward. */
export async function readMinted(
  { contracts: { minting }, read, readOnce, tryRead }: ReadContext<BoosterContracts>,
  { booster, pool, rawEarned }: { booster: Address; pool: Address; rawEarned: bigint },
): Promise<Amount[]> {
  if (minting === undefined || rawEarned === 0n) return [];
  const [minter] = await readOnce([{ address: booster, abi: boosterAbi, functionName: "minter" }]);
  const token = toLower(minter);
  const of = { address: token, abi: mintedAbi } as const;
  const [[rawSupply], [totalCliffs, reductionPerCliff], [rawMax, rawInitial = 0n], [multiplier]] = await Promise.all([
    read([{ ...of, functionName: "totalSupply" }]),
    readOnce([
      { ...of, functionName: "totalCliffs" },
      { ...of, functionName: "reductionPerCliff" },
    ]),
    minting === "convex"
      ? readOnce([{ ...of, functionName: "maxSupply" }])
      : readOnce([
          { ...of, functionName: "EMISSIONS_MAX_SUPPLY" },
          { ...of, functionName: "INIT_MINT_AMOUNT" },
        ]),
    minting === "convex"
      ? []
      : tryRead([{ address: booster, abi: boosterAbi, functionName: "getRewardMultipliers", args: [pool] }]),
  ]);
  const counted = (rawEarned * (multiplier ?? FULL_MULTIPLIER)) / FULL_MULTIPLIER;
  const cliffs = { rawMinted: rawSupply - rawInitial, rawMax, totalCliffs, reductionPerCliff };
  return [{ token, rawAmount: countMinted(counted, cliffs, minting) }];
}
