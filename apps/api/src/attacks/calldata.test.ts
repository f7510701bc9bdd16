import type { ExplainTx } from "@portico/contract";
import type { Address } from "@portico/evm";
import { describeNftContracts, ensureNfts, writeNftOutcomes } from "@portico/store";
import { functionRows } from "@portico/transactions";
import fc from "fast-check";
import { encodeFunctionData, parseAbi, parseAbiItem, toFunctionSelector, type AbiFunction } from "viem";
import { afterAll, expect, test } from "vitest";
import { ALICE, USDC, WETH } from "../testing/fillStore.ts";
import { startFilledApi } from "../testing/startFilledApi.ts";

const api = await startFilledApi();
afterAll(() => api.stop());

const selectors = functionRows.map(({ signature }) =>
  toFunctionSelector(parseAbiItem<string>(signature) as AbiFunction).slice(2),
);
const hexOf = (maxBytes: number) =>
  fc.uint8Array({ maxLength: maxBytes }).map((bytes) => Buffer.from(bytes).toString("hex"));
const wordOf = (value: bigint) => value.toString(16).padStart(64, "0");
/** Plausible offsets, lengths, addresses and amounts, and hostile ones. */
const word = fc.oneof(
  fc.integer({ min: 0, max: 24 }).map((n) => wordOf(BigInt(n) * 32n)),
  fc.integer({ min: 0, max: 5 }).map((n) => wordOf(BigInt(n))),
  fc.constantFrom(ALICE, USDC, WETH).map((address) => wordOf(BigInt(address))),
  fc.constantFrom(2n ** 256n - 1n, 2n ** 255n, 2n ** 160n - 1n, 2n ** 64n, 2n ** 32n - 1n).map(wordOf),
  fc.constantFrom(...selectors).map((selector) => selector.padEnd(64, "0")),
);
const calldata = fc.oneof(
  hexOf(300),
  fc
    .tuple(fc.constantFrom(...selectors), fc.array(word, { maxLength: 24 }), hexOf(20))
    .map(([selector, words, rest]) => selector + words.join("") + rest),
);
const body = fc.record({
  chainId: fc.constantFrom(1, "base", "0x1"),
  from: fc.constantFrom(ALICE, USDC),
  to: fc.constantFrom(USDC, WETH, ALICE, "0x00000000000000000000000000000000000000ff", ""),
  value: fc.constantFrom("", "0x", "0x1", `0x${"f".repeat(64)}`),
  data: calldata.map((hex) => `0x${hex}`),
});

async function explain(tx: object): Promise<ExplainTx> {
  const res = await api.post("/v1/wallet/explain_tx", JSON.stringify({ tx }));
  const text = await res.text();
  expect({ status: res.status, text }).toMatchObject({ status: 200 });
  return JSON.parse(text) as ExplainTx;
}

test("any calldata is explained: 1,000 random and half-valid inputs, each response conforming to the contract", async () => {
  let requestCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(body, { minLength: 10, maxLength: 10 }), async (bodies) => {
      for (const { actions } of await Promise.all(bodies.map(explain))) expect(actions.length).toBeGreaterThan(0);
      requestCount += bodies.length;
    }),
    { numRuns: 100 },
  );
  expect(requestCount).toBeGreaterThanOrEqual(1_000);
});

/** The same long list of NFTs for many calls: what a few kB of offsets can request. */
function shareTail(calls: number, items: number): string {
  const batch = toFunctionSelector("safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)").slice(2);
  const list = wordOf(BigInt(items)) + wordOf(1n).repeat(items);
  const [ids, empty] = [5n * 32n, 5n * 32n + BigInt(32 * (items + 1))];
  const inner = batch + [BigInt(ALICE), BigInt(USDC), ids, ids, empty].map(wordOf).join("") + list + wordOf(0n);
  const bytes = inner.length / 2;
  const data = wordOf(BigInt(bytes)) + inner.padEnd(Math.ceil(inner.length / 64) * 64, "0");
  const multicall = toFunctionSelector("multicall(bytes[])").slice(2);
  return `0x${multicall}${wordOf(32n)}${wordOf(BigInt(calls))}${wordOf(BigInt(calls * 32)).repeat(calls)}${data}`;
}

test("calldata that repeats itself a million times gets a response of bounded length", async () => {
  const tx = { chainId: 1, from: ALICE, to: USDC, data: shareTail(250, 4_000) };
  expect(tx.data.length).toBeLessThan(524_290);
  const { actions } = await explain(tx);
  expect(actions.length).toBeLessThanOrEqual(1_000);
  expect(actions.at(-1)).toMatchObject({ type: "call", category: "" });
});

const CARDS: Address = "0x00000000000000000000000000000000000a1002";
const sendCards = (ids: readonly bigint[]) =>
  encodeFunctionData({
    abi: parseAbi(["function safeBatchTransferFrom(address, address, uint256[], uint256[], bytes)"]),
    args: [ALICE, USDC, ids, ids, "0x"],
  });

test("of very many actions the first 1,000 but one are returned, with a note that there are more", async () => {
  const ids = Array.from({ length: 1_000 }, (_, index) => BigInt(index));
  const data = [sendCards(ids), sendCards([...ids, 1_000n])];
  const [whole, cut] = await Promise.all(data.map((one) => explain({ chainId: 1, from: ALICE, to: CARDS, data: one })));
  expect(whole?.actions).toHaveLength(1_000);
  expect(whole?.actions.at(-1)).toMatchObject({ type: "send_nft", nft: { inner_id: "999", amount: 999 } });
  expect(cut?.actions).toHaveLength(1_000);
  expect(cut?.actions.at(-2)).toMatchObject({ type: "send_nft", nft: { inner_id: "998" } });
  expect(cut?.actions.at(-1)).toMatchObject({ type: "call", from_addr: ALICE, to_addr: CARDS, category: "" });
});

test("a named NFT with a megabyte of text does not make a response of a hundred", async () => {
  const nft = { contract: CARDS, tokenId: 7n };
  await describeNftContracts(api.db, "eth", 1n, [{ address: CARDS, isErc1155: true, name: "Cards", symbol: null }]);
  await ensureNfts(api.db, "eth", [{ ...nft, isErc1155: true }]);
  const content = `data:image/svg+xml,${"a".repeat(900_000)}`;
  const expected = { name: "Big", description: null, contentType: "image_url", content, thumbnailUrl: null };
  await writeNftOutcomes(api.db, "eth", [
    { ...nft, kind: "fetched", uri: null, metadata: { ...expected, attributes: [] } },
  ]);
  const data = sendCards(Array.from({ length: 100 }, () => 7n));
  const { actions } = await explain({ chainId: 1, from: ALICE, to: CARDS, data });
  const nftTexts = actions.map((action) => (action.type === "send_nft" ? [action.nft.name, action.nft.content] : []));
  expect(nftTexts.filter(([name, shown]) => name === "Big" && shown === content)).toHaveLength(4);
  expect(nftTexts.filter(([name, shown]) => name === "Big" && shown === "")).toHaveLength(96);
});

test("nested calls are decoded to a limited depth", async () => {
  const multicall = toFunctionSelector("multicall(bytes[])").slice(2);
  let data = "00";
  for (let depth = 0; depth < 200; depth++) {
    const length = data.length / 2;
    const padded = data.padEnd(Math.ceil(data.length / 64) * 64, "0");
    data = multicall + wordOf(32n) + wordOf(1n) + wordOf(32n) + wordOf(BigInt(length)) + padded;
  }
  const { actions } = await explain({ chainId: 1, from: ALICE, to: USDC, data: `0x${data}` });
  expect(actions).toMatchObject([{ type: "call" }]);
});
