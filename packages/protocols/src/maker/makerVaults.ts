import { max } from "@portico/evm";
import type { Address, Hex } from "@portico/evm";
import { parseAbi } from "viem";
import type { OwnerContext } from "../adapter.ts";
import { makerAbi, readIlks, vatAbi } from "./makerReads.ts";
import type { MakerContracts } from "./makerReads.ts";

/** @see https://github.com/makerdao/dss-cdp-manager/blob/master/src/DssCdpManager.sol */
const managerAbi = parseAbi([
  "function count(address owner) view returns (uint256)",
  "function first(address owner) view returns (uint256)",
  "function last(address owner) view returns (uint256)",
  "function list(uint256 id) view returns (uint256 previous, uint256 next)",
  "function urns(uint256 id) view returns (address)",
  "function ilks(uint256 id) view returns (bytes32)",
]);

export interface Vault {
  id: bigint;
  urn: Address;
  ilk: Hex;
}

interface Vaults {
  vaults: Vault[];
  /** How many others the owner has; they may be empty. */
  omitted: number;
}

type Context = OwnerContext<MakerContracts>;

/** Up to this many vaults are read in full, and no more are shown. */
const MAX_VAULTS = 1_000;
/** Vaults of which collateral and debt are compared: one call each. */
const MAX_COMPARED = 10_000;
/** Of a list that is too long for one call, from each of its ends: one request each. */
const MAX_STEPS = 25;

/**
 * An owner's vaults, or those that matter most: anybody can open vaults for others, and give vaults away, and then they
 * are the last of the list.
 */
export async function listVaults(context: Context): Promise<Vaults> {
  const { contracts, owner, tryRead } = context;
  const { cdpManager, getCdps } = contracts;
  const [listed] = await tryRead([
    { address: getCdps, abi: makerAbi, functionName: "getCdpsAsc", args: [cdpManager, owner] },
  ]);
  if (listed === undefined) return walkVaults(context);
  const [ids, urns, kinds] = listed;
  const vaults = ids.map((id, index) => ({ id, urn: urns[index]!, ilk: kinds[index]! }));
  const taken = vaults.length <= MAX_VAULTS ? vaults : await takeLargest(context, vaults.slice(0, MAX_COMPARED));
  return { vaults: taken, omitted: vaults.length - taken.length };
}

/** By what the vat itself lends on the collateral, or the debt if that is more; empty ones last, in their order. */
async function takeLargest(context: Context, vaults: readonly Vault[]): Promise<Vault[]> {
  const { contracts, read } = context;
  const states = await read(
    vaults.map(
      ({ ilk, urn }) => ({ address: contracts.vat, abi: vatAbi, functionName: "urns", args: [ilk, urn] }) as const,
    ),
  );
  const used = vaults.filter((_vault, index) => states[index]!.some((part) => part > 0n));
  const kinds = [...new Set(used.map(({ ilk }) => ilk))]; // anybody can open vaults of a kind that doesn't exist
  const terms = new Map((await readIlks(context, kinds)).map((ilk, index) => [kinds[index]!, ilk]));
  const sized = vaults.map((vault, index) => {
    const [ink, art] = states[index]!;
    const ilk = terms.get(vault.ilk);
    return { vault, size: ilk === undefined ? 0n : max(ink * ilk.spot, art * ilk.rate) };
  });
  return sized
    .toSorted((one, other) => Number(other.size - one.size))
    .slice(0, MAX_VAULTS)
    .map(({ vault }) => vault);
}

/** Both ends of a list that the lister can't return in one call. @throws ReadError if the manager fails, too. */
async function walkVaults({ contracts, owner, read }: Context): Promise<Vaults> {
  const of = { address: contracts.cdpManager, abi: managerAbi } as const;
  const [count, first, last] = await read([
    { ...of, functionName: "count", args: [owner] },
    { ...of, functionName: "first", args: [owner] },
    { ...of, functionName: "last", args: [owner] },
  ]);
  const walk = async (start: bigint, side: 0 | 1): Promise<bigint[]> => {
    const passed: bigint[] = [];
    for (let id = start; id !== 0n && passed.length < MAX_STEPS;) {
      passed.push(id);
      const [neighbours] = await read([{ ...of, functionName: "list", args: [id] }]);
      id = neighbours[side];
    }
    return passed;
  };
  const [early, late] = await Promise.all([walk(first, 1), walk(last, 0)]);
  const ids = [...new Set([...early, ...late])];
  const [urns, kinds] = await Promise.all([
    read(ids.map((id) => ({ ...of, functionName: "urns", args: [id] }) as const)),
    read(ids.map((id) => ({ ...of, functionName: "ilks", args: [id] }) as const)),
  ]);
  const vaults = ids.map((id, index) => ({ id, urn: urns[index]!, ilk: kinds[index]! }));
  return { vaults, omitted: Number(count) - vaults.length };
}
