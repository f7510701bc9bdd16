import { announce, Button, Note } from "@portico/ui";
import { formatAccount } from "@portico/ui/browser";
import { useState } from "react";
import { useSession } from "../../api/useSession.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";
import { explainLists } from "../../lists/explainLists.ts";
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
      <Note tone="caution" title={t("lists.accountUnreadable")}>
        <p>{t("lists.browserShown")}</p>
      </Note>
    );
  if (account.kind === "read" && account.lists !== null) return <OfAccount account={account.account} />;
  return (
    <div className="lists-lead">
      <p className="quiet">{t("lists.inBrowser")}</p>
      {account.kind === "signedOut" && session?.is_enabled === true && (
        <p className="quiet">
          <Message id="lists.signInToKeep" tags={{ link: <a href="/auth/login?to=/lists" /> }} />
        </p>
      )}
      {account.kind === "read" && (
        <>
          <p className="quiet">{t("lists.accountKeepsNone")}</p>
          <Move>{t("lists.keepInAccount")}</Move>
        </>
      )}
    </div>
  );
}

function OfAccount({ account }: { readonly account: string }) {
  const own = useBrowserLists();
  const copy = (): void => {
    try {
      announce(copyToBrowser() ? t("lists.copied") : t("lists.storesNothing"));
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      announce(explainLists(error));
    }
  };
  return (
    <div className="lists-lead">
      <p className="quiet">
        <Message id="lists.inAccount" params={{ account: <code>{nameAccount(account)}</code> }} />
      </p>
      <Button size="small" onClick={copy}>
        {t("lists.copyToBrowser")}{" "}
      </Button>
      {!isEmpty(own) && (
        <Note title={t("lists.browserHasOwn")}>
          <p>
            {t("lists.ownInBrowser", {
              labels: Object.keys(own.labels).length,
              watched: own.watched.length,
              bundles: own.bundles.length,
            })}
          </p>
          <div className="actions">
            <Move>{t("lists.moveToAccount")}</Move>
            <Button size="small" look="danger" onClick={() => void removeBrowserLists()}>
              {t("lists.removeFromBrowser")}{" "}
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
      if (await moveToAccount()) announce(t("lists.accountKeeps"));
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      setProblem(explainLists(error));
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
  return formatAccount(address, chain === null ? null : t("lists.chainNumber", { chain }));
}
