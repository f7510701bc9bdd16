import { erc20Abi, ZERO_ADDRESS } from "@portico/evm";
import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../../adapter.ts";
import { toLower } from "../../toLower.ts";

/** Where strategies stake, by several names. */
const stakeNames = ["chef", "masterchef", "masterChef", "gauge", "rewardPool"] as const;
const strategyAbi = parseAbi([
  "function chef() view returns (address)",
  "function masterchef() view returns (address)",
  "function masterChef() view returns (address)",
  "function gauge() view returns (address)",
  "function rewardPool() view returns (address)",
  "function poolId() view returns (uint256)",
  "function pid() view returns (uint256)",
]);
const farmAbi = parseAbi([
  "function poolInfo(uint256 pid) view returns (address lpToken)",
  "function lpToken(uint256 pid) view returns (address)",
  "function userInfo(uint256 pid, address user) view returns (uint256 amount)",
  "function stakingToken() view returns (address)",
  "function stake() view returns (address)",
  "function balanceOf(address owner) view returns (uint256)",
]);

/**
 * What a strategy holds of the asset, itself and staked in the farm that it names: as far as the farm itself has the
 * stake of this asset, and holds it.
 */
export async function readStrategyHoldings(
  context: ReadContext<unknown>,
  strategy: Address,
  asset: Address,
): Promise<bigint> {
  const of = { address: strategy, abi: strategyAbi } as const;
  const [[own], named, ids] = await Promise.all([
    context.tryRead([{ address: asset, abi: erc20Abi, functionName: "balanceOf", args: [strategy] }]),
    context.tryRead(stakeNames.map((functionName) => ({ ...of, functionName }) as const)),
    context.tryRead((["poolId", "pid"] as const).map((functionName) => ({ ...of, functionName }) as const)),
  ]);
  const farm = named.find((address) => address !== undefined && address !== ZERO_ADDRESS);
  if (farm === undefined) return own ?? 0n;
  const stake = { farm: toLower(farm), strategy, asset, pid: ids.find((pid) => pid !== undefined) };
  return (own ?? 0n) + (await readStaked(context, stake));
}

interface Stake {
  farm: Address;
  strategy: Address;
  asset: Address;
  pid: bigint | undefined;
}

async function readStaked({ tryRead }: ReadContext<unknown>, { farm, strategy, asset, pid }: Stake): Promise<bigint> {
  const of = { address: farm, abi: farmAbi } as const;
  const [[held], [stakingToken, stake, balance], [first, second, amount]] = await Promise.all([
    tryRead([{ address: asset, abi: erc20Abi, functionName: "balanceOf", args: [farm] }]),
    tryRead([
      { ...of, functionName: "stakingToken" },
      { ...of, functionName: "stake" },
      { ...of, functionName: "balanceOf", args: [strategy] },
    ]),
    pid === undefined
      ? []
      : tryRead([
          { ...of, functionName: "poolInfo", args: [pid] },
          { ...of, functionName: "lpToken", args: [pid] },
          { ...of, functionName: "userInfo", args: [pid, strategy] },
        ]),
  ]);
  const isAsset = (token: Address | undefined): boolean => token !== undefined && toLower(token) === asset;
  const staked = isAsset(first) || isAsset(second) ? amount : isAsset(stakingToken) || isAsset(stake) ? balance : 0n;
  const rawStaked = staked ?? 0n;
  return held === undefined || rawStaked < held ? (held === undefined ? 0n : rawStaked) : held;
}
