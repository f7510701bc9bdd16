import { Button, Note } from "@portico/ui";
import type { Wallet } from "@portico/ui/browser";
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SendProblem } from "./sendCall.ts";

interface WalletButtonsProps {
  readonly wallets: readonly Wallet[];
  readonly sending: UseMutationResult<unknown, Error, Wallet>;
  /** What each button sends: "Send", "Send 2 transactions". */
  readonly label: string;
}

/** A button for each wallet of this browser. */
export const WalletButtons = ({ wallets, sending, label }: WalletButtonsProps) => (
  <div className="actions end">
    {wallets.map((wallet) => (
      <Button
        key={wallet.id}
        look="danger main"
        isBusy={sending.isPending && sending.variables.id === wallet.id}
        isOff={sending.isPending}
        onClick={() => sending.mutate(wallet)}
      >
        {label} with {wallet.name}
      </Button>
    ))}
  </div>
);

/** Why a wallet didn't send, if it was asked. */
export const SendFailure = ({ error, title }: { readonly error: Error | null; readonly title: string }): ReactNode =>
  error !== null && (
    <Note tone="bad" title={title}>
      <p>{error instanceof SendProblem ? error.message : "Something went wrong. Try again."}</p>
    </Note>
  );
