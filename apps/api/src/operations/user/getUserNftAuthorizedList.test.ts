import type { UserNFTAuthorized } from "@portico/contract";
import type { Address } from "@portico/evm";
import {
  applyTokenList,
  describeNftContracts,
  queueAccountCodes,
  upsertContracts,
  upsertNftApprovals,
  upsertOperatorApprovals,
  writeAccountCodes,
  writeNftApprovals,
  writeNftBalances,
  writeOperatorApprovals,
} from "@portico/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALICE, BOB, ETH_HEAD } from "../../testing/fillStore.ts";
import { readProblem } from "../../testing/readProblem.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const APES: Address = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
const STOREFRONT: Address = "0x495f947276749ce646f68ac8c248420045cb7b5e";
const UNSEEN: Address = "0x00000000000000000000000000000000000000a1";
const [MARKET, FRIEND]: [Address, Address] = [
  "0x00000000000000000000000000000000000000e1",
  "0x00000000000000000000000000000000000000e2",
];
const block = ETH_HEAD.blockNumber;
const seen = { blockNumber: block - 5n, timeAt: 1_763_000_000 };

async function request(owner: Address): Promise<UserNFTAuthorized> {
  const res = await api.get(`/v1/user/nft_authorized_list?id=${owner}&chain_id=eth`);
  expect(res.status).toBe(200);
  const answer = (await res.json()) as UserNFTAuthorized[];
  expect(answer).toHaveLength(1);
  return answer[0]!;
}

beforeAll(async () => {
  const { db } = api;
  const nft = (contract: Address, tokenId: bigint, rawAmount = 1n) => ({
    owner: BOB,
    contract,
    tokenId,
    isErc1155: contract === STOREFRONT,
    rawAmount,
  });
  const held = [nft(APES, 1n), nft(APES, 2n), nft(APES, 3n, 0n), nft(STOREFRONT, 2n ** 256n - 1n, 5n)];
  await upsertNftApprovals(db, "eth", [
    { owner: BOB, contract: APES, tokenId: 1n, spender: FRIEND, ...seen },
    { owner: BOB, contract: APES, tokenId: 2n, spender: FRIEND, ...seen },
    { owner: BOB, contract: APES, tokenId: 3n, spender: FRIEND, ...seen },
  ]);
  await writeNftBalances(db, "eth", block, held);
  const spender = "0x0000000000000000000000000000000000000000";
  await writeNftApprovals(db, "eth", block, [{ owner: BOB, contract: APES, tokenId: 2n, spender }]);
  await describeNftContracts(db, "eth", block, [
    { address: APES, isErc1155: false, name: "BoredApeYachtClub", symbol: "BAYC" },
    { address: STOREFRONT, isErc1155: true, name: null, symbol: null },
  ]);
  const operator = (contract: Address, by: Address) => ({ owner: BOB, contract, operator: by });
  const approved = [operator(APES, MARKET), operator(STOREFRONT, MARKET), operator(UNSEEN, FRIEND)];
  const all = [...approved, operator(APES, FRIEND)];
  await upsertOperatorApprovals(
    db,
    "eth",
    all.map((key) => ({ ...key, ...seen })),
  );
  await upsertOperatorApprovals(db, "base", [{ ...operator(APES, FRIEND), ...seen }]);
  await writeOperatorApprovals(
    db,
    "eth",
    block,
    all.map((key) => ({ ...key, isApproved: approved.includes(key) })),
  );
  const txHash = `0x${"22".repeat(32)}` as const;
  await upsertContracts(db, "eth", [{ address: MARKET, creator: FRIEND, blockNumber: 1n, txHash, timeAt: 1 }]);
});

test("an owned NFT with an approved spender is listed with that spender", async () => {
  const { tokens } = await request(BOB);
  expect(tokens).toHaveLength(1);
  expect(tokens[0]).toMatchObject({
    contract_id: APES,
    inner_id: "1",
    symbol: "BAYC",
    contract_name: "BoredApeYachtClub",
    total_supply: 1,
    amount: "1",
    is_erc721: true,
    is_erc1155: false,
    spenders: [{ id: FRIEND, protocol: null, is_contract: null, last_approve_at: 1_763_000_000 }],
    collection: { id: `eth:${APES}`, name: "BoredApeYachtClub" },
  });
  expect(tokens[0]?.spender).toEqual(tokens[0]?.spenders[0]);
});

test("contracts with an approved operator are listed, with the number of the owner's NFTs", async () => {
  const { contracts, total } = await request(BOB);
  expect(
    contracts.map(({ contract_id, amount, is_erc721, is_erc1155 }) => [contract_id, amount, is_erc721, is_erc1155]),
  ).toEqual([
    [UNSEEN, "0", false, false],
    [STOREFRONT, "1", false, true],
    [APES, "2", true, false],
  ]);
  expect(contracts[2]).toMatchObject({ contract_name: "BoredApeYachtClub", collection: { id: `eth:${APES}` } });
  expect(contracts[2]?.spenders).toMatchObject([{ id: MARKET, is_contract: true, risk_level: null }]);
  expect(contracts[0]).toMatchObject({ contract_name: "", spenders: [{ id: FRIEND, is_contract: null }] });
  expect(total).toBe("3");
});

test("whether a spender has code is as its account was read", async () => {
  await queueAccountCodes(api.db, "eth", new Set([FRIEND]));
  await writeAccountCodes(api.db, "eth", ETH_HEAD, [{ address: FRIEND, hasCode: false }]);
  const { tokens, contracts } = await request(BOB);
  expect(contracts[0]?.spenders).toMatchObject([{ id: FRIEND, is_contract: false }]);
  expect(tokens.flatMap(({ spenders }) => spenders)).toContainEqual(
    expect.objectContaining({ id: FRIEND, is_contract: false }),
  );
});

test("a collection in the chain's token list is verified here too, as a contract and of an NFT", async () => {
  const logoUrl = "https://logos.example/apes.png";
  await applyTokenList(api.db, "eth", [
    { address: APES, name: null, symbol: null, decimals: null, logoUrl, isCore: true },
  ]);
  const { tokens, contracts } = await request(BOB);
  const listed = { is_verified: true, is_core: true, logo_url: logoUrl };
  expect(tokens[0]).toMatchObject({ contract_id: APES, collection: listed });
  expect(contracts[2]).toMatchObject({ contract_id: APES, collection: listed });
  expect(contracts[1]).toMatchObject({ contract_id: STOREFRONT, collection: { is_verified: false, logo_url: null } });
});

test("an address without approvals gets one empty entry", async () => {
  expect(await request(ALICE)).toEqual({ tokens: [], contracts: [], total: "0" });
});

test("the header has the block, and a chain during its first sync is 503", async () => {
  const res = await api.get(`/v1/user/nft_authorized_list?id=${BOB}&chain_id=eth`);
  expect(res.headers.get("portico-chains")).toBe("eth;block=19000000;time=1763700000;since=18992800");
  const syncing = await api.get(`/v1/user/nft_authorized_list?id=${BOB}&chain_id=arb`);
  expect([(await readProblem(syncing)).code, syncing.status]).toEqual(["upstream_error", 503]);
});
