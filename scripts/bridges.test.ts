import type { UserHistory } from "@portico/contract";
import { startTestApi, type TestApi } from "@portico/api/testing/startTestApi";
import { compileContract, nameAddress, startBareChain, type BareChain, type ContractWrite } from "@portico/devnet";
import { ZERO_ADDRESS, type Address, type Hex } from "@portico/evm";
import { syncToHead } from "@portico/indexer/testing/sync";
import { encodeAbiParameters, encodeEventTopics, parseAbi, parseAbiParameters } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";

const artifact = compileContract("Bridge");
const events = parseAbi([
  "event V3FundsDeposited(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 indexed destinationChainId, uint32 indexed depositId, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityDeadline, address indexed depositor, address recipient, address exclusiveRelayer, bytes message)",
  "event FilledV3Relay(address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 repaymentChainId, uint256 indexed originChainId, uint32 indexed depositId, uint32 fillDeadline, uint32 exclusivityDeadline, address exclusiveRelayer, address indexed relayer, address depositor, address recipient, bytes message, (address, bytes, uint256, uint8) execution)",
]);
const [ALICE, RELAYER] = ["alice", "relayer"].map((name) => nameAddress(name).toLowerCase() as Address) as [
  Address,
  Address,
];
/** Of Across, on each chain. */
const SPOKE_POOLS = {
  eth: "0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5",
  base: "0x09aea4b2242abc8bb4bb78d537a67a245a7bec64",
} as const;
const ETHER = 10n ** 18n;
const [ETH_ID, BASE_ID, ARB_ID] = [1n, 8453n, 42_161n];

let eth: BareChain;
let base: BareChain;
let api: TestApi;

beforeAll(async () => {
  [eth, base, api] = await Promise.all([startBareChain(1), startBareChain(8453), startTestApi()]);
  await eth.install(SPOKE_POOLS.eth, artifact.bytecode);
  await base.install(SPOKE_POOLS.base, artifact.bytecode);
  await base.setBalance(RELAYER, 1_000n * ETHER); // before the snapshot
});
afterAll(() => Promise.all([eth.stop(), base.stop(), api.stop()]));

function deposit(rawAmount: bigint, id: number, destination = BASE_ID): Promise<Hex> {
  const args = { destinationChainId: destination, depositId: id, depositor: ALICE };
  const topics = encodeEventTopics({ abi: events, eventName: "V3FundsDeposited", args });
  const data = encodeAbiParameters(
    parseAbiParameters("address, address, uint256, uint256, uint32, uint32, uint32, address, address, bytes"),
    [ZERO_ADDRESS, ZERO_ADDRESS, rawAmount, rawAmount, 0, 0, 0, ALICE, ZERO_ADDRESS, "0x"],
  );
  return call(eth, ALICE, { functionName: "take", args: [topics, data], value: rawAmount });
}

function fill(rawAmount: bigint, id: number): Promise<Hex> {
  const args = { originChainId: ETH_ID, depositId: id, relayer: RELAYER };
  const topics = encodeEventTopics({ abi: events, eventName: "FilledV3Relay", args });
  const data = encodeAbiParameters(
    parseAbiParameters(
      "address, address, uint256, uint256, uint256, uint32, uint32, address, address, address, bytes, (address, bytes, uint256, uint8)",
    ),
    [
      ZERO_ADDRESS,
      ZERO_ADDRESS,
      rawAmount,
      rawAmount,
      0n,
      0,
      0,
      ZERO_ADDRESS,
      ALICE,
      ALICE,
      "0x",
      [ALICE, "0x", rawAmount, 0],
    ],
  );
  return call(base, RELAYER, { functionName: "pay", args: [ALICE, topics, data], value: rawAmount });
}

const deliver = (rawAmount: bigint): Promise<Hex> =>
  call(base, RELAYER, { functionName: "paySilently", args: [ALICE], value: rawAmount });

const call = (chain: BareChain, from: Address, write: Omit<ContractWrite, "abi" | "to">): Promise<Hex> =>
  chain.write(from, { to: chain === eth ? SPOKE_POOLS.eth : SPOKE_POOLS.base, abi: artifact.abi, ...write });

async function sync(): Promise<void> {
  const chains = Object.entries({ eth, base }).map(([chain, { rpcUrl }]) => ({
    chain,
    rpcUrls: [rpcUrl],
    startBlock: 0n,
  }));
  await syncToHead(api.db, chains);
  await api.api.tokens.reload();
}

/** What Alice's history says of a transaction: its sentence, and the other side. */
async function describe(hash: Hex) {
  const [page] = await api.getJson<UserHistory[]>(`/v1/user/all_history_list?id=${ALICE}`);
  const { summary, counterpart } = page!.history_list.find(({ id }) => id === hash)!;
  return { summary, other: counterpart && [counterpart.chain, counterpart.id, counterpart.proof] };
}

test("both sides of a transfer name each other by its id, until a reorganisation removes one", async () => {
  const left = await deposit(ETHER, 1);
  const before = await base.rpc.call<string>("evm_snapshot", []);
  const arrived = await fill((ETHER * 999n) / 1000n, 1);
  await sync();
  expect(await describe(left)).toEqual({ summary: "Bridged 1 ETH to Base by Across", other: ["base", arrived, "id"] });
  expect(await describe(arrived)).toEqual({
    summary: "Received 0.999 ETH from Ethereum by Across",
    other: ["eth", left, "id"],
  });

  await base.rpc.call("evm_revert", [before]);
  await base.mine(3);
  await sync();
  expect(await describe(left)).toEqual({ summary: "Bridged 1 ETH to Base by Across", other: ["base", null, null] });

  const again = await fill((ETHER * 998n) / 1000n, 1);
  await sync();
  expect(await describe(left)).toMatchObject({ other: ["base", again, "id"] });
});

test("without an id, the other side is known if only one transaction fits", async () => {
  const [clear, unclear] = [await deposit(3n * ETHER, 2), await deposit(5n * ETHER, 3)];
  const [arrived, one, other] = [
    await deliver((ETHER * 299n) / 100n),
    await deliver((ETHER * 499n) / 100n),
    await deliver((ETHER * 499n) / 100n),
  ];
  await sync();
  expect(await describe(clear)).toMatchObject({ other: ["base", arrived, "match"] });
  expect(await describe(arrived)).toEqual({
    summary: "Received 2.99 ETH from Ethereum by Across",
    other: ["eth", clear, "match"],
  });
  expect(await describe(unclear)).toMatchObject({ other: ["base", null, null] });
  expect([await describe(one), await describe(other)]).toEqual([
    { summary: "Received 4.99 ETH by Across", other: null },
    { summary: "Received 4.99 ETH by Across", other: null },
  ]);
});

test("of a chain that is not indexed, only its name is known", async () => {
  const left = await deposit(7n * ETHER, 4, ARB_ID);
  await sync();
  expect(await describe(left)).toEqual({
    summary: "Bridged 7 ETH to Arbitrum by Across",
    other: ["arb", null, null],
  });
});
