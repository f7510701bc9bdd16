import { announce, Button, Note } from "@portico/ui";
import { formatAccount, plural } from "@portico/ui/browser";
import { useState } from "react";
import { useSession } from "../../api/useSession.ts";
import { copyToBrowser, moveToAccount } from "../../lists/changeLists.ts";
import { removeBrowserLists } from "../../lists/browserLists.ts";
import { useAccountLists, useBrowserLists } from "../../lists/listStore.ts";
import { type Lists, ListsError } from "../../../lists/readLists.ts";

/** Where the lists are kept, and how to keep them elsewhere. */
export function ListsPlace() {
  const account = useAccountLists();
  const session = useSession();
  if (account.kind === "failed")
    return (
      <Note tone="caution" title="The lists of your account can't be read right now">
        <p>Those below are of this browser. Nothing can be changed until your account can be read.</p>
      </Note>
    );
  if (account.kind === "read" && account.lists !== null) return <OfAccount account={account.account} />;
  return (
    <div className="lists-lead">
      <p className="quiet">
        They are kept in this browser only. Export them to have them elsewhere, or to keep them safe.
      </p>
      {account.kind === "signed out" && session?.is_enabled === true && (
        <p className="quiet">
          <a href="/auth/login?to=/lists">Sign in</a> to keep them in your account instead, and see them in every
          browser in which you sign in.
        </p>
      )}
      {account.kind === "read" && (
        <>
          <p className="quiet">
            Your account keeps no lists. If you keep these there, the server of this explorer stores them under your
            account, every browser in which you sign in shows them, and they are removed from this one.
          </p>
          <Move>Keep them in your account</Move>
        </>
      )}
    </div>
  );
}

function OfAccount({ account }: { readonly account: string }) {
  const own = useBrowserLists();
  const copy = (): void => {
    try {
      announce(copyToBrowser() ? "Copied to this browser" : "This browser stores nothing here.");
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      announce(error.message);
    }
  };
  return (
    <div className="lists-lead">
      <p className="quiet">
        They are kept in your account <code>{nameAccount(account)}</code>, on the server of this explorer: every browser
        in which you sign in shows them, and nothing of them stays in a browser that signs out.
      </p>
      <Button size="small" onClick={copy}>
        Copy them to this browser
      </Button>
      {!isEmpty(own) && (
        <Note title="This browser has lists of its own">
          <p>
            {plural(Object.keys(own.labels).length, "label")},{" "}
            {plural(own.watched.length, "watched address", "watched addresses")} and{" "}
            {plural(own.bundles.length, "bundle")} are kept in this browser only, and are shown when you are signed out.
            What your account has already stays as it is there.
          </p>
          <div className="actions">
            <Move>Move them to your account</Move>
            <Button size="small" look="danger" onClick={() => void removeBrowserLists()}>
              Remove them from this browser
            </Button>
          </div>
        </Note>
      )}
    </div>
  );
}

function Move({ children }: { readonly children: string }) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const move = async (): Promise<void> => {
    setIsBusy(true);
    try {
      setProblem("");
      if (await moveToAccount()) announce("Your account keeps the lists");
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      setProblem(error.message);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button size="small" look="main" isBusy={isBusy} onClick={() => void move()}>
        {children}
      </Button>
      {problem !== "" && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

const isEmpty = ({ labels, watched, bundles }: Lists): boolean =>
  Object.keys(labels).length + watched.length + bundles.length === 0;

/** @param account - An address, or a contract's account on a chain (CAIP-10). */
export function nameAccount(account: string): string {
  const [, chain = null, address = account] = /^eip155:(\d+):(0x.+)$/.exec(account) ?? [];
  return formatAccount(address, chain === null ? null : `chain ${chain}`);
}
