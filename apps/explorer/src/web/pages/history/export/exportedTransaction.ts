import { formatAmount, type HistoryItem, type UserHistory } from "@portico/client";
import { plainText } from "@portico/ui/browser";

/** What one asset lost or gained in a transaction. */
export interface ExportedMove {
  /** Exact, positive, with a point. */
  readonly amount: string;
  /** The symbol, or the name of an NFT: sanitised. */
  readonly currency: string;
  /** Contract; empty for a native coin. */
  readonly contract: string;
  readonly isNft: boolean;
}

/** A transaction as a line of a file tells it. */
export interface ExportedTransaction {
  readonly chain: string;
  readonly id: string;
  /** Unix seconds. */
  readonly timeAt: number;
  readonly category: string;
  readonly isFailed: boolean;
  readonly isSpam: boolean;
  readonly sent: readonly ExportedMove[];
  readonly received: readonly ExportedMove[];
  /** What the owner paid for gas, exact; undefined if somebody else did, or it is unknown. */
  readonly fee: string | undefined;
  readonly feeCurrency: string;
  /** At that time; undefined if it is unknown. */
  readonly feeUsd: number | undefined;
  readonly summary: string;
  readonly protocol: string;
  readonly from: string;
  readonly to: string;
}

export interface ExportReader {
  /** In lower case. */
  readonly owner: string;
  /** Symbol of a chain's coin. */
  readonly coinOf: (chain: string) => string;
}

const COIN_DECIMALS = 18;
const NAME_LENGTH = 40;
const SUMMARY_LENGTH = 300;

/** The net changes of a transaction, exact to the last digit. */
export function toExported(item: HistoryItem, page: UserHistory, { owner, coinOf }: ExportReader): ExportedTransaction {
  const { tx, chain } = item;
  const isOwn = tx.from_addr === owner;
  const moves = netMoves(item, page.token_dict);
  return {
    chain,
    id: item.id,
    timeAt: item.time_at,
    category: item.category ?? "",
    isFailed: tx.status === 0,
    isSpam: item.is_scam === true,
    sent: moves.filter(({ isIn }) => !isIn).map(({ move }) => move),
    received: moves.filter(({ isIn }) => isIn).map(({ move }) => move),
    fee: isOwn && tx.raw_gas_fee != null ? formatAmount(tx.raw_gas_fee, COIN_DECIMALS) : undefined,
    feeCurrency: coinOf(chain),
    feeUsd: isOwn && tx.usd_gas_fee > 0 ? tx.usd_gas_fee : undefined,
    summary: plainText(item.summary ?? "", SUMMARY_LENGTH),
    protocol: plainText(page.project_dict[item.project_id]?.name ?? "", NAME_LENGTH),
    from: tx.from_addr,
    to: tx.to_addr,
  };
}

interface Sum {
  /** Base units. */
  raw: bigint;
  /** Whole tokens, where no base units are told. */
  whole: number;
}

function netMoves(item: HistoryItem, dict: UserHistory["token_dict"]) {
  const sums = new Map<string, Sum>();
  const add = (id: string, sign: 1 | -1, move: { amount: number; raw_amount?: bigint | number }): void => {
    const sum = sums.get(id) ?? { raw: 0n, whole: 0 };
    if (move.raw_amount === undefined) sum.whole += sign * move.amount;
    else sum.raw += BigInt(sign) * BigInt(move.raw_amount);
    sums.set(id, sum);
  };
  for (const move of item.sends) add(move.token_id, -1, move);
  for (const move of item.receives) add(move.token_id, 1, move);
  return [...sums].flatMap(([id, sum]) => {
    const entry = [`${item.chain}_token:${id}`, id].map((key) => (Object.hasOwn(dict, key) ? dict[key] : undefined));
    const asset = describeAsset(
      entry.find((one) => one !== undefined),
      id,
    );
    const isIn = sum.raw > 0n || sum.whole > 0;
    const raw = sum.raw < 0n ? -sum.raw : sum.raw;
    const amount = raw > 0n ? formatAmount(raw, asset.decimals) : plainNumber(Math.abs(sum.whole));
    const { currency, contract, isNft } = asset;
    return raw === 0n && sum.whole === 0 ? [] : [{ isIn, move: { amount, currency, contract, isNft } }];
  });
}

/** Without an exponent. */
const plainNumber = (value: number): string =>
  value.toLocaleString("en", { maximumFractionDigits: 20, useGrouping: false });

function describeAsset(entry: UserHistory["token_dict"][string] | undefined, id: string) {
  const contract = id.startsWith("0x") ? id : "";
  if (entry === undefined) return { currency: id, contract, isNft: false, decimals: 0 };
  if ("contract_id" in entry) {
    const name = plainText(entry.name, NAME_LENGTH) || plainText(entry.collection?.name ?? "", NAME_LENGTH) || "NFT";
    const currency = entry.inner_id === "" ? name : `${name} #${entry.inner_id.slice(0, 20)}`;
    return { currency, contract: entry.contract_id, isNft: true, decimals: 0 };
  }
  const currency = plainText(entry.optimized_symbol, NAME_LENGTH) || id;
  return { currency, contract, isNft: false, decimals: entry.decimals ?? 0 };
}
