import { readAccounts, type Wallet } from "@portico/ui/browser";
import { callServer, ServerProblem } from "./callServer.ts";
import type { Challenge } from "./wire.ts";

/** A wallet without a usable account; the rest of its problems are its own errors. */
export class WalletLocked extends Error {
  override readonly name = "WalletLocked";
}

/** Where the server gives challenges and takes signatures, relative to the page. */
export type ProofPaths = { readonly challenge: string; readonly signature: string };

/** One sign-in with one wallet. It is kept when a step fails, so that the next try goes on from there. */
export type Attempt = {
  readonly wallet: Wallet;
  address: string | null;
  /** Signed, and not known to have arrived. */
  signed: { readonly nonce: string; readonly signature: string } | null;
};

export type Step = "connect" | "sign" | "check" | "sign again";

/**
 * Proves that the wallet holds an address: connect, challenge, personal_sign, signature. When the challenge ran out
 * meanwhile, asks for one more by itself.
 * @param tell - Called as each step begins.
 * @returns The server's answer to the signature.
 * @throws ServerProblem, WalletLocked, or whatever the wallet throws.
 */
export async function proveAddress<T>(attempt: Attempt, paths: ProofPaths, tell: (step: Step) => void): Promise<T> {
  const wasSigned = attempt.signed !== null;
  if (!wasSigned) await sign(attempt, paths, tell, "sign");
  try {
    return await deliver<T>(attempt, paths, tell);
  } catch (error) {
    if (!(error instanceof ServerProblem) || !STALE.has(error.code)) throw error;
  }
  await sign(attempt, paths, tell, "sign again");
  return deliver<T>(attempt, paths, tell);
}

const STALE = new Set(["challenge_expired", "challenge_used", "challenge_unknown"]);

async function sign(attempt: Attempt, paths: ProofPaths, tell: (step: Step) => void, step: Step): Promise<void> {
  const { provider } = attempt.wallet;
  tell("connect");
  const address = readAccounts(await provider.request({ method: "eth_requestAccounts" }))[0];
  if (address === undefined) throw new WalletLocked();
  attempt.address = address;
  const chainId = readChainId(await provider.request({ method: "eth_chainId" }));
  const { body } = await callServer<Challenge>("POST", paths.challenge, { address, chain_id: chainId });
  tell(step);
  const signature = await provider.request({ method: "personal_sign", params: [toHex(body.message), address] });
  attempt.signed = { nonce: body.nonce, signature: String(signature) };
}

/** A signature that didn't arrive is kept and sent again; one that was judged is of no more use. */
async function deliver<T>(attempt: Attempt, paths: ProofPaths, tell: (step: Step) => void): Promise<T> {
  tell("check");
  try {
    return (await callServer<T>("POST", paths.signature, attempt.signed)).body;
  } catch (error) {
    const isLost = error instanceof ServerProblem && (error.code === "unreachable" || error.status === 429);
    if (!isLost) attempt.signed = null;
    throw error;
  }
}

/** Wallets answer in hexadecimal, some as a number; one that answers neither is taken to be on the first chain. */
function readChainId(value: unknown): number {
  const chainId = Number(value);
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 1;
}

const toHex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
