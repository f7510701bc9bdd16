import { ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ForkIdentity, Identity, ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";
import { indexForks } from "../indexForks.ts";
import { boosterAbi } from "./boosterContracts.ts";
import type { BoosterContracts } from "./boosterContracts.ts";

const claimAbi = parseAbi([
  "function operator() view returns (address)",
  "function pid() view returns (uint256)",
  "function decimals() view returns (uint8)",
]);

/** Reward pools of a booster's pools, and the tokens that they stake: both name the booster, which names them. */
export async function identifyBooster(
  context: ReadContext<readonly BoosterContracts[]>,
  candidates: readonly Address[],
): Promise<Map<Address, ForkIdentity>> {
  const forks = indexForks(context.contracts, ({ boosters }) => boosters);
  const claims = await context.tryRead(
    candidates.map((address) => ({ address, abi: claimAbi, functionName: "operator" }) as const),
  );
  const found = await Promise.all(
    candidates.map(async (address, index): Promise<[Address, ForkIdentity][]> => {
      const booster = toLower(claims[index] ?? ZERO_ADDRESS);
      const fork = forks.get(booster);
      const identity = fork === undefined ? undefined : await identifyAt(context, booster, address);
      return fork === undefined || identity === undefined ? [] : [[address, { fork, identity }]];
    }),
  );
  return new Map(found.flat());
}

/** Aura's reward pools are tokens, Convex' are not. */
async function identifyAt(
  context: ReadContext<unknown>,
  booster: Address,
  address: Address,
): Promise<Identity | undefined> {
  const of = { address, abi: claimAbi } as const;
  const [pid, decimals] = await context.tryRead([
    { ...of, functionName: "pid" },
    { ...of, functionName: "decimals" },
  ]);
  const identity = decimals === undefined ? "place" : "receipt";
  const at = { address: booster, abi: boosterAbi } as const;
  const [info, own] = await Promise.all([
    pid === undefined ? [] : context.tryRead([{ ...at, functionName: "poolInfo", args: [pid] }]),
    context.tryRead([
      { ...at, functionName: "lockRewards" },
      { ...at, functionName: "stakerRewards" },
    ]),
  ]);
  if ([info[0]?.[3], ...own].some((pool) => toLower(pool ?? ZERO_ADDRESS) === address)) return identity;
  return pid === undefined && (await isStakedToken(context, booster, address)) ? identity : undefined;
}

/** It has no number, so all pools are read; they don't change. */
async function isStakedToken({ read, readOnce }: ReadContext<unknown>, booster: Address, address: Address) {
  const of = { address: booster, abi: boosterAbi } as const;
  const [length] = await read([{ ...of, functionName: "poolLength" }]);
  const pools = await readOnce(
    Array.from(
      { length: Number(length) },
      (_, pid) => ({ ...of, functionName: "poolInfo", args: [BigInt(pid)] }) as const,
    ),
  );
  return pools.some(([, token]) => toLower(token) === address);
}
