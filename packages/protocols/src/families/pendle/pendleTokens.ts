import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { toLower } from "../../toLower.ts";
import { tokenAbi } from "./pendleAbi.ts";

/**
 * SY wraps a yield-bearing token. PT: a unit of its asset at expiry. YT: the yield until then. A market's token: shares of
 * its SY and PT.
 */
export interface PendleToken {
  kind: "market" | "pt" | "yt";
  address: Address;
  sy: Address;
  pt: Address;
  yt: Address;
  /** Unix seconds. */
  expiry: number;
}

type Reads = Pick<ReadContext<unknown>, "readOnce">;

/** What identified tokens are; others are omitted. */
export async function readPendleTokens(reads: Reads, addresses: readonly Address[]): Promise<PendleToken[]> {
  const found = await Promise.all(addresses.map((address) => readPendleToken(reads, address)));
  return found.filter((token) => token !== undefined);
}

async function readPendleToken(reads: Reads, address: Address): Promise<PendleToken | undefined> {
  const of = { address, abi: tokenAbi } as const;
  const link = async (functionName: "PT" | "SY" | "YT") => {
    const [linked] = await unlessUnread<readonly Address[]>(reads.readOnce([{ ...of, functionName }]), []);
    return linked && toLower(linked);
  };
  const [tokens, expiry, sy, pt, yt] = await Promise.all([
    unlessUnread(reads.readOnce([{ ...of, functionName: "readTokens" }]), undefined),
    unlessUnread(reads.readOnce([{ ...of, functionName: "expiry" }]), undefined),
    link("SY"),
    link("PT"),
    link("YT"),
  ]);
  if (expiry === undefined) return undefined;
  const at = { address, expiry: Number(expiry[0]) };
  if (tokens !== undefined) {
    const [marketSy, marketPt, marketYt] = tokens[0];
    return { kind: "market", ...at, sy: toLower(marketSy), pt: toLower(marketPt), yt: toLower(marketYt) };
  }
  if (sy === undefined) return undefined;
  if (yt !== undefined) return { kind: "pt", ...at, sy, pt: address, yt };
  return pt === undefined ? undefined : { kind: "yt", ...at, sy, pt, yt: address };
}
