import type { UserHistory } from "@portico/contract";
import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { LegKind, queueContractLinks, writeContractLinks, type Leg } from "@portico/store";
import { encodeFunctionData, parseAbi } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, CAROL, ETH_HEAD, RECEIPT, USDC, WETH } from "../../testing/fillStore.ts";
import { hashOf, storeTransactions, type TestTransaction } from "../../testing/history.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const abi = parseAbi([
  "function withdraw(address asset, uint256 amount, address to)",
  "function claimAllRewardsToSelf(address[] assets)",
  "function approve(address spender, uint256 value)",
  "function approve(address token, address spender, uint160 amount, uint48 expiration)",
]);
const WITHDRAW = encodeFunctionData({ abi, functionName: "withdraw", args: [USDC, 5n, ALICE] });
const CLAIM = encodeFunctionData({ abi, functionName: "claimAllRewardsToSelf", args: [[USDC]] });
const APPROVE = encodeFunctionData({ abi, functionName: "approve", args: [BOB, 5n] });
const PERMIT2_APPROVE = encodeFunctionData({ abi, functionName: "approve", args: [USDC, CAROL, 5n, 9] });

const PERMIT2: Address = "0x000000000022d473030f116ddee9f6b43ac78ba3";
const ROUTER: Address = "0x7a250d5630b4cf539739df2c5dacb4c659f2488d"; // Uniswap V2
const HOP: Address = "0xb8901acb165ed027e32754e0ffe830802919727f";
/** Runs the code of a protocol's contract, like anybody's proxy can. */
const CLONE: Address = "0x00000000000000000000000000000000000c104e";
const UNKNOWN: Address = "0x00000000000000000000000000000000000000c9";

let blockNumber = 18_994_000n;
const send = (recipient: Address, input: Hex, legs: Partial<Leg>[]): TestTransaction => ({
  blockNumber: (blockNumber += 1n),
  timeAt: 1_763_650_000,
  tx: { recipient, input },
  legs,
});
const out = (token: Address, rawAmount: bigint, counterparty: Address): Partial<Leg> => ({
  token,
  rawAmount,
  counterparty,
});
const into = (...leg: Parameters<typeof out>): Partial<Leg> => ({ ...out(...leg), isInbound: true });
const allow = (counterparty: Address, kind: LegKind = LegKind.approval): Partial<Leg> => ({
  kind,
  token: USDC,
  rawAmount: 5n,
  counterparty,
});

const made = {
  withdrawn: send(UNKNOWN, WITHDRAW, [out(RECEIPT, 5_000_000n, ZERO_ADDRESS), into(USDC, 5_000_000n, UNKNOWN)]),
  returned: send(ROUTER, WITHDRAW, [out(RECEIPT, 5_000_000n, ROUTER), into(USDC, 5_000_000n, ROUTER)]),
  robbed: send(UNKNOWN, WITHDRAW, [out(RECEIPT, 5_000_000n, UNKNOWN), into(USDC, 1n, UNKNOWN)]),
  burnt: send(UNKNOWN, WITHDRAW, [out(USDC, 5_000_000n, ZERO_ADDRESS)]),
  pledged: send(ROUTER, WITHDRAW, [out(WETH, 10n ** 15n, ROUTER), into(USDC, 5_000_000n, ROUTER)]),
  claimed: send(UNKNOWN, CLAIM, [out(USDC, 5_000_000n, UNKNOWN), into(WETH, 10n ** 15n, UNKNOWN)]),
  hidden: send(UNKNOWN, "0x12345678", [
    ...[1, 2, 3].map((n) => out(`0x${String(n).repeat(40)}`, 1n, UNKNOWN)),
    out(USDC, 5_000_000n, UNKNOWN),
  ]),
  allowed: send(USDC, APPROVE, [allow(HOP)]),
  phished: send(USDC, APPROVE, [allow(CLONE)]),
  permitted: send(PERMIT2, PERMIT2_APPROVE, [allow(CAROL, LegKind.permit2Approval)]),
  several: send(UNKNOWN, APPROVE, [allow(HOP), { ...allow(BOB), subIndex: 1 }]),
};

beforeAll(async () => {
  await storeTransactions(api.db, Object.values(made));
  await queueContractLinks(api.db, "eth", [CLONE], { firstBlock: 1n, lastBlock: ETH_HEAD.blockNumber });
  const link = { address: CLONE, implementation: HOP, beacon: null, factory: null };
  await writeContractLinks(api.db, "eth", ETH_HEAD.blockNumber, [link]);
});

test.each<[keyof typeof made, string | RegExp]>([
  ["withdrawn", "Withdrew 5 USDC from Uniswap V2"],
  ["returned", "Withdrew 5 USDC from Uniswap V2"],
  ["robbed", /: sent 5 rUSDC and received 0\.000001 USDC$/],
  ["burnt", /: sent 5 USDC$/],
  ["pledged", /: sent 0\.001 WETH and received 5 USDC$/],
  ["claimed", /5 USDC.*0\.001 WETH/],
  ["hidden", /: sent 5 USDC, some .* and 1 more$/],
  ["allowed", "Allowed Hop Protocol to move USDC"],
  ["phished", "Allowed 0x0000…104e to move USDC"],
  ["permitted", "Allowed 0x0000…00c0 to move USDC"],
  ["several", "Allowed several addresses to move USDC"],
])("a sentence hides no loss, and trusts no borrowed name: %s", async (name, sentence) => {
  const [history] = await api.getJson<UserHistory[]>(`/v1/user/history_list?id=${ALICE}&chain_id=eth&page_count=100`);
  const { summary } = history!.history_list.find(({ id }) => id === hashOf(made[name]))!;
  expect(summary).toMatch(typeof sentence === "string" ? new RegExp(`^${sentence}$`) : sentence);
});
