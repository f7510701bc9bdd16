import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { ReadError } from "../reader.ts";
import { toLower } from "../toLower.ts";
import type { Chef, Farm } from "./chef.ts";

/** Of each the first word, which is the staked token. */
const poolAbi = parseAbi([
  "function lpToken(uint256 pid) view returns (address)",
  "function poolInfo(uint256 pid) view returns (address lpToken)",
  "function poolToken(uint256 pid) view returns (address)",
  "function getPoolInfo(uint256 pid) view returns (address lpToken)",
  "function poolSettingInfo(uint256 pid) view returns (address lpToken)",
]);
type PoolView = (typeof poolAbi)[number]["name"];

/** The first word of `poolInfo` may be a number, a total or a time, if another view names the token. */
const POOL_VIEWS: readonly PoolView[] = ["lpToken", "poolToken", "getPoolInfo", "poolSettingInfo", "poolInfo"];
const LARGEST_NUMBER = 2n ** 96n;

/** What was found of a chef by trying names: it does not change. */
const views = new WeakMap<Chef, PoolView>();

/** The staked token of a chef's pool. @throws ReadError if no known view returns one. */
export async function readStakedToken(context: ReadContext<unknown>, { chef, pid }: Farm): Promise<Address> {
  const viewOf = (functionName: PoolView) =>
    ({ address: chef.address, abi: poolAbi, functionName, args: [pid] }) as const;
  const view = chef.generation === undefined ? views.get(chef) : chef.generation === 1 ? "poolInfo" : "lpToken";
  if (view !== undefined) {
    const [token] = await context.read([viewOf(view)]);
    return toLower(token);
  }
  const tokens = await context.tryRead(POOL_VIEWS.map(viewOf));
  const index = tokens.findIndex((token) => token !== undefined && BigInt(token) > LARGEST_NUMBER);
  const [token, found] = [tokens[index], POOL_VIEWS[index]];
  if (token === undefined || found === undefined) throw new ReadError(`Pool ${pid} of ${chef.address} has no token`);
  views.set(chef, found);
  return toLower(token);
}
