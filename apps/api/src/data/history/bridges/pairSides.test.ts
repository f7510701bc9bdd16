import { NATIVE_TOKEN, type Address } from "@portico/evm";
import { expect, test } from "vitest";
import type { BridgeEvent, BridgeSide } from "./bridgeSide.ts";
import { MAX_SECONDS, MAX_WITHDRAWAL_SECONDS, pairSides } from "./pairSides.ts";

const ETH_USDC: Address = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48";
const ARB_USDC: Address = "0xaf88d065e77c8cc2239327c5edb3a432268e5831";
const UNLISTED: Address = "0x00000000000000000000000000000000000bad01";
const START = 1_700_000_000;

let made = 0;
type Fields = Omit<Partial<BridgeSide>, "bridges" | "rollups"> & { bridges?: string[]; rollups?: string[] };
const side = (chain: string, { bridges = ["hop"], rollups = [], ...fields }: Fields): BridgeSide => ({
  chain,
  hash: `0x${(made += 1).toString(16).padStart(64, "0")}`,
  timeAt: START,
  gains: [],
  losses: [],
  events: [],
  isDeposit: false,
  bridges: new Set(bridges),
  rollups: new Set(rollups),
  ...fields,
});
const amount = (chain: string, rawAmount: bigint, token: Address = NATIVE_TOKEN) => ({ chain, token, rawAmount });
const sent = (fields: Fields = {}, rawAmount = 1000n) => side("eth", { losses: [amount("eth", rawAmount)], ...fields });
const got = (fields: Fields = {}, rawAmount = 990n) =>
  side("arb", { timeAt: START + 600, gains: [amount("arb", rawAmount)], ...fields });
const event = (way: "in" | "out", fields: Partial<BridgeEvent> = {}): BridgeEvent => ({
  bridge: "across",
  way,
  emitters: ["across"],
  hasChain: true,
  otherChain: way === "out" ? "arb" : "eth",
  transferId: 7n,
  isCallersId: false,
  ...fields,
});

const DECIMALS = new Map<string, number>([
  [ETH_USDC, 6],
  [ARB_USDC, 6],
  [NATIVE_TOKEN, 18],
  [UNLISTED, 18],
]);
const proofOf = (out: BridgeSide, into: BridgeSide, others: readonly BridgeSide[] = [], isComplete = true) => {
  const found = pairSides([...others, into, out], { decimalsOf: (_, token) => DECIMALS.get(token), isComplete });
  const [there, back] = [found.get(out), found.get(into)];
  expect([there?.side ?? into, back?.side ?? out]).toEqual([into, out]);
  expect([there?.way ?? "out", back?.way ?? "in"]).toEqual(["out", "in"]);
  expect(back?.proof).toBe(there?.proof);
  return there?.proof;
};

test("the only transfer by the same bridge that can have arrived is the other side", () => {
  expect(proofOf(sent(), got())).toBe("match");
  expect(proofOf(sent(), got({ bridges: ["across"] }))).toBeUndefined();
  expect(proofOf(sent(), got(), [], false)).toBeUndefined();
  expect(proofOf(sent(), got({ chain: "eth" }))).toBeUndefined();
});

test.each([
  [1000n, "match"],
  [900n, "match"],
  [899n, undefined],
  [1001n, undefined],
] as const)("of 1000, %s can have arrived: %s", (arrived, proof) => {
  expect(proofOf(sent(), got({}, arrived))).toBe(proof);
});

test("the coin is the same by the table of coins, never by a symbol", () => {
  const usdc = sent({ losses: [amount("eth", 1000n, ETH_USDC), amount("eth", 5n)] });
  expect(proofOf(usdc, got({ gains: [amount("arb", 995n, ARB_USDC)] }))).toBe("match");
  expect(proofOf(usdc, got({ gains: [amount("arb", 995n)] }))).toBeUndefined();
  expect(proofOf(usdc, got({ gains: [amount("arb", 995n, ETH_USDC)] }))).toBeUndefined();
  const unlisted = sent({ losses: [amount("eth", 1000n, UNLISTED)] });
  expect(proofOf(unlisted, got({ gains: [amount("arb", 1000n, UNLISTED)] }))).toBeUndefined();
});

test("several that fit are all unpaired, on either side", () => {
  expect(proofOf(sent(), got(), [got()])).toBeUndefined();
  expect(proofOf(sent(), got(), [sent()])).toBeUndefined();
  expect(proofOf(sent(), got(), [sent({}, 5000n), got({}, 4900n)])).toBe("match");
});

test("it arrives after it left, and in time", () => {
  const at = (seconds: number) => proofOf(sent(), got({ timeAt: START + seconds }));
  expect([at(-61), at(-60), at(0), at(MAX_SECONDS), at(MAX_SECONDS + 1)]).toEqual([
    undefined,
    "match",
    "match",
    "match",
    undefined,
  ]);
});

test("a withdrawal by a rollup's own bridge may take weeks, but arrives whole", () => {
  const withdrawn = (seconds: number, arrived: bigint) =>
    proofOf(
      side("arb", { losses: [amount("arb", 1000n)], bridges: ["rollup arb"], rollups: ["eth"] }),
      side("eth", {
        timeAt: START + seconds,
        gains: [amount("eth", arrived)],
        bridges: ["rollup arb"],
        rollups: ["arb"],
      }),
    );
  expect(withdrawn(7 * 86_400, 1000n)).toBe("match");
  expect(withdrawn(7 * 86_400, 999n)).toBeUndefined();
  expect(withdrawn(MAX_WITHDRAWAL_SECONDS + 1, 1000n)).toBeUndefined();
  const deposited = sent({ bridges: ["rollup arb"], rollups: ["arb"] });
  const late = got({ timeAt: START + 7 * 86_400, bridges: ["rollup arb"], rollups: ["eth"] }, 1000n);
  expect(proofOf(deposited, late)).toBeUndefined();
});

test("an id of both logs proves it, whatever arrived and whatever else fits", () => {
  const out = sent({ bridges: ["across"], events: [event("out")] });
  const into = got({ bridges: ["across"], events: [event("in")] }, 1n);
  expect(proofOf(out, into, [got({ bridges: ["across"] })])).toBe("id");
  expect(proofOf(out, into, [], false)).toBe("id");
  expect(proofOf(out, into, [got({ bridges: ["across"], events: [event("in")] })])).toBeUndefined();
});

test.each<[string, Partial<BridgeEvent>]>([
  ["another id", { transferId: 8n }],
  ["another origin", { otherChain: "base" }],
  ["an unknown origin", { otherChain: undefined }],
])("%s proves nothing, and excludes a match", (_, fields) => {
  const out = sent({ bridges: ["across"], events: [event("out")] });
  expect(proofOf(out, got({ bridges: ["across"], events: [event("in", fields)] }))).toBeUndefined();
});

test("an unknown contract's id counts only if the coin arrived", () => {
  const out = sent({ bridges: [], events: [event("out", { emitters: [] })] });
  const into = (arrived: bigint) => got({ bridges: [], events: [event("in", { emitters: [] })] }, arrived);
  expect([proofOf(out, into(950n)), proofOf(out, into(1n))]).toEqual(["id", undefined]);
});

test("an id that the caller of a bridge chooses counts only if the coin arrived, and disturbs no other", () => {
  const out = sent({ bridges: ["across"], events: [event("out")] });
  const into = (arrived: bigint) => got({ bridges: ["across"], events: [event("in", { isCallersId: true })] }, arrived);
  expect([proofOf(out, into(950n)), proofOf(out, into(1n))]).toEqual(["id", undefined]);
  expect(proofOf(out, into(950n), [into(1n)])).toBe("id");
});

test("of many events with one id only those of known contracts count", () => {
  const out = sent({ bridges: ["across"], events: [event("out")] });
  const into = got({ bridges: ["across"], events: [event("in")] });
  const forged = (emitters: string[]) =>
    Array.from({ length: 11 }, () => got({ bridges: [], gains: [], events: [event("in", { emitters })] }));
  expect([proofOf(out, into, forged([])), proofOf(out, into, forged(["across"]))]).toEqual(["id", undefined]);
});

test("the hash of the other side's transaction is an id, of a known contract that no caller gives it", () => {
  const out = sent({ bridges: ["gnosis"] });
  const into = (fields: Partial<BridgeEvent>) =>
    got({ events: [event("in", { bridge: "gnosis", transferId: BigInt(out.hash), ...fields })] }, 1n);
  const proofs = [{}, { emitters: [] }, { isCallersId: true }].map((fields) => proofOf(out, into(fields)));
  expect(proofs).toEqual(["id", undefined, undefined]);
});

test("the chain that the bridge says excludes others, also one that is unknown", () => {
  const toward = (fields: Partial<BridgeEvent>) =>
    proofOf(sent({ events: [event("out", { transferId: undefined, ...fields })] }), got());
  expect(toward({})).toBe("match");
  expect(toward({ otherChain: "base" })).toBeUndefined();
  expect(toward({ otherChain: undefined })).toBeUndefined();
  expect(toward({ otherChain: "base", emitters: [] })).toBe("match");
});

test("an exchange is no side: only coins may move in the other direction", () => {
  const swapped = sent({ gains: [amount("eth", 5n, ETH_USDC)] });
  expect(proofOf(swapped, got())).toBeUndefined();
  const refunded = sent({ losses: [amount("eth", 1000n, ETH_USDC)], gains: [amount("eth", 1n)] });
  expect(proofOf(refunded, got({ gains: [amount("arb", 1000n, ARB_USDC)] }))).toBe("match");
});
