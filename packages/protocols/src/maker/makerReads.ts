import type { Address, Hex } from "@portico/evm";
import { parseAbi } from "viem";
import type { ReadContext } from "../adapter.ts";
import { toLower } from "../toLower.ts";
import { accumulate } from "./makerMath.ts";

export interface MakerContracts {
  cdpManager: Address;
  /** Lists an owner's vaults at the manager. */
  getCdps: Address;
  vat: Address;
  jug: Address;
  ilkRegistry: Address;
  /** Names Dai. */
  daiJoin: Address;
  pot: Address;
  dsrManager: Address;
  /** Of DSProxies. */
  proxyFactory: Address;
  /** Of stakes of the governance token, and of its predecessor. */
  engines: readonly Address[];
}

export const makerAbi = parseAbi([
  "function getCdpsAsc(address manager, address owner) view returns (uint256[] ids, address[] urns, bytes32[] ilks)",
  "function list() view returns (bytes32[])",
  "function gem(bytes32 ilk) view returns (address)",
  "function join(bytes32 ilk) view returns (address)",
  "function dec(bytes32 ilk) view returns (uint256)",
  "function dai() view returns (address)",
  "function base() view returns (uint256)",
  "function pie(address owner) view returns (uint256)",
  "function pieOf(address owner) view returns (uint256)",
  "function Pie() view returns (uint256)",
  "function chi() view returns (uint256)",
  "function dsr() view returns (uint256)",
  "function rho() view returns (uint256)",
]);

/** @see https://docs.maker.com/smart-contract-modules/core-module/vat-detailed-documentation */
export const vatAbi = parseAbi([
  "function urns(bytes32 ilk, address urn) view returns (uint256 ink, uint256 art)",
  "function ilks(bytes32 ilk) view returns (uint256 Art, uint256 rate, uint256 spot, uint256 line, uint256 dust)",
  "function gem(bytes32 ilk, address urn) view returns (uint256)",
  "function dai(address urn) view returns (uint256)",
]);
const jugAbi = parseAbi(["function ilks(bytes32 ilk) view returns (uint256 duty, uint256 rho)"]);

type Context = ReadContext<MakerContracts>;

/** A kind of collateral with its terms. */
export interface Ilk {
  token: Address;
  /** Of the token: the vat counts in 18. */
  decimals: bigint;
  /** Debt of a unit of art, in rays, at the block. */
  rate: bigint;
  /** The most debt that a unit of ink secures, in rays. */
  spot: bigint;
}

/** In their order. @throws ReadError if one is not in the registry. */
export async function readIlks({ contracts, read, readOnce, timeAt }: Context, ilks: readonly Hex[]): Promise<Ilk[]> {
  if (ilks.length === 0) return [];
  const { ilkRegistry: registry, jug, vat } = contracts;
  const [gems, decimals, terms, fees, [base]] = await Promise.all([
    readOnce(ilks.map((ilk) => ({ address: registry, abi: makerAbi, functionName: "gem", args: [ilk] }) as const)),
    readOnce(ilks.map((ilk) => ({ address: registry, abi: makerAbi, functionName: "dec", args: [ilk] }) as const)),
    read(ilks.map((ilk) => ({ address: vat, abi: vatAbi, functionName: "ilks", args: [ilk] }) as const)),
    read(ilks.map((ilk) => ({ address: jug, abi: jugAbi, functionName: "ilks", args: [ilk] }) as const)),
    read([{ address: jug, abi: makerAbi, functionName: "base" }]),
  ]);
  return ilks.map((_ilk, index) => {
    const [, rate, spot] = terms[index]!;
    const [duty, rho] = fees[index]!;
    const token = toLower(gems[index]!);
    return { token, decimals: decimals[index]!, rate: accumulate(rate, base + duty, rho, timeAt), spot };
  });
}

/** Base units of the token. @param ink - Of 18 decimals. */
export const toCollateral = (ink: bigint, { decimals }: Ilk): bigint => ink / 10n ** (18n - decimals);

/** What a unit of pie is worth in Dai, in rays, at the block. */
export async function readSavingsIndex({ contracts, read, timeAt }: Context): Promise<bigint> {
  const of = { address: contracts.pot, abi: makerAbi } as const;
  const [chi, dsr, rho] = await read([
    { ...of, functionName: "chi" },
    { ...of, functionName: "dsr" },
    { ...of, functionName: "rho" },
  ]);
  return accumulate(chi, dsr, rho, timeAt);
}

export async function readDai({ contracts, readOnce }: Context): Promise<Address> {
  const [dai] = await readOnce([{ address: contracts.daiJoin, abi: makerAbi, functionName: "dai" }]);
  return toLower(dai);
}
