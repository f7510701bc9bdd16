import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { curveAbi, ptAbi, ytAbi } from "./spectraAbi.ts";

export interface SpectraContracts {
  factories: readonly Address[];
}

/** A PT, its YT, or a share of a pool of the PT. */
export interface SpectraToken {
  kind: "lp" | "pt" | "yt";
  address: Address;
  pt: Address;
  /** What the PT holds. */
  ibt: Address;
  /** Unix seconds. */
  maturity: number;
  /** Of a share. */
  pool?: Address;
}

type Reads = Pick<ReadContext<unknown>, "readOnce">;
type Link = "coins" | "getIBT" | "getPT" | "getYT" | "minter" | "token";

/** What contracts claim to be; others are omitted. `isOwnPt` decides whether a PT is genuine. */
export async function readSpectraTokens(
  reads: Reads,
  addresses: readonly Address[],
  isOwnPt: (pt: Address) => Promise<boolean>,
): Promise<SpectraToken[]> {
  const found = await Promise.all(addresses.map((address) => readToken(reads, address, isOwnPt)));
  return found.filter((token) => token !== undefined);
}

async function readToken(
  reads: Reads,
  address: Address,
  isOwnPt: (pt: Address) => Promise<boolean>,
): Promise<SpectraToken | undefined> {
  const [ibt, ptOfYt, minter] = await Promise.all([
    readLink(reads, address, "getIBT"),
    readLink(reads, address, "getPT"),
    readLink(reads, address, "minter"),
  ]);
  if (ibt !== undefined) return describe(reads, { kind: "pt", address, pt: address }, isOwnPt);
  if (ptOfYt !== undefined) return describe(reads, { kind: "yt", address, pt: ptOfYt }, isOwnPt);
  const pools = await Promise.all(
    [address, minter].map(async (pool) => pool && { pool, pt: await readLink(reads, pool, "coins", 1n) }),
  );
  const pool = pools.find((one) => one?.pt !== undefined);
  return pool?.pt && describe(reads, { kind: "lp", address, pool: pool.pool, pt: pool.pt }, isOwnPt);
}

type Claim = Omit<SpectraToken, "ibt" | "maturity">;

async function describe(
  reads: Reads,
  claim: Claim,
  isOwnPt: (pt: Address) => Promise<boolean>,
): Promise<SpectraToken | undefined> {
  const { kind, address, pt, pool } = claim;
  const [isOwn, ibt, yt, coin, share, [maturity]] = await Promise.all([
    isOwnPt(pt),
    readLink(reads, pt, "getIBT"),
    readLink(reads, pt, "getYT"),
    pool && readLink(reads, pool, "coins", 0n),
    pool && (pool === address ? address : readLink(reads, pool, "token")),
    unlessUnread<readonly bigint[]>(reads.readOnce([{ address: pt, abi: ptAbi, functionName: "maturity" }]), []),
  ]);
  if (!isOwn || ibt === undefined || maturity === undefined) return undefined;
  if (kind === "yt" && yt !== address) return undefined;
  if (kind === "lp" && (coin !== ibt || share !== address)) return undefined; // any token may name a pool as its minter
  return { ...claim, ibt, maturity: Number(maturity) };
}

const linkAbi = [...ptAbi, ...ytAbi, ...curveAbi];

async function readLink(
  { readOnce }: Reads,
  address: Address,
  functionName: Link,
  index?: bigint,
): Promise<Address | undefined> {
  const of = { address, abi: linkAbi } as const;
  const reading: Promise<readonly Address[]> =
    functionName === "coins"
      ? readOnce([{ ...of, functionName, args: [index ?? 0n] }])
      : readOnce([{ ...of, functionName }]);
  const [linked] = await unlessUnread(reading, []);
  return linked && toLower(linked);
}
