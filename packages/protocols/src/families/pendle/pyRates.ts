import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import { oracleAbi, tokenAbi, ytAbi } from "./pendleAbi.ts";
import type { PendleContracts } from "./pendleContracts.ts";
import type { PendleToken } from "./pendleTokens.ts";

/** What PT and YT of one SY and expiry are worth. */
export interface PyRates {
  /** Amount of SY; undefined: no market is known that would value it. */
  toSy(kind: "pt" | "yt", rawAmount: bigint): bigint | undefined;
}

/** Seconds: the average that Pendle's own integrations use. Without observations as old, the last rate is used. */
const DURATIONS = [900, 0] as const;
const WHOLE = 10n ** 18n;

export const isExpired = ({ expiry }: PendleToken, { timeAt }: { timeAt: number }): boolean => expiry <= timeAt;

/** By PT. After expiry a PT redeems one unit of the asset, and a YT nothing. @param tokens - Among them the markets. */
export async function readPyRates(
  context: ReadContext<PendleContracts>,
  tokens: readonly PendleToken[],
): Promise<Map<Address, PyRates>> {
  const byPt = [...Map.groupBy(tokens, ({ pt }) => pt)];
  return new Map(
    await Promise.all(
      byPt.map(async ([pt, ofPt]) => {
        const [first] = ofPt;
        const isOver = first !== undefined && isExpired(first, context);
        const markets = ofPt.flatMap(({ kind, address }) => (kind === "market" ? [address] : []));
        return [pt, isOver ? await readExpired(context, first.yt) : await readLive(context, pt, markets)] as const;
      }),
    ),
  );
}

async function readExpired({ trySimulate }: ReadContext<unknown>, yt: Address): Promise<PyRates> {
  const [index = 0n] = await trySimulate([{ address: yt, abi: ytAbi, functionName: "pyIndexCurrent" }]);
  const toSy = (rawAmount: bigint) => (index === 0n ? undefined : (rawAmount * WHOLE) / index);
  return { toSy: (kind, rawAmount) => (kind === "yt" ? 0n : toSy(rawAmount)) };
}

/** By the market with the most PT: anybody may open another. */
async function readLive(
  context: ReadContext<PendleContracts>,
  pt: Address,
  markets: readonly Address[],
): Promise<PyRates> {
  const { oracle } = context.contracts;
  const read =
    oracle === undefined ? [] : await Promise.all(markets.map((market) => readMarket(context, oracle, pt, market)));
  const best = read.toSorted((one, other) => (one.rawDepth < other.rawDepth ? 1 : -1))[0];
  return {
    toSy(kind, rawAmount) {
      const rate = best?.[kind];
      return rate === undefined ? undefined : (rawAmount * rate) / WHOLE;
    },
  };
}

async function readMarket({ tryRead }: ReadContext<unknown>, oracle: Address, pt: Address, market: Address) {
  const readRate = (functionName: "getPtToSyRate" | "getYtToSyRate") =>
    tryRead(
      DURATIONS.map(
        (duration) => ({ address: oracle, abi: oracleAbi, functionName, args: [market, duration] }) as const,
      ),
    );
  const [ptRates, ytRates, [rawDepth = 0n]] = await Promise.all([
    readRate("getPtToSyRate"),
    readRate("getYtToSyRate"),
    tryRead([{ address: pt, abi: tokenAbi, functionName: "balanceOf", args: [market] }]),
  ]);
  return { rawDepth, pt: ptRates[0] ?? ptRates[1], yt: ytRates[0] ?? ytRates[1] };
}
