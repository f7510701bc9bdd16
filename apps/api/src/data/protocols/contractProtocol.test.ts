import type { UserHistory } from "@portico/contract";
import type { Address } from "@portico/evm";
import { createContractNames } from "@portico/protocols";
import {
  describeNftContracts,
  LegKind,
  queueContractLinks,
  upsertContracts,
  writeContractLinks,
  writeNftOrigins,
  writeProtocolContracts,
} from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, CAROL, ETH_HEAD, USDC } from "../../testing/fillStore.ts";
import { hashOf, storeTransactions, type TestTransaction } from "../../testing/history.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";
import { readContractProtocols } from "./contractProtocol.ts";

const contract = (n: number): Address => `0xc0de${n.toString(16).padStart(36, "0")}`;
/** Not in the tables. */
const [POOL, CLONE, BEHIND_BEACON, CREATED, COLLECTION, FAKE, OWN, OWN_SAFE] = [1, 2, 3, 4, 5, 6, 7, 8].map(
  contract,
) as [Address, Address, Address, Address, Address, Address, Address, Address];
const V3_FACTORY: Address = "0x1f98431c8ad98523631ae4a59f267346ea31f984";
const HOP: Address = "0xb8901acb165ed027e32754e0ffe830802919727f";
const SAFE: Address = "0x41675c099f32341bf84bfc5382af534df5c7461a"; // Safe 1.4.1
const DAI: Address = "0x6b175474e89094c44da98b954eedeac495271d0f";

const api = await startFilledApi({
  contractNames: [
    { chain: "eth", address: OWN, protocol: "vaultco", name: "Vault Co", use: "bridge" },
    { chain: "eth", address: HOP, protocol: "hop", name: "My Hop", use: undefined },
  ],
});
afterAll(() => api.stop());

/** Alice calls each of them, and the block's number is its position in this list. */
const CALLED = [POOL, CLONE, BEHIND_BEACON, CREATED, COLLECTION, FAKE, OWN, HOP, OWN_SAFE];
const toTransaction = (recipient: Address, index: number): TestTransaction => ({
  blockNumber: 18_999_000n + BigInt(index),
  timeAt: 1_763_600_000 + index,
  tx: { recipient, input: "0x12345678" },
  legs: [{ token: USDC, rawAmount: 5_000_000n, counterparty: recipient }],
});
/** Alice pays a Safe. */
const PAID: TestTransaction = {
  ...toTransaction(OWN_SAFE, 49),
  tx: { recipient: OWN_SAFE, rawValue: 5n },
  legs: [{ kind: LegKind.native, rawAmount: 5n, counterparty: OWN_SAFE }],
};
/** Carol sends an NFT of a collection that runs a protocol's code. */
const AIRDROP: TestTransaction = {
  ...toTransaction(CLONE, 50),
  tx: { sender: CAROL, recipient: CLONE, input: "0x12345678" },
  legs: [{ kind: LegKind.nft, isInbound: true, token: CLONE, tokenId: 1n, counterparty: CAROL }],
};

beforeAll(async () => {
  const { db } = api;
  await storeTransactions(db, [...CALLED.map(toTransaction), PAID, AIRDROP]);
  const links = [POOL, CLONE, BEHIND_BEACON, FAKE, OWN_SAFE];
  await queueContractLinks(db, "eth", links, { firstBlock: 1n, lastBlock: ETH_HEAD.blockNumber });
  const none = { implementation: null, beacon: null, factory: null };
  await writeContractLinks(db, "eth", ETH_HEAD.blockNumber, [
    { ...none, address: POOL, factory: V3_FACTORY },
    { ...none, address: CLONE, implementation: HOP },
    { ...none, address: BEHIND_BEACON, implementation: BOB, beacon: V3_FACTORY },
    { ...none, address: FAKE, implementation: DAI, factory: USDC },
    { ...none, address: OWN_SAFE, implementation: SAFE },
  ]);
  await upsertContracts(db, "eth", [
    { address: CREATED, creator: OWN, blockNumber: 1n, txHash: `0x${"11".repeat(32)}`, timeAt: 1 },
  ]);
  const collection = { address: COLLECTION, isErc1155: false, name: "Made", symbol: null };
  await describeNftContracts(db, "eth", 1n, [collection, { ...collection, address: CLONE }]);
  await writeNftOrigins(db, "eth", [{ address: COLLECTION, timeAt: 1, creator: V3_FACTORY }]);
});

async function readItem(transaction: TestTransaction) {
  const [history] = await api.getJson<UserHistory[]>(`/v1/user/history_list?id=${ALICE}&chain_id=eth`);
  return history!.history_list.find(({ id }) => id === hashOf(transaction))!;
}

test.each([
  ["by the factory that has a record of it", POOL, "uniswap3", "factory"],
  ["by the code that it runs", CLONE, "hop", "implementation"],
  ["by the beacon of that code", BEHIND_BEACON, "uniswap3", "implementation"],
  ["as a Safe by the code of Safes", OWN_SAFE, "safe", "implementation"],
  ["by the operator's name of its creator", CREATED, "vaultco", "creator"],
  ["by the creator of an NFT collection that was looked up", COLLECTION, "uniswap3", "creator"],
  ["by the operator", OWN, "vaultco", "operator"],
  ["by the operator rather than by the table", HOP, "hop", "operator"],
])("a contract is named %s", async (_, address, id, source) => {
  const { protocols = [], project_id } = await readItem(toTransaction(address, CALLED.indexOf(address)));
  expect([project_id, protocols.map((one) => [one.id, one.source])]).toEqual([id, [[id, source]]]);
});

test("the operator's display name and use count, and tokens name nothing that belongs to them", async () => {
  const item = (address: Address) => readItem(toTransaction(address, CALLED.indexOf(address)));
  expect((await item(HOP)).protocols?.[0]?.name).toBe("My Hop");
  expect(await item(OWN)).toMatchObject({ category: "bridge_out", protocols: [{ name: "Vault Co" }] });
  expect((await item(FAKE)).protocols).toEqual([]);
});

test("a payment to somebody's Safe is not done with Safe", async () => {
  expect((await readItem(PAID)).protocols).toEqual([]);
});

test("a clone of a protocol's contract is as suspicious as any other", async () => {
  expect(await readItem(AIRDROP)).toMatchObject({ is_scam: true, protocols: [] });
});

test("a contract of the form of a farm has no name by that: anybody can deploy one", async () => {
  const [farm, listed] = [contract(90), contract(91)];
  await writeProtocolContracts(
    api.db,
    "eth",
    { blockNumber: 1n, timeAt: 100 },
    [farm, listed],
    [
      { address: farm, protocolId: "unlistedfarm", identity: "place" },
      { address: listed, protocolId: "uniswap2", identity: "place" },
    ],
  );
  const { tokens, protocols } = api.api;
  const deps = { db: api.db, tokens, protocols, contractNames: createContractNames([]) };
  const protocolOf = await readContractProtocols(deps, "eth", [farm, listed]);
  expect([protocolOf(farm), protocolOf(listed)?.id]).toEqual([null, "uniswap2"]);
});
