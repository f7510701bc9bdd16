import { plainText } from "../text/plainText.ts";

/** EIP-1193. */
export type Provider = {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: string, listener: (value: unknown) => void): void;
  removeListener?(event: string, listener: (value: unknown) => void): void;
};

/** A wallet that announced itself (EIP-6963). The icon is a data: URL or null; the name is untrusted text. */
export type Wallet = {
  readonly id: string;
  readonly name: string;
  readonly rdns: string;
  readonly icon: string | null;
  readonly provider: Provider;
};

export type WalletSearch = {
  list(): readonly Wallet[];
  /** True once every wallet had time to announce itself. */
  isOver(): boolean;
  again(): void;
  /** Stops calling back. */
  stop(): void;
};

/** How long wallets have to announce themselves before window.ethereum is used. */
const ANNOUNCEMENT_MS = 300;
const MAX_WALLETS = 30;

/**
 * Discovers wallets by EIP-6963 (the first announcement of a uuid wins); uses window.ethereum if none announces itself.
 * @param onChange - Called for each wallet found (possibly before this returns), and when the search ends.
 */
export function searchWallets(onChange: (wallets: readonly Wallet[]) => void): WalletSearch {
  const announced = new Map<string, Wallet>();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const list = (): readonly Wallet[] => (announced.size > 0 || !isOver ? [...announced.values()] : fallback());
  const again = (): void => {
    isOver = false;
    clearTimeout(timer); // of an earlier search
    window.dispatchEvent(new Event("eip6963:requestProvider"));
    timer = setTimeout(() => {
      isOver = true;
      onChange(list());
    }, ANNOUNCEMENT_MS);
  };
  const onAnnounce = (event: Event): void => {
    const wallet = readAnnouncement((event as CustomEvent<unknown>).detail);
    if (wallet === null || announced.has(wallet.id) || announced.size >= MAX_WALLETS) return;
    announced.set(wallet.id, wallet);
    onChange(list());
  };
  const stop = (): void => {
    clearTimeout(timer);
    window.removeEventListener("eip6963:announceProvider", onAnnounce);
  };
  window.addEventListener("eip6963:announceProvider", onAnnounce);
  again();
  return { list, isOver: () => isOver, again, stop };
}

function readAnnouncement(detail: unknown): Wallet | null {
  const { info, provider } = (detail ?? {}) as { info?: Record<string, unknown>; provider?: unknown };
  if (typeof info?.["uuid"] !== "string" || !isProvider(provider)) return null;
  const { uuid, name, icon, rdns } = info;
  return {
    id: uuid,
    name: plainText(name, 40) || "A wallet without a name",
    rdns: plainText(rdns, 60),
    icon: typeof icon === "string" && /^data:image\//i.test(icon) ? icon : null,
    provider,
  };
}

function fallback(): Wallet[] {
  const { ethereum } = window as { ethereum?: unknown };
  if (!isProvider(ethereum)) return [];
  return [{ id: "window.ethereum", name: "Browser wallet", rdns: "", icon: null, provider: ethereum }];
}

const isProvider = (value: unknown): value is Provider =>
  typeof (value as Partial<Provider> | null)?.request === "function";

/** Calls back with lower-case addresses when the wallet's accounts change; the result stops it. */
export function watchAccounts({ provider }: Wallet, onChange: (accounts: readonly string[]) => void): () => void {
  const listener = (value: unknown): void => onChange(readAccounts(value));
  provider.on?.("accountsChanged", listener);
  return () => provider.removeListener?.("accountsChanged", listener);
}

export const readAccounts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value
        .filter((one): one is string => typeof one === "string" && /^0x[0-9a-f]{40}$/i.test(one))
        .map((one) => one.toLowerCase())
    : [];
