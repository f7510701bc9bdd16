import type { HistoryItem, Token } from "@portico/client";
import { beforeAll, expect, test } from "vitest";
import { describeItem } from "./describeItem.ts";
import { sentenceText } from "./piece.ts";
import type { Dictionaries, Reader } from "./scene.ts";
import { showLanguage } from "../../testing/showLanguage.ts";

beforeAll(() => showLanguage("en", "history"));

const ME = "0x00000000000000000000000000000000000a11ce";
const BOB = "0x0000000000000000000000000000000000000b0b";
const CAROL = "0x00000000000000000000000000000000000ca401";
const USDC = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const APES = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
const POOL = "0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640";

const token = (id: string, symbol: string): Token => ({
  ...({} as Token),
  id,
  chain: "eth",
  is_wallet: true,
  optimized_symbol: symbol,
});
const ape = { contract_id: APES, chain: "eth", content: "", content_type: "", collection: null };
const dictionaries: Dictionaries = {
  token_dict: {
    "eth_token:eth": token("eth", "ETH"),
    eth: token("eth", "WRONG: of another chain"),
    [USDC]: token(USDC, "USDC"),
    ape: { ...ape, id: "ape", inner_id: "8520", name: "Ape #8520" },
    debt: { ...token("0xdeb7", "variableDebtUSDC"), is_wallet: false },
    apes: { ...ape, id: "apes", inner_id: "", name: "", collection: { name: "Apes" } as never },
    evil: token("0xe111", "\u202EUSDC\u0000 visit https://evil.example for your airdrop"),
  },
  project_dict: {
    uniswap3: { id: "uniswap3", chain: "eth", name: "Uniswap V3", logo_url: "", site_url: "" },
    arbitrum: { id: "arbitrum", chain: "eth", name: "Arbitrum", logo_url: "", site_url: "" },
  },
  cex_dict: { [BOB]: { id: "kraken", name: "Kraken", logo_url: "", is_vault: true } },
};

const reader: Reader = {
  owner: ME,
  names: new Map([[`eth ${CAROL}`, "Balancer"]]),
  nameChain: (id) => (id === "arb" ? "Arbitrum" : id),
};

type Moves = { readonly out?: [number, string, string?][]; readonly in?: [number, string, string?][] };

const item = (category: string, moves: Moves = {}, more: Partial<HistoryItem> = {}): HistoryItem => ({
  cate_id: "",
  id: "0x1",
  chain: "eth",
  project_id: "",
  category,
  sends: (moves.out ?? []).map(([amount, token_id, to_addr = POOL]) => ({ amount, token_id, to_addr })),
  receives: (moves.in ?? []).map(([amount, token_id, from_addr = POOL]) => ({ amount, token_id, from_addr })),
  token_approve: [],
  time_at: 1_763_600_000,
  other_addr: POOL,
  ...more,
  tx: {
    eth_gas_fee: 0,
    usd_gas_fee: 0,
    value: 0,
    from_addr: ME,
    to_addr: POOL,
    name: "execute",
    status: 1,
    params: [],
    ...more.tx,
  },
});

const describeOf = (...args: Parameters<typeof item>) =>
  sentenceText(describeItem(item(...args), dictionaries, reader).pieces);
const onUniswap = { project_id: "uniswap3" };
const tx = (some: Partial<HistoryItem["tx"]>) => ({ tx: some as HistoryItem["tx"] });

test("an exchange states what went out, what came in and where", () => {
  expect(describeOf("swap", { out: [[1.2, "eth"]], in: [[3040, USDC]] }, onUniswap)).toBe(
    "Swapped 1.2 ETH for 3,040 USDC on Uniswap V3",
  );
  expect(describeOf("wrap", { out: [[1, "eth"]], in: [[1, USDC]] })).toBe("Wrapped 1 ETH into 1 USDC");
});

test("a transfer between chains states the other chain, and the bridge unless it is the chain's own", () => {
  const arb = { id: "0x2", chain: "arb", address: ME, proof: "id" } as const;
  const hop = { ...onUniswap, counterpart: { ...arb, id: null } };
  expect(describeOf("bridge_out", { out: [[0.5, "eth"]] }, hop)).toBe("Bridged 0.5 ETH to Arbitrum by Uniswap V3");
  expect(describeOf("bridge_in", { in: [[0.5, "eth"]] }, hop)).toBe("Received 0.5 ETH from Arbitrum by Uniswap V3");
  const own = { project_id: "arbitrum", counterpart: arb };
  expect(describeOf("bridge_out", { out: [[0.5, "eth"]] }, own)).toBe("Bridged 0.5 ETH to Arbitrum");
  expect(describeOf("bridge_out", { out: [[0.5, "eth"]] }, { ...onUniswap, counterpart: null })).toBe(
    "Bridged 0.5 ETH by Uniswap V3",
  );
});

test("a returned amount is subtracted from what went out, without rounding errors", () => {
  expect(
    describeOf(
      "swap",
      {
        out: [[0.3, "eth"]],
        in: [
          [250, USDC],
          [0.1, "eth"],
        ],
      },
      onUniswap,
    ),
  ).toBe("Swapped 0.2 ETH for 250 USDC on Uniswap V3");
});

test("a transfer names the counterparty if it has a name, and counts several", () => {
  expect(describeOf("receive", { in: [[250.5, USDC, BOB]] })).toBe("Received 250.5 USDC from Kraken");
  expect(describeOf("send", { out: [[1, "ape", POOL]] })).toBe("Sent Ape #8520 to 0x88e6…5640");
  expect(
    describeOf("send", {
      out: [
        [1, "eth", CAROL],
        [2, USDC, BOB],
      ],
    }),
  ).toBe("Sent 1 ETH and 2 USDC to 2 addresses");
  expect(describeOf("send", { out: [[1, "eth", ME]], in: [[1, "eth", ME]] })).toBe("Sent 1 ETH to itself");
});

test("a deposit, a debt and a reward state what moved and with whom", () => {
  expect(describeOf("supply", { out: [[100, USDC]] }, onUniswap)).toBe("Supplied 100 USDC to Uniswap V3");
  expect(
    describeOf(
      "borrow",
      {
        in: [
          [5.01, "debt"],
          [5, USDC],
        ],
      },
      onUniswap,
    ),
  ).toBe("Borrowed 5 USDC from Uniswap V3");
  expect(
    describeOf(
      "add_liquidity",
      {
        out: [
          [1, "eth"],
          [3000, USDC],
        ],
        in: [[1, "ape"]],
      },
      onUniswap,
    ),
  ).toBe("Added 1 ETH and 3,000 USDC to Uniswap V3");
  expect(describeOf("trade_nft", { out: [[2, "eth"]], in: [[1, "ape"]] })).toBe(
    "Bought Ape #8520 for 2 ETH on 0x88e6…5640",
  );
  expect(describeOf("trade_nft", { in: [[2, "eth"]], out: [[1, "ape"]] })).toBe(
    "Sold Ape #8520 for 2 ETH on 0x88e6…5640",
  );
});

test("what a reward or a vote cost is stated", () => {
  expect(describeOf("claim", { out: [[5, USDC]], in: [[0.5, "eth"]] })).toMatch(/5 USDC.*0\.5 ETH/);
  expect(describeOf("governance", { out: [[0.5, "eth"]] })).toMatch(/0\.5 ETH/);
});

test("an approval states who may move how much, and a revocation states that", () => {
  const approve = (value: number, token_id: string) => ({ token_approve: [{ value, spender: POOL, token_id }] });
  expect(describeOf("approve", {}, approve(1.157920892373162e71, USDC))).toBe(
    "Approved 0x88e6…5640 to spend unlimited USDC",
  );
  expect(describeOf("approve", {}, approve(100, USDC))).toBe("Approved 0x88e6…5640 to spend 100 USDC");
  expect(describeOf("approve", {}, approve(1, "apes"))).toBe("Allowed 0x88e6…5640 to move all Apes");
  expect(describeOf("revoke", {}, approve(0, USDC))).toBe("No longer lets 0x88e6…5640 spend USDC");
  expect(describeOf("approve", {}, approve(1, "ape"))).toBe("Allowed 0x88e6…5640 to move Ape #8520");
});

test("a token's protocol is never taken for the spender or the recipient", () => {
  const called = { ...onUniswap, ...tx({ to_addr: USDC }) };
  const approve = (spender: string) => ({ ...called, token_approve: [{ value: 1, spender, token_id: USDC }] });
  expect(describeOf("approve", {}, approve(POOL))).toBe("Approved 0x88e6…5640 to spend 1 USDC");
  expect(describeOf("approve", {}, approve(CAROL))).toBe("Approved Balancer to spend 1 USDC");
  expect(describeOf("send", { out: [[1, USDC, POOL]] }, called)).toBe("Sent 1 USDC to 0x88e6…5640");
  const failed = { ...called, tx: { ...called.tx, status: 0 as const } };
  expect(describeOf("approve", {}, failed)).toBe("Failed: an approval for 0x88e6…5640");
});

test("a failed transaction states the failure first, and what was attempted", () => {
  const failed = tx({ status: 0 });
  expect(describeOf("swap", {}, { ...onUniswap, ...failed })).toBe("Failed: a swap on Uniswap V3");
  expect(describeOf("", {}, tx({ status: 0, name: "zap" }))).toBe("Failed: calling zap on 0x88e6…5640");
  expect(describeOf("", {}, tx({ status: 0, name: "0xac9650d8" }))).toBe(
    "Failed: calling an unknown function on 0x88e6…5640",
  );
  expect(describeItem(item("swap", {}, failed), dictionaries, reader).isFailed).toBe(true);
});

test("a transaction without a category is described by its function and by what moved", () => {
  expect(describeOf("", { out: [[0.08, "eth"]], in: [[250.1, USDC]] }, onUniswap)).toBe(
    "Called execute on Uniswap V3, giving 0.08 ETH and getting 250.1 USDC",
  );
  expect(describeOf("a new word", {})).toBe("Called execute on 0x88e6…5640");
  expect(describeOf("__proto__", {}, tx({ name: "" }))).toBe("Called 0x88e6…5640");
  expect(describeOf("swap", { in: [[5, USDC, CAROL]] }, tx({ from_addr: CAROL }))).toBe(
    "Received 5 USDC from Balancer",
  );
  expect(describeOf("", {}, { ...onUniswap, ...tx({ name: "0xac9650d8" }) })).toBe(
    "Called an unknown function on Uniswap V3",
  );
  expect(describeOf("", {}, { message: "hello" })).toBe("Wrote a message to 0x88e6…5640");
});

test("many assets are counted, not listed, and truncation by the response is stated", () => {
  const many: Moves = {
    in: [
      [1, "eth"],
      [2, USDC],
      [1, "ape"],
      [3, "unknown-token-id-of-32-hex"],
    ],
  };
  expect(describeOf("receive", many, { has_more_moves: true })).toBe(
    "Received 1 ETH, 2 USDC and 2 more from 0x88e6…5640 (and more)",
  );
});

test("a hostile symbol stays a short word within its own piece", () => {
  const { pieces } = describeItem(item("receive", { in: [[5, "evil", BOB]] }), dictionaries, reader);
  expect(sentenceText(pieces)).toBe("Received 5 USDC visit https://evil… from Kraken");
  expect(pieces.map(({ kind }) => kind)).toEqual(["text", "amount", "text", "party"]);
});

test("a sentence has the order of its language", async () => {
  const swap = () => describeOf("swap", { out: [[1.2, "eth"]], in: [[3040, USDC]] }, onUniswap);
  await showLanguage("de", "history");
  expect(swap()).toBe("1,2 ETH gegen 3.040 USDC auf Uniswap V3 getauscht");
  expect(describeOf("send", { out: [[1, "eth", ME]], in: [[1, "eth", ME]] })).toBe("1 ETH an sich selbst gesendet");
  await showLanguage("ar", "history");
  expect(swap().replaceAll(/[\u2066\u2069]/g, "")).toBe("تبديل 1.2 ETH مقابل 3,040 USDC على Uniswap V3");
  await showLanguage("en", "history");
  expect(swap()).toBe("Swapped 1.2 ETH for 3,040 USDC on Uniswap V3");
});
