import type { UserNft } from "@portico/contract";
import { expect, test } from "vitest";
import { findNfts, groupNfts } from "./groupNfts.ts";
import { formatAttribute, nftTitle } from "./nftText.ts";

const nft = (contract: string, id: string, fields: Partial<UserNft> = {}): UserNft => ({
  id: `${contract}-${id}`,
  contract_id: contract,
  inner_id: id,
  chain: "eth",
  name: "",
  description: "",
  content_type: "",
  content: "",
  detail_url: "",
  contract_name: contract.toUpperCase(),
  is_erc1155: false,
  is_erc721: true,
  amount: 1,
  usd_price: 0,
  collection_id: "",
  attributes: [],
  protocol: null,
  pay_token: null,
  ...fields,
});

const collection = (fields: Partial<NonNullable<UserNft["collection"]>>): NonNullable<UserNft["collection"]> => ({
  id: "",
  chain: "eth",
  name: "",
  logo_url: null,
  is_core: false,
  is_verified: false,
  is_scam: null,
  is_suspicious: null,
  floor_price: null,
  credit_score: null,
  ...fields,
});

test("NFTs are grouped by collection: verified, then most valuable, then largest, scams last", () => {
  const groups = groupNfts([
    nft("bad", "1", { collection: collection({ is_scam: true, is_verified: true }) }),
    nft("many", "1"),
    nft("many", "2"),
    nft("one", "1"),
    nft("dear", "1", { usd_price: 5, amount: 3 }),
    nft("known", "1", { collection: collection({ is_verified: true, name: "Known", lowest_sale_price: 7 }) }),
    nft("one", "1", { chain: "base" }),
  ]);
  expect(groups.map(({ id }) => id)).toEqual(["eth:known", "eth:dear", "eth:many", "eth:one", "base:one", "eth:bad"]);
  expect(groups.map(({ usdValue }) => usdValue).slice(0, 2)).toEqual([0, 15]);
  expect(groups[0]).toMatchObject({ name: "Known", lowestSale: 7 });
  expect(groups[2]).toMatchObject({ name: "MANY", nfts: { length: 2 } });
});

test("a search keeps whole collections by their name and single NFTs by theirs", () => {
  const groups = groupNfts([nft("apes", "1", { name: "Fred" }), nft("apes", "22"), nft("cats", "1")]);
  const found = (text: string) => findNfts(groups, text).flatMap(({ nfts }) => nfts.map(({ id }) => id));
  expect(found("APE")).toEqual(["apes-1", "apes-22"]);
  expect(found("fred ")).toEqual(["apes-1"]);
  expect(found("22")).toEqual(["apes-22"]);
  expect(found("2")).toEqual([]);
  expect(found("")).toHaveLength(3);
});

test("names and attributes are text, regardless of the author's content", () => {
  expect(nftTitle({ name: " ", inner_id: "8520" })).toBe("#8520");
  expect(nftTitle({ name: "", inner_id: "9".repeat(78) })).toBe("#999999…999999");
  expect(formatAttribute({ value: { a: ["<b>"] } })).toBe('{"a":["<b>"]}');
  expect(formatAttribute({ value: 7 })).toBe("7");
  expect(formatAttribute({ value: undefined })).toBe("");
  expect(formatAttribute({ value: "x".repeat(1000) })).toHaveLength(201);
});
