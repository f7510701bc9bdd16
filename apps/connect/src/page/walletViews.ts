import { initialOf, shortAddress, type Wallet } from "@portico/ui/browser";
import { type Child, element, paragraph } from "./element.ts";
import type { Explanation } from "./explainProblem.ts";
import type { Attempt, Step } from "./proveAddress.ts";
import type { View } from "./screen.ts";

export const waitingView = (wallet: Wallet, step: HTMLElement, ways: readonly Child[]): View => ({
  heading: `Waiting for ${wallet.name}`,
  body: [
    element(
      "div",
      { class: "waiting" },
      walletIcon(wallet),
      element("span", { class: "spinner", "aria-hidden": "true" }),
    ),
    step,
    paragraph(
      "Nothing opened? The wallet may be locked or behind this window: open it from the browser's toolbar.",
      "note",
    ),
    ...ways,
  ],
});

/** What to do in the wallet now. */
export function stepText(step: Step, { wallet, address }: Attempt): string {
  const who = address === null ? "" : ` with ${shortAddress(address)}`;
  if (step === "connect") return `Connect your account in ${wallet.name}.`;
  if (step === "check") return "Checking the signature …";
  const prompt = `Sign the message${who} in ${wallet.name}. It costs nothing and sends no transaction.`;
  return step === "sign" ? prompt : `The message has expired, here is a new one. ${prompt}`;
}

export const problemView = ({ title, text }: Explanation, body: readonly Child[]): View => ({
  heading: title,
  lead: text,
  tone: "problem",
  body,
});

/** @param address - The wallet's current account; undefined if it is locked. */
export const switchedView = (address: string | undefined, body: readonly Child[]): View => ({
  heading: address === undefined ? "The wallet was locked" : "You switched accounts",
  lead:
    address === undefined ? "Unlock it, then try again." : `The wallet now uses ${address}. You are not signed in yet.`,
  body,
});

/** Wallets of the same name are distinguished by their rdns. */
export function walletButtons(wallets: readonly Wallet[], click: (wallet: Wallet) => void): HTMLElement {
  const isTwice = ({ name }: Wallet): boolean => wallets.filter((other) => other.name === name).length > 1;
  const items = wallets.map((wallet) =>
    element(
      "li",
      {},
      element(
        "button",
        { type: "button", class: "wallet", "data-wallet": wallet.id, click: () => click(wallet) },
        walletIcon(wallet),
        element("bdi", {}, wallet.name),
        isTwice(wallet) ? element("small", {}, wallet.rdns) : null,
      ),
    ),
  );
  return element("ul", {}, ...items);
}

const walletIcon = ({ icon, name }: Wallet): HTMLElement =>
  icon === null
    ? element("span", { class: "wallet-icon letter", "aria-hidden": "true" }, initialOf(name))
    : element("img", { class: "wallet-icon", src: icon, alt: "", width: "32", height: "32" });
