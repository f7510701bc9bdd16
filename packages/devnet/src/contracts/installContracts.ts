import { type Hex, numberToHex } from "viem";
import type { Rpc } from "../anvil/rpc.ts";
import type { DevnetChain } from "../chains.ts";
import type { ChainWriter } from "../scenario/chainWriter.ts";
import type { Created } from "./contractSet.ts";
import { listContractSets } from "./contractSets.ts";
import { TREASURY } from "./treasury.ts";

const CONSTRUCTOR_GAS = 15_000_000n;
const SET_UP_GAS = 6_000_000n;
/** A contract's next creation gets the address of its first creation on mainnet. */
const FIRST_NONCE = "0x1";

/**
 * Deploys every contract set to its addresses and sets it up.
 * A contract's creation code is put at the address itself and run there, so that storage, immutables and address(this)
 * are
 * right; its result, the runtime code, then replaces it.
 */
export async function installContracts(chain: DevnetChain, rpc: Rpc, writer: ChainWriter): Promise<void> {
  const sets = listContractSets(chain);
  const placements = sets.flatMap((set) => set.listPlacements(chain));
  await writer.mine(); // calls on anvil's genesis block see time 0
  await runConstructors(
    rpc,
    writer,
    placements.filter((placement) => "creation" in placement),
  );
  const ready = placements.filter((placement) => "runtime" in placement);
  await rpc.batch(ready.map(({ address, runtime }) => ["anvil_setCode", [address, runtime]]));
  for (const set of sets) {
    writer.action = `set up ${set.id}`;
    await runConstructors(rpc, writer, set.listLatePlacements?.(chain) ?? []);
    const calls = set.listSetUpCalls?.(chain) ?? [];
    for (const call of calls) writer.add({ gas: SET_UP_GAS, ...call, from: TREASURY });
    if (calls.length === 0) continue;
    await writer.mine();
    await checkReceipts(rpc, set.id);
  }
}

async function runConstructors(rpc: Rpc, writer: ChainWriter, placements: readonly Created[]): Promise<void> {
  if (placements.length === 0) return;
  await rpc.batch(placements.map(({ address, creation }) => ["anvil_setCode", [address, creation]]));
  await rpc.batch(placements.map(({ address }) => ["anvil_setNonce", [address, FIRST_NONCE]])); // EIP-161
  const gas = numberToHex(CONSTRUCTOR_GAS);
  const codes = await rpc.batch(
    placements.map(({ address }) => ["eth_call", [{ from: TREASURY, to: address, gas }, "latest"]]),
  );
  for (const { address } of placements)
    writer.add({ from: TREASURY, to: address, gas: CONSTRUCTOR_GAS, action: "run a constructor" });
  await writer.mine();
  await rpc.batch(placements.map(({ address }, index) => ["anvil_setCode", [address, codes[index]]]));
}

/** A partially failed set-up would give a wrong devnet, so it ends the start. */
async function checkReceipts(rpc: Rpc, id: string): Promise<void> {
  const receipts = await rpc.call<{ status: Hex; to: Hex; transactionIndex: Hex }[]>("eth_getBlockReceipts", [
    "latest",
  ]);
  const failed = receipts.find(({ status }) => status !== "0x1");
  if (failed === undefined) return;
  throw new Error(`Set-up of ${id}: call ${Number(failed.transactionIndex)}, to ${failed.to}, reverted`);
}
