import { plainText, shortAddress } from "@portico/ui/browser";
import { ServerProblem } from "./callServer.ts";
import { WalletLocked } from "./proveAddress.ts";

/** An error in words, and how to continue. */
export type Explanation = {
  readonly title: string;
  readonly text: string;
  /** The button to continue; "other" leads to the list of wallets instead of the same wallet. */
  readonly goOn: "same" | "other";
  readonly label: string;
  /** Seconds until a retry makes sense; 0 = at once. */
  readonly waitS: number;
};

const AGAIN = { goOn: "same", label: "Try again", waitS: 0 } as const;
const OTHER = { goOn: "other", label: "Choose another wallet", waitS: 0 } as const;

/** EIP-1193, EIP-1474 and JSON-RPC codes of wallets. */
const OF_WALLET: Readonly<Record<number, Explanation>> = {
  4001: { title: "You declined in the wallet", text: "Nothing was signed. You can try again at any time.", ...AGAIN },
  4100: {
    title: "The wallet didn't let this page use the account",
    text: "Open the wallet, unlock it and connect the account to this site. Then try again.",
    ...AGAIN,
  },
  4200: {
    title: "This wallet can't sign in",
    text: "It doesn't support signing messages (personal_sign).",
    ...OTHER,
  },
  4900: {
    title: "The wallet is offline",
    text: "It isn't connected to any network. Check it, then try again.",
    ...AGAIN,
  },
  4901: {
    title: "The wallet is offline",
    text: "It isn't connected to its network. Check it, then try again.",
    ...AGAIN,
  },
  [-32002]: {
    title: "The wallet has a pending request",
    text: "Another request is open in it. Open the wallet, approve or reject that request, and try again.",
    ...AGAIN,
  },
};

const OF_SERVER: Readonly<Record<string, Omit<Explanation, "waitS">>> = {
  unreachable: {
    title: "The server can't be reached",
    text: "Nothing is lost. Check your connection and try again: you continue where you stopped.",
    ...AGAIN,
  },
  chain_unavailable: {
    title: "This account's network doesn't respond",
    text: "A smart account's signature is checked on its own network, and that can't be reached right now. Your signature was not rejected: try again in a moment, the wallet will ask you to sign again.",
    ...AGAIN,
  },
  rate_limited: {
    title: "Too many requests",
    text: "You tried too often in a short time. Nothing is lost: wait a moment, then try again.",
    ...AGAIN,
  },
  temporarily_unavailable: {
    title: "The service is busy",
    text: "Nothing is lost. Try again in a moment.",
    ...AGAIN,
  },
  signed_out: {
    title: "You are signed out",
    text: "Your session expired, or you signed in with another address. Reload this page.",
    ...AGAIN,
  },
  challenge_expired: {
    title: "The message to sign has expired",
    text: "It was open for too long in the wallet. Try again: the wallet will show a new one.",
    ...AGAIN,
  },
  next_elsewhere: {
    title: "Something went wrong",
    text: "The server sent a URL that isn't its own.",
    ...AGAIN,
  },
};

/** @param address - The wallet's account, if the error is about a signature. */
export function explainProblem(error: unknown, address: string | null): Explanation {
  if (error instanceof WalletLocked) {
    return {
      title: "The wallet is locked",
      text: "It offered no account. Unlock it, choose an account and try again.",
      ...AGAIN,
    };
  }
  return error instanceof ServerProblem ? explainServer(error, address) : explainWallet(error);
}

function explainServer({ code, status, retryAfterS, reply }: ServerProblem, address: string | null): Explanation {
  if (code === "signature_invalid") return wrongAccount(address);
  const known = OF_SERVER[code] ?? OF_SERVER[status === 429 ? "rate_limited" : ""];
  if (known !== undefined) return { ...known, waitS: Math.min(retryAfterS, 600) };
  const text = plainText(reply.message, 300);
  return {
    title: "Something went wrong",
    text: text || "This is an error of the service. Nothing is lost: try again in a moment.",
    ...AGAIN,
  };
}

function wrongAccount(address: string | null): Explanation {
  const whom = address === null ? "the account" : shortAddress(address);
  return {
    title: "The signature is from another account",
    text: `It doesn't prove that you control ${whom}. Choose that account in the wallet and try again. A smart account signs on the network that it is deployed on: choose that network as well.`,
    ...AGAIN,
  };
}

function explainWallet(error: unknown): Explanation {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const known = OF_WALLET[code === -32601 ? 4200 : Number(code)];
  if (known !== undefined) return known;
  const reason = plainText(message, 200);
  return {
    title: "The wallet reported a problem",
    text: reason || "It gave no details. Try again, or use another wallet.",
    ...AGAIN,
  };
}
