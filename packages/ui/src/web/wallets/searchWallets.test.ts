import { afterEach, beforeEach, expect, test } from "vitest";
import { readAccounts, searchWallets, type Wallet, type WalletSearch } from "./searchWallets.ts";

// The parts of a window that are needed; the pages' own browser tests cover the rest.
let page: EventTarget & { ethereum?: unknown };
beforeEach(() => {
  page = new EventTarget();
  Object.assign(globalThis, { window: page });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "window"));

const provider = { request: () => Promise.resolve() };
const announce = (info: object, of: unknown = provider) =>
  page.dispatchEvent(Object.assign(new Event("eip6963:announceProvider"), { detail: { info, provider: of } }));

/** Resolves when the search ends. */
function search(found: (wallets: readonly Wallet[]) => void = () => undefined) {
  const { promise, resolve } = Promise.withResolvers<WalletSearch>();
  const begun: WalletSearch = searchWallets((wallets) => {
    found(wallets);
    queueMicrotask(() => begun.isOver() && resolve(begun));
  });
  return { begun, over: promise };
}

test("the first announcement of a wallet wins, and its texts are sanitized", async () => {
  page.addEventListener("eip6963:requestProvider", () => {
    announce({ uuid: "a", name: "Good\u202Eelgoog", rdns: "io.good", icon: "data:image/png;base64,AA" });
    announce({ uuid: "a", name: "Impostor" });
    announce({ uuid: "b", name: 7, icon: "https://evil.example/pixel" });
    announce({ uuid: 7 });
    announce({ uuid: "c" }, {});
  });
  const list = (await search().over).list();
  expect(list.map(({ id, name, icon }) => [id, name, icon])).toEqual([
    ["a", "Goodelgoog", "data:image/png;base64,AA"],
    ["b", "A wallet without a name", null],
  ]);
});

test("window.ethereum is used when the search ends without an announcement; a stopped search reports nothing", async () => {
  page.ethereum = provider;
  const counts: number[] = [];
  const { begun, over } = search((wallets) => counts.push(wallets.length));
  expect(begun.list()).toEqual([]);
  begun.again(); // both searches end once
  expect((await over).list().map(({ id }) => id)).toEqual(["window.ethereum"]);
  await new Promise((resolve) => setTimeout(resolve, 5)); // the first one would have ended by now
  begun.stop();
  announce({ uuid: "late" });
  expect(counts).toEqual([1]);
});

test("accounts are lower-case addresses, nothing else", () => {
  const address = "0x00000000000000000000000000000000000A11CE";
  expect(readAccounts([address, "0x1", 7, null])).toEqual([address.toLowerCase()]);
  expect([readAccounts("0x"), readAccounts(undefined)]).toEqual([[], []]);
});
