import { unwrap } from "@portico/client";
import { getPairAddress, listPools, STAKING_REWARDS } from "@portico/devnet";
import { type Address, createPublicClient, erc20Abi, http, zeroAddress } from "viem";
import { type Comparison, createCollector } from "./comparison.ts";
import type { RunningService } from "./runService.ts";

/**
 * Uniswap V2's depositors on Ethereum: each one's value is its part of the pairs' deposits by `balanceOf` and `totalSupply`,
 * and all of them together hold everything but what was burnt or is staked with the protocol, so nobody is missing.
 */
export async function compareProtocolHolders({ client, devnet }: RunningService): Promise<Comparison> {
  const { compare, compareNear, finish } = createCollector();
  const reader = createPublicClient({ transport: http(devnet.chains.eth?.rpcUrl) });
  const holders = await unwrap(client.GET("/v1/protocol/top_holders", { params: { query: { id: "uniswap2" } } }));
  const valueOf = new Map(holders);
  const owners = new Set([...valueOf.keys(), ...devnet.users.map((user) => user.toLowerCase())]) as Set<Address>;
  const expected = new Map<Address, number>([...owners].map((owner) => [owner, 0]));
  let all = 0;
  for (const pool of listPools("eth", "v2")) {
    const address = getPairAddress("eth", pool);
    const query = { chain_id: "eth", id: address };
    const { data: read, response } = await client.GET("/v1/pool", { params: { query } });
    compare(`status of ${address}`, response.status, 200); // before the first read it is unknown
    if (read === undefined) continue;
    const deposits = read.stats.deposit_usd_value;
    const blockNumber = BigInt(/block=(\d+)/.exec(response.headers.get("portico-chains") ?? "")![1]!);
    const pair = { address, abi: erc20Abi } as const;
    const supply = await reader.readContract({ ...pair, functionName: "totalSupply", blockNumber });
    const partOf = async (owner: Address): Promise<number> => {
      const share = await reader.readContract({ ...pair, functionName: "balanceOf", args: [owner] });
      return (Number(share) / Number(supply)) * deposits;
    };
    for (const owner of owners) expected.set(owner, expected.get(owner)! + (await partOf(owner)));
    all += deposits;
    for (const owner of [zeroAddress, address, STAKING_REWARDS]) all -= await partOf(owner);
  }
  for (const [owner, usd] of expected) compareNear(`deposits of ${owner}`, valueOf.get(owner) ?? 0, usd);
  compareNear(
    "all deposits",
    [...valueOf.values()].reduce((total, usd) => total + usd, 0),
    all,
  );
  return finish();
}
