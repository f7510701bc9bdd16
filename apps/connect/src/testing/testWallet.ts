import type { launchBrowser } from "@portico/browser";
import type { Hex } from "viem";
import type { LocalAccount } from "viem/accounts";

/** The signer; a smart account has its own address. */
export type TestAccount = Pick<LocalAccount, "address" | "signMessage">;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>["newPage"]>>;

/** A wallet in a page; its keys stay in Node. Change its members to change its next behaviour. */
export type TestWallet = {
  /** Its accounts; none = locked. */
  accounts: TestAccount[];
  /** The signer, if not the requested account. */
  signer?: TestAccount;
  chainId: number;
  /** Method → the error code (EIP-1193) that it returns. */
  failures: Record<string, number>;
  /** Resolves when the wallet may respond to a signing request. */
  signDelay: Promise<unknown>;
  /** Requested methods, in order. */
  readonly requestedMethods: string[];
  /** Texts that it was asked to sign, in order. */
  readonly signedTexts: string[];
};

export type WalletLook = {
  readonly name?: unknown;
  readonly icon?: unknown;
  readonly uuid?: string;
  readonly rdns?: string;
};

type Call = { readonly method: string; readonly params?: readonly unknown[] };

export const createTestWallet = (...accounts: TestAccount[]): TestWallet => ({
  accounts,
  chainId: 1,
  failures: {},
  signDelay: Promise.resolve(),
  requestedMethods: [],
  signedTexts: [],
});

/** Adds the wallet to every document that the page opens from now on: announced by EIP-6963, or as window.ethereum. */
export async function installWallet(
  page: Page,
  wallet: TestWallet,
  look: WalletLook | "window.ethereum" = {},
): Promise<void> {
  const bridge = `wallet${Math.random().toString(36).slice(2)}`;
  await page.exposeBinding(bridge, (_source, call: Call) =>
    answer(wallet, call).then(
      (result) => ({ result }),
      (error: { code?: number; message?: string }) => ({
        error: { code: error.code ?? -32603, message: error.message ?? "" },
      }),
    ),
  );
  const info =
    look === "window.ethereum"
      ? null
      : { uuid: crypto.randomUUID(), name: "Test Wallet", icon: ICON, rdns: "test.wallet", ...look };
  await page.addInitScript(`(${script})(${JSON.stringify(bridge)}, ${JSON.stringify(info)})`);
}

/** Notifies the page that the user switched to another account, as wallets do. */
export async function switchAccount(page: Page, wallet: TestWallet, ...accounts: TestAccount[]): Promise<void> {
  wallet.accounts = accounts;
  await page.evaluate(`window.accountsChanged(${JSON.stringify(accounts.map(({ address }) => address))})`);
}

const ICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#e8743b"/><circle cx="16" cy="16" r="8" fill="#fff"/></svg>`)}`;

/** Runs in the browser. */
const script = `(bridge, info) => {
  const listeners = new Set();
  const provider = {
    request: async (call) => {
      const { result, error } = await window[bridge](call);
      if (error) throw Object.assign(new Error(error.message), { code: error.code });
      return result;
    },
    on: (event, listener) => event === "accountsChanged" && listeners.add(listener),
    removeListener: (event, listener) => listeners.delete(listener),
  };
  window.accountsChanged = (accounts) => listeners.forEach((listener) => listener(accounts));
  if (info === null) return void (window.ethereum = provider);
  const announce = () =>
    window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: Object.freeze({ info, provider }) }));
  window.addEventListener("eip6963:requestProvider", announce);
  announce();
}`;

async function answer(wallet: TestWallet, { method, params = [] }: Call): Promise<unknown> {
  wallet.requestedMethods.push(method);
  if (method === "personal_sign") await wallet.signDelay;
  const code = wallet.failures[method];
  if (code !== undefined) throw Object.assign(new Error(`test wallet: ${code}`), { code });
  if (method === "eth_accounts" || method === "eth_requestAccounts")
    return wallet.accounts.map(({ address }) => address);
  if (method === "eth_chainId") return `0x${wallet.chainId.toString(16)}`;
  if (method === "personal_sign") return signWith(wallet, params);
  throw Object.assign(new Error(`${method} is unknown`), { code: 4200 });
}

function signWith({ accounts, signer, signedTexts }: TestWallet, [message, address]: readonly unknown[]): Promise<Hex> {
  signedTexts.push(Buffer.from(String(message).slice(2), "hex").toString());
  const requestedAccount = accounts.find((account) => account.address.toLowerCase() === String(address).toLowerCase());
  const account = signer ?? requestedAccount;
  if (account === undefined) throw Object.assign(new Error("no such account"), { code: 4100 });
  return account.signMessage({ message: { raw: message as Hex } });
}
