import { readAccounts, type Wallet } from "@portico/ui/browser";
import { callServer, ServerProblem } from "./callServer.ts";
import type { Challenge } from "./interactionResponse.ts";

/** A wallet without a usable account; other wallet problems are its own errors. */
export class WalletLocked extends Error {
  override readonly name = "WalletLocked";
}

/** Endpoints of challenges and signatures, relative to the page. */
export type ProofPaths = { readonly challenge: string; readonly signature: string };

/** A sign-in with one wallet. It is kept when a step fails, so that a retry continues from there. */
export type Attempt = {
  readonly wallet: Wallet;
  address: string | null;
  /** Signed, but not confirmed by the server. */
  signed: { readonly nonce: string; readonly signature: string } | null;
};

export type Step = "connect" | "sign" | "check" | "sign again";

/**
 * Proves control of an address: connect, challenge, personal_sign, signature. If the challenge expires before that, it
 * requests another one by itself.
 * @param report - Called as each step begins.
 * @returns the server's response to the signature.
 * @throws ServerProblem, WalletLocked, or the wallet's error.
 */
export async function proveAddress<T>(attempt: Attempt, paths: ProofPaths, report: (step: Step) => void): Promise<T> {
  const wasSigned = attempt.signed !== null;
  if (!wasSigned) await sign(attempt, paths, report, "sign");
  try {
    return await deliver<T>(attempt, paths, report);
  } catch (error) {
    if (!(error instanceof ServerProblem) || !STALE.has(error.code)) throw error;
  }
  await sign(attempt, paths, report, "sign again");
  return deliver<T>(attempt, paths, report);
}

const STALE = new Set(["challenge_expired", "challenge_used", "challenge_unknown"]);

async function sign(attempt: Attempt, paths: ProofPaths, report: (step: Step) => void, step: Step): Promise<void> {
  const { provider } = attempt.wallet;
  report("connect");
  const address = readAccounts(await provider.request({ method: "eth_requestAccounts" }))[0];
  if (address === undefined) throw new WalletLocked();
  attempt.address = address;
  const chainId = readChainId(await provider.request({ method: "eth_chainId" }));
  const { body } = await callServer<Challenge>("POST", paths.challenge, { address, chain_id: chainId });
  report(step);
  const signature = await provider.request({ method: "personal_sign", params: [toHex(body.message), address] });
  attempt.signed = { nonce: body.nonce, signature: String(signature) };
}

/** An unconfirmed signature is kept and sent again; a judged one is discarded. */
async function deliver<T>(attempt: Attempt, paths: ProofPaths, report: (step: Step) => void): Promise<T> {
  report("check");
  try {
    return (await callServer<T>("POST", paths.signature, attempt.signed)).body;
  } catch (error) {
    const isLost = error instanceof ServerProblem && (error.code === "unreachable" || error.status === 429);
    if (!isLost) attempt.signed = null;
    throw error;
  }
}

/** Wallets return hexadecimal, some a number; for anything else chain 1 is assumed. */
function readChainId(value: unknown): number {
  const chainId = Number(value);
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 1;
}

const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
