import { min } from "@portico/evm";
import type { Address } from "@portico/evm";
import type { ReadContext } from "../../adapter.ts";
import { unlessUnread } from "../../reader.ts";
import { curveAbi, curveNgAbi, ptAbi, tokenAbi } from "./spectraAbi.ts";

type Context = ReadContext<unknown>;

const WHOLE = 10n ** 18n;

/**
 * The IBT that an amount of PT redeems, at most its share of what the PT holds.
 * @throws ReadError if the PT is paused.
 */
export async function readPtValue({ read }: Context, pt: Address, ibt: Address, rawAmount: bigint): Promise<bigint> {
  if (rawAmount === 0n) return 0n;
  const [redeemed, total, held] = await read([
    { address: pt, abi: ptAbi, functionName: "previewRedeemForIBT", args: [rawAmount] },
    { address: pt, abi: tokenAbi, functionName: "totalSupply" },
    { address: ibt, abi: tokenAbi, functionName: "balanceOf", args: [pt] },
  ]);
  const part = min(rawAmount, total); // anybody may deploy a PT, which may report less than one owner's
  return total === 0n ? 0n : min(redeemed, (held * part) / total);
}

export interface SpectraReserves {
  rawIbt: bigint;
  rawPt: bigint;
  rawShares: bigint;
  /** Of PT, in 1e-18 IBT; undefined: the pool does not report it. */
  price: bigint | undefined;
}

/** What a pool reports, as far as it holds it. */
export async function readSpectraReserves(
  { read, tryRead }: Context,
  { address, pool, pt, ibt }: { address: Address; pool: Address; pt: Address; ibt: Address },
): Promise<SpectraReserves> {
  const [[rawIbt, rawPt, heldIbt, heldPt, rawShares], prices, ngPrices] = await Promise.all([
    read([
      { address: pool, abi: curveAbi, functionName: "balances", args: [0n] },
      { address: pool, abi: curveAbi, functionName: "balances", args: [1n] },
      { address: ibt, abi: tokenAbi, functionName: "balanceOf", args: [pool] },
      { address: pt, abi: tokenAbi, functionName: "balanceOf", args: [pool] },
      { address, abi: tokenAbi, functionName: "totalSupply" },
    ]),
    tryRead([{ address: pool, abi: curveAbi, functionName: "price_oracle" }]),
    tryRead([{ address: pool, abi: curveNgAbi, functionName: "price_oracle", args: [0n] }]),
  ]);
  return { rawIbt: min(rawIbt, heldIbt), rawPt: min(rawPt, heldPt), rawShares, price: prices[0] ?? ngPrices[0] };
}

/** IBT of a share: its PT at the pool's average price, at most what they redeem. Undefined: the PT does not respond. */
export async function readShareValue(
  context: Context,
  { pt, ibt }: { pt: Address; ibt: Address },
  { rawIbt, rawPt, rawShares, price }: SpectraReserves,
  rawAmount: bigint,
): Promise<bigint | undefined> {
  if (rawShares === 0n) return undefined;
  const share = min(rawAmount, rawShares); // anybody may deploy a pool, which may report more than all
  const [ofIbt, ofPt] = [(rawIbt * share) / rawShares, (rawPt * share) / rawShares];
  const redeemed = await unlessUnread(readPtValue(context, pt, ibt, ofPt), undefined);
  if (redeemed === undefined) return undefined;
  return ofIbt + (price === undefined ? redeemed : min(redeemed, (ofPt * price) / WHOLE));
}
