import { Button, Note } from "@portico/ui";
import type { Wallet } from "@portico/ui/browser";
import type { UseMutationResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SendProblem } from "./sendCall.ts";
import { t } from "../../languages/t.ts";

interface WalletButtonsProps {
  readonly wallets: readonly Wallet[];
  readonly sending: UseMutationResult<unknown, Error, Wallet>;
  /** What a button says, with its wallet's name: "Send with …". */
  readonly labelFor: (wallet: string) => string;
}

/** A button for each wallet of this browser. */
export const WalletButtons = ({ wallets, sending, labelFor }: WalletButtonsProps) => (
  <div className="actions end">
    {wallets.map((wallet) => (
      <Button
        key={wallet.id}
        look="danger main"
        isBusy={sending.isPending && sending.variables.id === wallet.id}
        isOff={sending.isPending}
        onClick={() => sending.mutate(wallet)}
      >
        {labelFor(wallet.name)}
      </Button>
    ))}
  </div>
);

/** Why a wallet didn't send, if it was asked. */
export const SendFailure = ({ error, title }: { readonly error: Error | null; readonly title: string }): ReactNode =>
  error !== null && (
    <Note tone="bad" title={title}>
      <p>{error instanceof SendProblem ? error.message : t("approvals.wentWrong")}</p>
    </Note>
  );
