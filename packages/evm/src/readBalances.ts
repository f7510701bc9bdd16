import type { Address, Hex } from "viem";
import type { Call } from "./aggregate3.ts";
import { readAtBlock } from "./pinnedBlock.ts";
import { callMany } from "./callMany.ts";
import type { PinnedOptions } from "./callMany.ts";
import { NATIVE_TOKEN } from "./nativeToken.ts";
import type { Rpc } from "./rpc.ts";

/** `token` may be NATIVE_TOKEN. */
export interface BalanceKey {
  owner: Address;
  token: Address;
}

const BALANCE_OF = "0x70a08231";
const GET_ETH_BALANCE = "0x4d2301cc";

/**
 * Reads native and ERC-20 balances at one block.
 * @returns base units in the order of the keys; null if the token has no usable `balanceOf`: unknown, not zero.
 * @throws if the node fails.
 */
export async function readBalances(
  rpc: Rpc,
  keys: readonly BalanceKey[],
  options: PinnedOptions,
): Promise<(bigint | null)[]> {
  const multicall3 = rpc.chain?.contracts?.multicall3;
  const answers = await callMany(
    rpc,
    keys.map((key) => toCall(key, multicall3?.address)),
    options,
  );
  const rawAmounts = keys.map((_, index) => toUint256(answers[index] ?? null));
  const unread = [...keys.entries()].filter(
    ([index, { token }]) => rawAmounts[index] === null && token === NATIVE_TOKEN,
  );
  await Promise.all(
    unread.map(async ([index, { owner }]) => {
      rawAmounts[index] = await readNative(rpc, owner, options);
    }),
  );
  return rawAmounts;
}

const toCall = ({ owner, token }: BalanceKey, multicall3: Address = NATIVE_TOKEN): Call =>
  token === NATIVE_TOKEN
    ? { to: multicall3, data: `${GET_ETH_BALANCE}${argument(owner)}` }
    : { to: token, data: `${BALANCE_OF}${argument(owner)}` };

const argument = (address: Address): string => address.slice(2).toLowerCase().padStart(64, "0");

const toUint256 = (data: Hex | null): bigint | null =>
  data === null || data.length < 66 ? null : BigInt(data.slice(0, 66));

/** Without Multicall3, only the node itself knows a native balance. */
async function readNative(rpc: Rpc, owner: Address, options: PinnedOptions): Promise<bigint> {
  return BigInt(
    await readAtBlock(rpc, options, (block) =>
      rpc.send<Hex>({ method: "eth_getBalance", params: [owner, block], check: checkQuantity }),
    ),
  );
}

const QUANTITY = /^0x[0-9a-f]{1,64}$/i;

function checkQuantity(answer: unknown): void {
  if (typeof answer !== "string" || !QUANTITY.test(answer)) throw new TypeError("eth_getBalance returned no number");
}
