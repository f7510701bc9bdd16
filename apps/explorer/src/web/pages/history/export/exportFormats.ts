import { getAddress } from "viem/utils";
import { csvLine } from "./csvLine.ts";
import type { ExportedMove, ExportedTransaction } from "./exportedTransaction.ts";

/** Form of an exported file. */
export type ExportFormat = "csv" | "json" | "koinly" | "cointracking" | "rotki";

/** EIP-155 number of a chain; undefined if it is unknown. */
export type ChainNumber = (chain: string) => number | undefined;

interface CsvFormat {
  readonly header: readonly string[];
  readonly rows: (transaction: ExportedTransaction, numberOf: ChainNumber) => (string | number | undefined)[][];
}

type Change = readonly [sent: ExportedMove | undefined, received: ExportedMove | undefined];

/** A line for a change of one asset for another, otherwise a line for each change; what only cost a fee is a line as well. */
function* changesOf({ sent, received, fee }: ExportedTransaction): Generator<Change> {
  if (sent.length === 1 && received.length === 1) yield [sent[0], received[0]];
  else {
    for (const move of sent) yield [move, undefined];
    for (const move of received) yield [undefined, move];
  }
  if (sent.length + received.length === 0 && fee !== undefined) yield [undefined, undefined];
}

const iso = (timeAt: number): string => new Date(timeAt * 1000).toISOString();
/** 2026-03-03 12:00:00 */
const utc = (timeAt: number): string => iso(timeAt).slice(0, 19).replace("T", " ");
/** 03.03.2026 12:00:00 */
const dotted = (timeAt: number): string => {
  const [year, month, day] = iso(timeAt).slice(0, 10).split("-");
  return `${day}.${month}.${year} ${iso(timeAt).slice(11, 19)}`;
};

/** One line for each movement: everything that is known. */
const own: CsvFormat = {
  header:
    "time,chain,transaction,category,status,sent_amount,sent_currency,sent_contract,received_amount,received_currency,received_contract,fee_amount,fee_currency,fee_usd,protocol,from,to,spam,summary".split(
      ",",
    ),
  rows: (one) =>
    [...(one.sent.length + one.received.length === 0 ? [[undefined, undefined] as const] : changesOf(one))].map(
      ([out, got], index) => [
        iso(one.timeAt),
        one.chain,
        one.id,
        one.category,
        one.isFailed ? "failed" : "succeeded",
        out?.amount,
        out?.currency,
        out?.contract,
        got?.amount,
        got?.currency,
        got?.contract,
        ...(index === 0 ? [one.fee, one.fee && one.feeCurrency, one.feeUsd] : [undefined, undefined, undefined]),
        one.protocol,
        one.from,
        one.to,
        one.isSpam ? "yes" : "no",
        one.summary,
      ],
    ),
};

/** Tags of Koinly, by category. */
const KOINLY_TAGS: Readonly<Record<string, string>> = { airdrop: "airdrop", claim: "reward", donate: "donation" };

/** The universal template of Koinly; times are UTC. */
const koinly: CsvFormat = {
  header:
    "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash".split(
      ",",
    ),
  rows: (one) =>
    [...changesOf(one)].map(([out, got], index) => {
      const isFeeOnly = out === undefined && got === undefined;
      const fee = index === 0 && !isFeeOnly ? one.fee : undefined;
      const isTagged = !isFeeOnly && (out === undefined || got === undefined);
      return [
        `${utc(one.timeAt)} UTC`,
        ...(isFeeOnly ? [one.fee, one.feeCurrency] : [out?.amount, out?.currency]),
        got?.amount,
        got?.currency,
        fee,
        fee && one.feeCurrency,
        undefined,
        undefined,
        isFeeOnly ? "cost" : isTagged ? KOINLY_TAGS[one.category] : undefined,
        one.summary,
        one.id,
      ];
    }),
};

/** Types of CoinTracking for what only came in, by category. */
const COINTRACKING_INCOME: Readonly<Record<string, string>> = { airdrop: "Airdrop", claim: "Reward / Bonus" };

/** The CSV import of CoinTracking; it takes lines with the same id as doubles, so each has its own. */
const cointracking: CsvFormat = {
  header: "Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date,Tx-ID".split(","),
  rows: (one) =>
    [...changesOf(one)].map(([out, got], index) => {
      const isFeeOnly = out === undefined && got === undefined;
      const fee = index === 0 && !isFeeOnly ? one.fee : undefined;
      const single = got === undefined ? "Withdrawal" : (COINTRACKING_INCOME[one.category] ?? "Deposit");
      return [
        isFeeOnly ? "Other Fee" : out !== undefined && got !== undefined ? "Trade" : single,
        got?.amount,
        got?.currency,
        ...(isFeeOnly ? [one.fee, one.feeCurrency] : [out?.amount, out?.currency]),
        fee,
        fee && one.feeCurrency,
        one.chain,
        undefined,
        one.summary,
        dotted(one.timeAt),
        index === 0 ? one.id : `${one.id}-${index + 1}`,
      ];
    }),
};

/** Locations of rotki, by chain; others are external. */
const ROTKI_LOCATIONS: Readonly<Record<string, string>> = {
  eth: "ethereum",
  op: "optimism",
  matic: "polygon_pos",
  arb: "arbitrum_one",
  base: "base",
  xdai: "gnosis",
  scrl: "scroll",
};

/** The generic events of rotki: one line for each movement, assets by their CAIP-19 identifier, times in milliseconds. */
const rotki: CsvFormat = {
  header: "Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp".split(","),
  rows: (one, numberOf) => {
    const currencyOf = ({ contract, currency }: ExportedMove): string => {
      const number = numberOf(one.chain);
      return contract === "" || number === undefined ? currency : `eip155:${number}/erc20:${getAddress(contract)}`;
    };
    const incoming = one.category === "claim" ? "Staking" : "Income";
    const lines = [
      ...one.sent.filter(({ isNft }) => !isNft).map((move) => ["Spend", currencyOf(move), move.amount] as const),
      ...one.received.filter(({ isNft }) => !isNft).map((move) => [incoming, currencyOf(move), move.amount] as const),
    ];
    const isFeeOnly = lines.length === 0 && one.fee !== undefined;
    const all = isFeeOnly ? [["Spend", one.feeCurrency, one.fee] as const] : lines;
    return all.map(([type, currency, amount], index) => [
      type,
      ROTKI_LOCATIONS[one.chain] ?? "external",
      currency,
      amount,
      ...(index === 0 && !isFeeOnly ? [one.fee, one.fee && one.feeCurrency] : [undefined, undefined]),
      `${one.summary} (${one.id})`,
      one.timeAt * 1000,
    ]);
  },
};

const CSV: Readonly<Record<Exclude<ExportFormat, "json">, CsvFormat>> = { csv: own, koinly, cointracking, rotki };

/** Writes transactions as the text of a file, part by part. */
export interface ExportWriter {
  readonly begin: () => string;
  readonly write: (transactions: readonly ExportedTransaction[]) => string;
  /** @param about - What the file says of itself, where its form allows that. */
  readonly end: (about: object) => string;
}

export function createExportWriter(format: ExportFormat, numberOf: ChainNumber): ExportWriter {
  if (format === "json") return createJsonWriter();
  const { header, rows } = CSV[format];
  return {
    begin: () => csvLine(header),
    write: (all) => all.flatMap((one) => rows(one, numberOf).map(csvLine)).join(""),
    end: () => "",
  };
}

function createJsonWriter(): ExportWriter {
  let isFirst = true;
  return {
    begin: () => '{"transactions":[\n',
    write: (all) => {
      const lines = all.map((one) => {
        const comma = isFirst ? "" : ",\n";
        isFirst = false;
        return comma + JSON.stringify(one);
      });
      return lines.join("");
    },
    end: (about) => `\n],"about":${JSON.stringify(about)}}\n`,
  };
}
