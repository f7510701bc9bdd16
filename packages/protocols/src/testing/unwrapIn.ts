import type { Address } from "@portico/evm";
import type { Adapter, Identity, ReadContext } from "../adapter.ts";
import type { Deployed } from "../deployed.ts";
import type { Position } from "../position.ts";
import { unwrapPositions } from "../unwrapPositions.ts";
import type { Lab } from "./lab.ts";
import { openLab } from "./openLab.ts";

/** An adapter, with its contracts, that identifies receipts. */
export type Unwrapper = readonly [adapter: unknown, contracts: unknown];

/** Positions as the API shows them, with the receipts that these adapters identify in a lab on Ethereum. */
export async function unwrapIn(
  lab: Lab,
  unwrappers: readonly Unwrapper[],
  positions: readonly Position[],
): Promise<readonly Position[]> {
  const context = await openLab(lab, undefined);
  const open = (contracts: unknown) => ({ ...context, contracts });
  const logs = await lab.client.request({ method: "eth_getLogs", params: [{ fromBlock: "0x0", toBlock: "latest" }] });
  const candidates = [...new Set(logs.map(({ address }) => address.toLowerCase() as Address))];
  const receipts = new Map<Address, Deployed>();
  for (const [given, contracts] of unwrappers) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- adapters of any contracts
    const adapter = given as Adapter;
    const deployed = { id: adapter.id, chain: "eth", adapter, contracts, signals: {}, addresses: new Set<Address>() };
    for (const token of await listReceipts(adapter, open(contracts), candidates)) receipts.set(token, deployed);
  }
  return unwrapPositions(positions, {
    findProtocol: (token) => receipts.get(token),
    open: ({ contracts }) => open(contracts),
  });
}

async function listReceipts(adapter: Adapter, context: ReadContext<unknown>, candidates: readonly Address[]) {
  const forks = await adapter.identifyForks?.({ ...context, contracts: [context.contracts] }, candidates);
  if (forks !== undefined)
    return [...forks].flatMap(([token, { identity }]) => (identity === "receipt" ? [token] : []));
  const found = (await adapter.identify?.(context, candidates)) ?? new Map<Address, Identity>();
  return [...found].flatMap(([token, identity]) => (identity === "receipt" ? [token] : []));
}
