import { NATIVE_TOKEN, type Address, type Hex } from "@portico/evm";
import { LegKind, type HistoryLeg } from "@portico/store";
import type { DecodedCall } from "@portico/transactions";
import { expect, test } from "vitest";
import { isScam, type JudgedToken, type ScamContext } from "./scam.ts";

const OWNER: Address = "0x00000000000000000000000000000000000000a1";
const OTHER: Address = "0x00000000000000000000000000000000000000b2";
const GOOD: Address = "0x0000000000000000000000000000000000000001";
const PLAIN: Address = "0x0000000000000000000000000000000000000002";
const PRICED: Address = "0x0000000000000000000000000000000000000003";
const SCAM: Address = "0x0000000000000000000000000000000000000004";
const CONTRACT: Address = "0x0000000000000000000000000000000000000005";
const FAKE: Address = "0x0000000000000000000000000000000000000006";
const SHARE: Address = "0x0000000000000000000000000000000000000007";
const GALLERY: Address = "0x0000000000000000000000000000000000000008";
const SPAM_ART: Address = "0x0000000000000000000000000000000000000009";
const TWIN: Address = "0x000000000000000000000000000000000000000a";
const POOL: Address = "0x000000000000000000000000000000000000000b";
const DEBT: Address = "0x000000000000000000000000000000000000000c";
const NONE: Address = "0x0000000000000000000000000000000000000000";
const LOOKALIKE: Address = "0x000000000000000000000000000000000000000d";

interface Traits {
  isVerified?: boolean;
  isScam?: boolean;
  isSuspicious?: boolean;
  isImitation?: boolean;
  isDerived?: boolean;
  price?: number;
}
const judged = (traits: Traits): JudgedToken => ({
  token: {
    isVerified: traits.isVerified === true,
    isCore: traits.isVerified === true,
    isScam: traits.isScam ?? null,
    isSuspicious: traits.isSuspicious ?? null,
  },
  isImitation: traits.isImitation === true,
  isDerived: traits.isDerived === true,
  price: traits.price ?? 0,
  decimals: 6,
});
const TOKENS = new Map<Address, JudgedToken>([
  [NATIVE_TOKEN, judged({ isVerified: true, price: 3000 })],
  [GOOD, judged({ isVerified: true })],
  [PLAIN, judged({})],
  [PRICED, judged({ price: 2 })],
  [SCAM, judged({ isScam: true, price: 2 })],
  [CONTRACT, judged({ isSuspicious: true })],
  [FAKE, judged({ isImitation: true })],
  [TWIN, judged({ isImitation: true, isSuspicious: true, price: 1 })],
  [SHARE, judged({ isDerived: true })],
  [DEBT, judged({})],
]);

const leg = (token: Address, rawAmount: bigint, more: Partial<HistoryLeg> = {}): HistoryLeg => ({
  kind: LegKind.token,
  index: 0,
  subIndex: 0,
  isInbound: true,
  token,
  tokenId: undefined,
  counterparty: OTHER,
  rawAmount,
  ...more,
});
const nft = (contract: Address, more: Partial<HistoryLeg> = {}) =>
  leg(contract, 1n, { kind: LegKind.nft, tokenId: 7n, ...more });
const out = { isInbound: false };
const called = (to: Address, input: Hex, inner: DecodedCall[] = [], from = OTHER): DecodedCall => ({
  from,
  to,
  rawValue: 0n,
  input,
  selector: "0x",
  function: undefined,
  args: [],
  row: undefined,
  inner,
});
const judge = (legs: HistoryLeg[], fields: Partial<ScamContext> = {}): boolean =>
  isScam({
    owner: OWNER,
    isContract: false,
    sender: OTHER,
    recipient: OTHER,
    call: called(OTHER, "0x12345678"),
    legs,
    tokenOf: (token) => TOKENS.get(token)!,
    isKnown: (contract) => [GALLERY, POOL, GOOD, DEBT].includes(contract),
    isLookalike: (address) => address === LOOKALIKE,
    ...fields,
  });
const byTransfer = (token: Address, input: Hex = "0xa9059cbb") => ({ recipient: token, call: called(token, input) });

const PRETENCES: [string, HistoryLeg[]][] = [
  ["a transfer of nothing in the owner's name", [leg(GOOD, 0n, out)]],
  ["a transfer of nothing to the owner", [leg(GOOD, 0n)]],
  ["a scam token", [leg(SCAM, 5n)]],
  ["a suspicious token", [leg(CONTRACT, 5n)]],
  ["a token that imitates another", [leg(FAKE, 5n)]],
  ["an imitation that says the owner sent it", [leg(FAKE, 5n, out)]],
  ["an approval by an imitation", [leg(FAKE, 5n, { ...out, kind: LegKind.approval })]],
  ["an unknown token without a price", [leg(PLAIN, 5n)]],
  ["an unknown NFT", [nft(SPAM_ART)]],
  ["several of these", [leg(GOOD, 0n, out), leg(SCAM, 5n), nft(SPAM_ART)]],
];
test.each(PRETENCES)("%s is spam if sent by another account, and not in a call of the owner's", (_what, legs) => {
  expect(judge(legs)).toBe(true);
  expect(judge(legs, { sender: OWNER, recipient: POOL })).toBe(false);
});

const HONEST: [string, HistoryLeg[]][] = [
  ["a verified token", [leg(GOOD, 1n)]],
  ["a verified token that goes out", [leg(GOOD, 1n, out)]],
  ["a verified token beside a scam", [leg(SCAM, 5n), leg(GOOD, 1n)]],
  ["an unknown token with a price", [leg(PRICED, 1n)]],
  ["a priced token with the symbol of another", [leg(TWIN, 1n), leg(TWIN, 1n, out)]],
  ["a token that a protocol has issued", [leg(DEBT, 5n, { ...out, counterparty: NONE })]],
  ["a protocol's receipt", [leg(SHARE, 1n)]],
  ["the native coin", [leg(NATIVE_TOKEN, 1n, { kind: LegKind.native })]],
  ["an NFT of a known collection", [nft(GALLERY)]],
  ["an approval of a verified token", [leg(GOOD, 1n, { ...out, kind: LegKind.permit2Approval })]],
  ["an approval of NFTs", [leg(SPAM_ART, 1n, { ...out, kind: LegKind.operatorApproval })]],
  ["nothing", []],
];
test.each(HONEST)("%s is not spam", (_what, legs) => {
  expect(judge(legs)).toBe(false);
});

test("a transfer to the owner alone is not an airdrop, but a scam token is still spam", () => {
  expect(judge([leg(PLAIN, 5n)], byTransfer(PLAIN))).toBe(false);
  expect(judge([nft(SPAM_ART)], byTransfer(SPAM_ART, "0xf242432a"))).toBe(false);
  expect(judge([leg(SCAM, 5n)], byTransfer(SCAM))).toBe(true);
  expect(judge([leg(PLAIN, 5n)], byTransfer(GOOD))).toBe(true);
});

test("a call of a token that takes from the owner it names first, and of a protocol with the owner as argument, is no airdrop", () => {
  const [ownerWord, offset] = [OWNER.slice(2).padStart(64, "0"), "40".padStart(64, "0")];
  const legs = [leg(PLAIN, 5n, { ...out, counterparty: NONE })];
  const byCall = (to: Address, input: Hex, args: unknown[] = []) =>
    judge(legs, { recipient: to, call: { ...called(to, input), args } });
  expect(byCall(PLAIN, `0x3823caec${ownerWord}`)).toBe(false);
  expect(byCall(PLAIN, `0x3823caec${offset}${ownerWord}`)).toBe(true);
  const minted = judge([leg(PLAIN, 5n, { counterparty: NONE })], {
    recipient: PLAIN,
    call: { ...called(PLAIN, `0x40c10f19${ownerWord}`), args: [OWNER, 5n] },
  });
  expect(minted).toBe(true);
  expect(byCall(OTHER, `0x3823caec${ownerWord}`)).toBe(true);
  expect(byCall(POOL, "0x00a718a9", [GOOD, OWNER])).toBe(false);
  expect(byCall(POOL, "0x00a718a9", [[OWNER]])).toBe(true);
  expect(byCall(OTHER, "0x00a718a9", [GOOD, OWNER])).toBe(true);
});

test("in the owner's call of an unknown contract, only scams and imitations that come in alone are spam", () => {
  const own = (...legs: HistoryLeg[]) =>
    judge([leg(NATIVE_TOKEN, 9n, { ...out, kind: LegKind.fee }), ...legs], {
      sender: OWNER,
    });
  expect(own(leg(SCAM, 5n))).toBe(true);
  expect(own(leg(FAKE, 5n), leg(SCAM, 5n))).toBe(true);
  for (const other of [leg(GOOD, 1n), leg(NATIVE_TOKEN, 1n, { ...out, kind: LegKind.native }), leg(SCAM, 5n, out)]) {
    expect(own(leg(SCAM, 5n), other)).toBe(false);
  }
  for (const good of [leg(PLAIN, 5n), leg(TWIN, 5n), leg(CONTRACT, 5n), nft(SPAM_ART), leg(GOOD, 0n, out)]) {
    expect(own(good)).toBe(false);
  }
  expect(own()).toBe(false);
});

test("a worthless amount from an address that imitates another is spam, and what the owner really gained or lost is not", () => {
  const from = { counterparty: LOOKALIKE };
  const native = { ...from, kind: LegKind.native };
  const direct = byTransfer(GOOD);
  expect(judge([leg(GOOD, 999_999n, from)], direct)).toBe(true);
  expect(judge([leg(GOOD, 1_000_000n, from)], direct)).toBe(false);
  expect(judge([leg(PRICED, 499_999n, from)], direct)).toBe(true);
  expect(judge([leg(PRICED, 500_000n, from)], direct)).toBe(false);
  expect(judge([leg(NATIVE_TOKEN, 1n, native)], { recipient: OWNER, call: called(OWNER, "0x") })).toBe(true);
  expect(judge([leg(NATIVE_TOKEN, 1_000_000n, native)], { recipient: OWNER, call: called(OWNER, "0x") })).toBe(false);
  expect(judge([leg(PLAIN, 10n ** 12n, { ...from, ...out })], byTransfer(PLAIN))).toBe(true);
  expect(judge([leg(GOOD, 1n, { ...from, ...out })], direct)).toBe(false);
  expect(judge([leg(GOOD, 1n, from)], { ...direct, sender: OWNER })).toBe(false);
  expect(judge([leg(GOOD, 1n, from), leg(GOOD, 1n)], direct)).toBe(false);
  expect(judge([nft(SPAM_ART, from)], byTransfer(SPAM_ART))).toBe(true);
  expect(judge([nft(GALLERY, from)], byTransfer(GALLERY))).toBe(false);
  expect(judge([leg(SPAM_ART, 1n, { ...from, ...out, kind: LegKind.operatorApproval })])).toBe(false);
});

test("an account contract's own actions are those that it is called for, or made to send", () => {
  const legs = [leg(PLAIN, 5n)];
  expect(judge(legs, { recipient: OWNER, call: called(OWNER, "0x6a761202") })).toBe(false);
  expect(judge(legs, { recipient: OWNER, call: called(OWNER, "0x") })).toBe(true);
  const inner = called(OWNER, "0x12345678", [], OWNER);
  const entryPoint: Address = "0x0000000071727de22e5e9d8baf0edac6f37da032";
  expect(judge(legs, { recipient: entryPoint, call: called(entryPoint, "0x765e827f", [inner]) })).toBe(false);
  expect(judge(legs, { call: called(OTHER, "0x765e827f", [inner]) })).toBe(true);
});

test("putting the owner's name into the calldata of another's user operation is not an action of the owner", () => {
  const named = called(OTHER, "0x765e827f", [called(OWNER, "0x12345678", [], OWNER)]);
  const entryPoint: Address = "0x0000000071727de22e5e9d8baf0edac6f37da032";
  const call = called(entryPoint, "0x765e827f", [named], OTHER);
  expect(judge([leg(GOOD, 0n, out)], { recipient: entryPoint, call })).toBe(true);
});

test("transfers out of a contract are its own, as its modules may make them, but fake ones of a known token are not", () => {
  const isContract = { isContract: true };
  expect(judge([leg(PLAIN, 5n, out)])).toBe(true);
  expect(judge([leg(PLAIN, 5n, out), nft(SPAM_ART, out)], isContract)).toBe(false);
  expect(judge([leg(PLAIN, 5n)], isContract)).toBe(true);
  expect(judge([leg(FAKE, 5n, out)], isContract)).toBe(true);
  expect(judge([leg(GOOD, 0n, out)], isContract)).toBe(true);
});

test("without a known sender, only a scam token is evidence", () => {
  const unknown = { sender: undefined, recipient: undefined, call: undefined };
  const scams = PRETENCES.map(([what, legs]) => (judge(legs, unknown) ? what : undefined)).filter(Boolean);
  expect(scams).toEqual(["a scam token"]);
});
