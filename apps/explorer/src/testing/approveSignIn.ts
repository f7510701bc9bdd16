import type { PrivateKeyAccount } from "viem/accounts";

/** A browser tab at the sign-in service. */
export interface Tab {
  /** Follows redirects. @returns the URL at which the tab stays. */
  readonly open: (url: string) => Promise<URL>;
  /** Sends a request of the sign-in page. @param json - Posted; without it, the request is a GET. */
  // oxlint-disable-next-line typescript/no-explicit-any -- what a server answered
  readonly call: (url: string, json?: object) => Promise<any>;
}

export interface Approval {
  readonly wallet: PrivateKeyAccount;
  readonly decision?: "allow" | "refuse";
}

/** Does what the sign-in page does for a user with a wallet. @returns the URL to which the browser is redirected. */
export async function approveSignIn(tab: Tab, start: string, { wallet, decision = "allow" }: Approval): Promise<URL> {
  let at = await tab.open(start);
  const isPending = (): boolean => at.pathname.startsWith("/signin/");
  if (isPending() && (await tab.call(`${at.href}/details`)).prompt === "login") {
    const { nonce, message } = await tab.call(`${at.href}/challenge`, { address: wallet.address, chain_id: 1 });
    const signature = await wallet.signMessage({ message });
    at = await tab.open((await tab.call(`${at.href}/signature`, { nonce, signature })).next);
  }
  if (!isPending()) return at;
  const { csrf } = await tab.call(`${at.href}/details`);
  return await tab.open((await tab.call(`${at.href}/decision`, { decision, csrf })).next);
}
