import type { Address } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { ReadError } from "../reader.ts";
import { toLower } from "../toLower.ts";
import type { Farm } from "./chef.ts";

const poolAbi = parseAbi([
  "function poolInfo(uint256 pid) view returns (address lpToken)",
  "function lpToken(uint256 pid) view returns (address)",
]);

/** First words of `poolInfo` up to this are numbers, not addresses: a total, a time. */
const LARGEST_NUMBER = 2n ** 96n;

/** The staked token of a chef's pool. @throws ReadError if no known view returns one. */
export async function readStakedToken(context: ReadContext<unknown>, { chef, pid }: Farm): Promise<Address> {
  const viewOf = (functionName: "lpToken" | "poolInfo") =>
    ({ address: chef.address, abi: poolAbi, functionName, args: [pid] }) as const;
  if (chef.generation !== undefined) {
    const [token] = await context.read([viewOf(chef.generation === 1 ? "poolInfo" : "lpToken")]);
    return toLower(token);
  }
  const [second, first] = await context.tryRead([viewOf("lpToken"), viewOf("poolInfo")]);
  const token = second ?? first ?? "0x0";
  if (BigInt(token) <= LARGEST_NUMBER) throw new ReadError(`Pool ${pid} of ${chef.address} has no token`);
  return toLower(token);
}
