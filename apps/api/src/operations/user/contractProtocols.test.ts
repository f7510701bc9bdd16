import type { UserNft, UserNFTAuthorized, UserTokenAuthorized } from "@portico/contract";
import type { Address } from "@portico/evm";
import {
  upsertApprovals,
  upsertOperatorApprovals,
  writeAllowances,
  writeNftBalances,
  writeOperatorApprovals,
  writeProtocolContracts,
} from "@portico/store";
import { afterAll, expect, test } from "vitest";
import { BOB, ETH_HEAD, RECEIPT, USDC } from "../../testing/fillStore.ts";
import { startFilledApi } from "../../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const FACTORY: Address = "0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f";
const PAIR: Address = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const V3_POSITIONS: Address = "0xc36442b4a4522e871399cd717abdd847ab11fe88";
const APES: Address = "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d";
const UNKNOWN_ADDRESS: Address = "0x00000000000000000000000000000000000000e1";
const { blockNumber } = ETH_HEAD;
const seen = { blockNumber: blockNumber - 5n, timeAt: 1_763_000_000 };
const uniswap2 = { id: "uniswap2", chain: "eth", name: "Uniswap V2", logo_url: "" };

const request = async <T>(operation: string): Promise<T> => {
  const res = await api.get(`/v1/user/${operation}?id=${BOB}&chain_id=eth`);
  expect(res.status).toBe(200);
  return (await res.json()) as T;
};

test("a spender belongs to the protocol of the adapter's table or of the detected contract, and is unknown otherwise", async () => {
  await writeProtocolContracts(
    api.db,
    "eth",
    { blockNumber: 1n, timeAt: 100 },
    [],
    [
      { address: PAIR, protocolId: "uniswap2", identity: "receipt" },
      { address: RECEIPT, protocolId: "an adapter that is gone", identity: "receipt" },
    ],
  );
  await api.api.tokens.reload(); // without waiting for the receipt's notification
  const allowances = [FACTORY, PAIR, UNKNOWN_ADDRESS, RECEIPT].map((spender) => {
    const key = { owner: BOB, token: USDC, spender, isPermit2: false };
    return { ...key, rawAmount: 5n, expiresAt: null };
  });
  const changes = allowances.map((key) => ({ ...key, ...seen }));
  await upsertApprovals(api.db, "eth", changes);
  await writeAllowances(api.db, "eth", blockNumber, allowances);
  const [token] = await request<UserTokenAuthorized[]>("token_authorized_list");
  const known = token?.spenders.map(({ id, protocol, is_contract }) => [id, { protocol, is_contract }]) ?? [];
  expect(Object.fromEntries(known)).toEqual({
    [FACTORY]: { protocol: uniswap2, is_contract: true },
    [PAIR]: { protocol: uniswap2, is_contract: true },
    [UNKNOWN_ADDRESS]: { protocol: null, is_contract: null },
    [RECEIPT]: { protocol: null, is_contract: true },
  });
});

test("an operator of NFTs is described in the same way", async () => {
  const operators = [FACTORY, UNKNOWN_ADDRESS].map((operator) => ({ owner: BOB, contract: APES, operator }));
  await writeNftBalances(api.db, "eth", blockNumber, [
    { owner: BOB, contract: APES, tokenId: 1n, isErc1155: false, rawAmount: 1n },
  ]);
  await upsertOperatorApprovals(
    api.db,
    "eth",
    operators.map((key) => ({ ...key, ...seen })),
  );
  await writeOperatorApprovals(
    api.db,
    "eth",
    blockNumber,
    operators.map((key) => ({ ...key, isApproved: true })),
  );
  const [answer] = await request<UserNFTAuthorized[]>("nft_authorized_list");
  const spenders = answer?.contracts[0]?.spenders ?? [];
  expect(new Map(spenders.map(({ id, protocol }) => [id, protocol?.id]))).toEqual(
    new Map([
      [FACTORY, "uniswap2"],
      [UNKNOWN_ADDRESS, undefined],
    ]),
  );
});

test("an NFT that is a position names its protocol, and any other has none", async () => {
  const nft = (contract: Address) => ({ owner: BOB, contract, tokenId: 7n, isErc1155: false, rawAmount: 1n });
  await writeNftBalances(api.db, "eth", blockNumber, [nft(V3_POSITIONS), nft(APES)]);
  const list = await request<UserNft[]>("nft_list");
  expect(list.find(({ contract_id }) => contract_id === V3_POSITIONS)?.protocol).toMatchObject({
    id: "uniswap3",
    name: "Uniswap V3",
    tvl: 0,
  });
  expect(list.filter(({ contract_id }) => contract_id === APES).map(({ protocol }) => protocol)).toEqual([null, null]);
});
