import { type Address, parseEther, parseUnits, zeroAddress } from "viem";
import { encodeCall } from "../../contracts/encodeCall.ts";
import { galleryAbi, MARKETPLACE, marketplaceAbi } from "../../contracts/nfts.ts";
import { DEPLOYER, GALLERY } from "../../contracts/nonstandardTokenTable.ts";
import { SPENDERS } from "../actions/approving.ts";
import { ensureApproved } from "../actions/erc20.ts";
import { DEMO_OWNER } from "../../demoOwner.ts";
import type { World } from "../world.ts";
import type { Episode } from "./episode.ts";

const GAS = 600_000n;

const encodeJson = (metadata: unknown): string => Buffer.from(JSON.stringify(metadata)).toString("base64");

const DRAWING = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M0 0h9v9z'/></svg>";
const PICTURE = `data:image/svg+xml;base64,${Buffer.from(DRAWING).toString("base64")}`;
const METADATA = {
  name: "On chain",
  description: "All of it is in the URI",
  image: PICTURE,
  attributes: [{ trait_type: "Kind", value: "data" }],
};
const TRAP = { name: "<img src=x onerror=alert(1)>", description: "", image: "javascript:alert(1)" };

/** By id, from 1: every kind of URI, valid and hostile. */
export const GALLERY_URIS: readonly string[] = [
  "ipfs://QmeSjSinHpPnmXmspMjwiXyN6zS4E9zccariGR3jxcaWtq/1",
  `data:application/json;base64,${encodeJson(METADATA)}`,
  "https://nft.example/gallery/3.json",
  `data:application/json;utf8,${JSON.stringify(METADATA)}`,
  "",
  "http://169.254.169.254/latest/meta-data/",
  "file:///etc/passwd",
  `data:application/json;base64,${encodeJson(TRAP)}`,
  "data:application/json;base64,this is no base64",
  "data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==",
];

/** Ids that the deployer sells, in this order: for native coin, for wrapped coin, for USDC. */
const FOR_SALE = [101n, 102n, 2n ** 255n + 7n] as const;
const [FOR_COINS, FOR_WRAPPED, FOR_USDC] = FOR_SALE;
const BURNT = 201n;
const COIN_PRICE = parseEther("0.05");
const WRAPPED_PRICE = parseEther("0.02");
const USDC_PRICE = parseUnits("25", 6);

/** Half for the demo owner and half for another user. */
export const hangPictures: Episode = {
  name: "pictures are hung in the gallery",
  act(world) {
    const [first = DEMO_OWNER, second = DEMO_OWNER] = world.users;
    for (const [index, uri] of GALLERY_URIS.entries()) {
      hang(world, index % 2 === 0 || index < 4 ? first : second, BigInt(index + 1), uri);
    }
    for (const id of FOR_SALE) hang(world, DEPLOYER, id, `https://nft.example/gallery/${id}.json`);
    hang(world, DEMO_OWNER, BURNT, "");
  },
};

export const offerPictures: Episode = {
  name: "pictures are offered for coins, wrapped coins and USDC",
  act(world) {
    send(world, DEPLOYER, GALLERY, encodeCall(galleryAbi, "setApprovalForAll", [MARKETPLACE, true]));
    const offers: [id: bigint, payToken: Address, price: bigint][] = [
      [FOR_COINS, zeroAddress, COIN_PRICE],
      [FOR_WRAPPED, world.config.wrappedToken, WRAPPED_PRICE],
      [FOR_USDC, getUsdc(world), USDC_PRICE],
    ];
    for (const offer of offers)
      send(world, DEPLOYER, MARKETPLACE, encodeCall(marketplaceAbi, "list", [GALLERY, ...offer]));
  },
};

export const buyPictures: Episode = {
  name: "the demo owner buys them",
  act(world) {
    ensureApproved(world, DEMO_OWNER, world.config.wrappedToken, MARKETPLACE);
    ensureApproved(world, DEMO_OWNER, getUsdc(world), MARKETPLACE);
    for (const id of FOR_SALE) {
      const data = encodeCall(marketplaceAbi, "buy", [GALLERY, id]);
      send(world, DEMO_OWNER, MARKETPLACE, data, id === FOR_COINS ? COIN_PRICE : 0n);
    }
  },
};

/** One is burnt, one approved, one sent while approved; an operator is added and removed, another stays. */
export const handlePictures: Episode = {
  name: "the demo owner burns, approves and sends pictures",
  act(world) {
    const [spender, operator, former] = SPENDERS;
    const [, other = DEMO_OWNER] = world.users;
    const calls: [functionName: string, args: readonly unknown[]][] = [
      ["burn", [BURNT]],
      ["approve", [spender, 1n]],
      ["approve", [spender, 2n]],
      ["approve", [zeroAddress, 2n]],
      ["approve", [spender, 3n]],
      ["transferFrom", [DEMO_OWNER, other, 3n]],
      ["setApprovalForAll", [former, true]],
      ["setApprovalForAll", [former, false]],
      ["setApprovalForAll", [operator, true]],
    ];
    for (const [functionName, args] of calls)
      send(world, DEMO_OWNER, GALLERY, encodeCall(galleryAbi, functionName, args));
  },
};

const hang = (world: World, to: Address, id: bigint, uri: string): void =>
  world.writer.add({
    from: DEPLOYER,
    to: GALLERY,
    data: encodeCall(galleryAbi, "hang", [to, id, uri]),
    gas: 1_500_000n,
  });

const getUsdc = ({ tokens }: World): Address => tokens.find(({ symbol }) => symbol === "USDC")?.address ?? zeroAddress;

function send(world: World, from: Address, to: Address, data: `0x${string}`, value = 0n): void {
  if (!world.send({ from, to, data, value, gas: GAS })) throw new Error(`${from} can't pay for the gallery`);
}
