import type { Address, Hex, Rpc } from "@portico/evm";
import { untilMined } from "@portico/devnet";
import { numberToHex } from "viem";

interface AnyMethod {
  Method: string;
  Parameters: unknown[];
  ReturnType: Hex;
}

const push20 = (address: Address) => `73${address.slice(2)}`;
const call = (to: Address, value: string) => `5f5f5f5f60${value}${push20(to)}5af150`;
export const HEIR: Address = "0x00000000000000000000000000000000000000e1";
export const DIES: Address = "0x00000000000000000000000000000000000000d1";
const FAILS: Address = "0x00000000000000000000000000000000000000f1";
export const MAKES: Address = "0x00000000000000000000000000000000000000c1";
export const ROOT: Address = "0x00000000000000000000000000000000000000a1";

/**
 * Mines a transaction with all kinds of traces (nested calls, calls that fail in the middle, a creation, a
 * self-destruct), one that creates a contract, and one with a value that fails; each in its own block.
 */
export async function playTraces(rpc: Rpc, from: Address): Promise<void> {
  const request = (method: string, ...params: unknown[]): Promise<Hex> => rpc.request<AnyMethod>({ method, params });
  const send = async (to: Address | undefined, data: Hex, value: bigint): Promise<void> => {
    const transaction = { from, data, value: numberToHex(value), gas: "0x100000", ...(to === undefined ? {} : { to }) };
    await untilMined(rpc, await request("eth_sendTransaction", transaction));
  };
  await request("anvil_setCode", DIES, `0x${push20(HEIR)}ff`);
  await request("anvil_setCode", FAILS, `0x${call(HEIR, "05")}${call(DIES, "06")}5f5ffd`);
  // CREATE, with 3 wei, of a contract whose constructor sends 2 wei to HEIR
  const constructor = call(HEIR, "02");
  const length = constructor.length / 2;
  const make = `7f${constructor.padEnd(64, "0")}5f5260${length.toString(16).padStart(2, "0")}5f6003f050`;
  await request("anvil_setCode", MAKES, `0x${make}`);
  await request(
    "anvil_setCode",
    ROOT,
    `0x${call(FAILS, "07")}${call(MAKES, "08")}${call(DIES, "09")}${call(HEIR, "00")}`,
  );
  await send(ROOT, "0x", 1_000n);
  await send(undefined, `0x${call(HEIR, "04")}`, 10n);
  await send(FAILS, "0x", 100n).catch(() => undefined);
}
