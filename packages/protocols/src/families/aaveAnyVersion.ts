import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { TryRead } from "../reader.ts";
import { ReadError, unlessUnread } from "../reader.ts";
import { toLower } from "../toLower.ts";
import { coverRewards } from "./aaveRewardCover.ts";
import { aaveV2 } from "./aaveV2.ts";
import { aaveV3 } from "./aaveV3.ts";
import type { AaveReserve, AaveVersion, ReserveKey } from "./aaveVersion.ts";

const tokenAbi = parseAbi(["function getIncentivesController() view returns (address)"]);

/** V2 or V3, by the length of `getReserveData`'s response; their calls are the same, and made once. */
export const aaveAnyVersion = {
  accrued: aaveV3.accrued,
  isCapped: true,

  findReserves: (read, keys) => Promise.all(keys.map((key) => findReserve(read, key))),

  /** Of a controller with functions of its own: none. */
  async readRewards(reads, request) {
    const found = await Promise.all(
      [aaveV3, aaveV2].map((version) => unlessUnread(version.readRewards(reads, request), undefined)),
    );
    return coverRewards(reads, request.incentives, found.find((rewards) => rewards !== undefined) ?? []);
  },

  /** Earlier tokens of V2 have none. */
  async findIncentives({ readOnce }, tokens) {
    const found = await Promise.all(
      tokens.map((address) =>
        unlessUnread<readonly Address[]>(
          readOnce([{ address, abi: tokenAbi, functionName: "getIncentivesController" }]),
          [],
        ),
      ),
    );
    return found.map(([address]) => (address === undefined || address === ZERO_ADDRESS ? undefined : toLower(address)));
  },
} satisfies AaveVersion;

async function findReserve(read: TryRead, key: ReserveKey): Promise<AaveReserve | undefined> {
  const [newer, older] = await Promise.all([
    unlessUnread(aaveV3.findReserves(read, [key]), []),
    unlessUnread(aaveV2.findReserves(read, [key]), []),
  ]);
  if (newer.length + older.length === 0) throw new ReadError(`getReserveData of ${key.pool} fails`);
  return newer[0] ?? older[0];
}
