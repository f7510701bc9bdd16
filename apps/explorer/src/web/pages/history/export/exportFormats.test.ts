import type { HistoryItem, UserHistory } from "@portico/client";
import { expect, test } from "vitest";
import { csvLine } from "./csvLine.ts";
import { type ExportFormat, createExportWriter } from "./exportFormats.ts";
import { toExported } from "./exportedTransaction.ts";

const ME = `0x${"a".repeat(40)}`;
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const APE = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
const page = {
  token_dict: {
    eth: { id: "eth", chain: "eth", optimized_symbol: "ETH", decimals: 18 },
    [USDC]: { id: USDC, chain: "eth", optimized_symbol: "USDC", decimals: 6 },
    evil: { id: "0xe", chain: "eth", optimized_symbol: '=HYPERLINK("x")', decimals: 0 },
    ape: { id: "ape", contract_id: APE, inner_id: "7", name: "Ape", collection: null },
  },
  project_dict: { uniswap3: { name: "Uniswap V3" } },
} as unknown as UserHistory;

type Moves = [id: string, raw: bigint][];
const item = (category: string, out: Moves, got: Moves, more: Partial<HistoryItem> = {}): HistoryItem =>
  ({
    id: "0xhash",
    chain: "eth",
    project_id: "uniswap3",
    category,
    time_at: 1_772_539_200,
    summary: "Did it, really",
    sends: out.map(([token_id, raw_amount]) => ({ token_id, raw_amount, amount: 0, to_addr: "0x1" })),
    receives: got.map(([token_id, raw_amount]) => ({ token_id, raw_amount, amount: 0, from_addr: "0x1" })),
    token_approve: [],
    tx: { from_addr: ME, to_addr: "0x2", status: 1, raw_gas_fee: 21_000n, usd_gas_fee: 0.5 },
    ...more,
  }) as unknown as HistoryItem;

const numberOf = (chain: string) => (chain === "eth" ? 1 : undefined);
function write(format: ExportFormat, ...items: HistoryItem[]): string[] {
  const writer = createExportWriter(format, numberOf);
  const reader = { owner: ME, coinOf: () => "ETH" };
  const text =
    writer.begin() + writer.write(items.map((one) => toExported(one, page, reader))) + writer.end({ of: ME });
  return text.trimEnd().split(/\r?\n/);
}

const swap = item("swap", [["eth", 10n ** 18n + 1n]], [[USDC, 3_000_500_000n]]);
const pooled = item(
  "add_liquidity",
  [
    ["eth", 5n],
    [USDC, 10n ** 6n],
  ],
  [["ape", 1n]],
);
const approval = item("approve", [], []);
const claimed = item("claim", [], [[USDC, 1n]], { tx: { from_addr: "0x9", status: 1 } as HistoryItem["tx"] });

test("Koinly: a swap is one line, several movements are several, and what only cost a fee is a cost", () => {
  const [header, ...lines] = write("koinly", swap, pooled, approval, claimed);
  expect(header).toBe(
    "Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Net Worth Amount,Net Worth Currency,Label,Description,TxHash",
  );
  expect(lines).toEqual([
    '2026-03-03 12:00:00 UTC,1.000000000000000001,ETH,3000.5,USDC,0.000000000000021,ETH,,,,"Did it, really",0xhash',
    '2026-03-03 12:00:00 UTC,0.000000000000000005,ETH,,,0.000000000000021,ETH,,,,"Did it, really",0xhash',
    '2026-03-03 12:00:00 UTC,1,USDC,,,,,,,,"Did it, really",0xhash',
    '2026-03-03 12:00:00 UTC,,,1,Ape #7,,,,,,"Did it, really",0xhash',
    '2026-03-03 12:00:00 UTC,0.000000000000021,ETH,,,,,,,cost,"Did it, really",0xhash',
    '2026-03-03 12:00:00 UTC,,,0.000001,USDC,,,,,reward,"Did it, really",0xhash',
  ]);
});

test("CoinTracking: types, dates with points, and an id for each line", () => {
  const [header, ...lines] = write("cointracking", swap, pooled, approval, claimed);
  expect(header).toBe("Type,Buy,Cur.,Sell,Cur.,Fee,Cur.,Exchange,Group,Comment,Date,Tx-ID");
  expect(lines[0]).toBe(
    'Trade,3000.5,USDC,1.000000000000000001,ETH,0.000000000000021,ETH,eth,,"Did it, really",03.03.2026 12:00:00,0xhash',
  );
  expect(lines.map((line) => line.split(",")[0])).toEqual([
    "Trade",
    "Withdrawal",
    "Withdrawal",
    "Deposit",
    "Other Fee",
    "Reward / Bonus",
  ]);
  expect(lines.slice(1, 4).map((line) => line.split(",").at(-1))).toEqual(["0xhash", "0xhash-2", "0xhash-3"]);
});

test("rotki: a line for each movement, tokens by their CAIP-19 identifier, times in milliseconds, without NFTs", () => {
  const [header, ...lines] = write("rotki", swap, pooled, approval);
  expect(header).toBe("Type,Location,Currency,Amount,Fee,Fee Currency,Description,Timestamp");
  const token = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
  expect(lines[0]).toBe(
    'Spend,ethereum,ETH,1.000000000000000001,0.000000000000021,ETH,"Did it, really (0xhash)",1772539200000',
  );
  expect(lines.map((line) => line.split(",").slice(0, 4))).toEqual([
    ["Spend", "ethereum", "ETH", "1.000000000000000001"],
    ["Income", "ethereum", token, "3000.5"],
    ["Spend", "ethereum", "ETH", "0.000000000000000005"],
    ["Spend", "ethereum", token, "1"],
    ["Spend", "ethereum", "ETH", "0.000000000000021"],
  ]);
});

test("JSON is whole, whatever number of parts it is written in; a returned amount is subtracted", () => {
  const refund = item("swap", [["eth", 5n]], [["eth", 2n]]);
  const text = write("json", refund, claimed).join("\n");
  const { transactions, about } = JSON.parse(text) as { transactions: { sent: object[] }[]; about: object };
  expect(about).toEqual({ of: ME });
  expect(transactions).toHaveLength(2);
  expect(transactions[0]?.sent).toEqual([
    { amount: "0.000000000000000003", currency: "ETH", contract: "", isNft: false },
  ]);
  expect(write("json").join("")).toMatch(/^\{"transactions":\[\],"about"/);
});

test("no text becomes a formula, a further column or a further line", () => {
  const [, line = ""] = write("csv", item("receive", [], [["evil", 1n]]));
  expect(line).toContain(`,"'=HYPERLINK(""x"")",`);
  expect(csvLine(["-5", "-x", "+1", "a\nb", "@x", 7, undefined])).toBe(`-5,'-x,'+1,"a\nb",'@x,7,\r\n`);
});
