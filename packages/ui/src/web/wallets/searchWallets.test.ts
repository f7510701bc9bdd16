import { afterEach, beforeEach, expect, test } from "vitest";
import { readAccounts, searchWallets, type Wallet, type WalletSearch } from "./searchWallets.ts";

// The little of a window that is needed; the rest is shown by the pages' own tests in a browser.
let page: EventTarget & { ethereum?: unknown };
beforeEach(() => {
  page = new EventTarget();
  Object.assign(globalThis, { window: page });
});
afterEach(() => void Reflect.deleteProperty(globalThis, "window"));

const provider = { request: () => Promise.resolve() };
const announce = (info: object, of: unknown = provider) =>
  page.dispatchEvent(Object.assign(new Event("eip6963:announceProvider"), { detail: { info, provider: of } }));

/** Resolves when the search is over. */
function search(found: (wallets: readonly Wallet[]) => void = () => undefined) {
  const { promise, resolve } = Promise.withResolvers<WalletSearch>();
  const begun: WalletSearch = searchWallets((wallets) => {
    found(wallets);
    queueMicrotask(() => begun.isOver() && resolve(begun));
  });
  return { begun, over: promise };
}

test("the first announcement of a wallet counts, and what it says is text that does no harm", async () => {
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

test("window.ethereum counts when the search is over and nobody announced themselves; who stops hears no more", async () => {
  page.ethereum = provider;
  const counts: number[] = [];
  const { begun, over } = search((wallets) => counts.push(wallets.length));
  expect(begun.list()).toEqual([]);
  begun.again(); // both searches end once
  expect((await over).list().map(({ id }) => id)).toEqual(["window.ethereum"]);
  await new Promise((resolve) => setTimeout(resolve, 5)); // the first would have ended meanwhile, too
  begun.stop();
  announce({ uuid: "late" });
  expect(counts).toEqual([1]);
});

test("accounts are addresses in lower case, and nothing else", () => {
  const address = "0x00000000000000000000000000000000000A11CE";
  expect(readAccounts([address, "0x1", 7, null])).toEqual([address.toLowerCase()]);
  expect([readAccounts("0x"), readAccounts(undefined)]).toEqual([[], []]);
});
