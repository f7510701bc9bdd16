import { announce, Button, Dialog } from "@portico/ui";
import { useState } from "react";
import { requestAccount, reloadSession } from "../../api/accountApi.ts";
import { t } from "../../languages/t.ts";
import { openAccountLists } from "../../lists/accountLists.ts";
import { deleteStoredAnswers } from "../../shell/connection.ts";
import { nameAccount } from "./ListsPlace.tsx";

interface DeleteDialogProps {
  readonly account: string;
  readonly close: () => void;
}

/** Asks before everything of an account is deleted. */
export function DeleteDialog({ account, close }: DeleteDialogProps) {
  const [isSure, setIsSure] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const name = nameAccount(account);
  const fail = (text: string): void => {
    setProblem(text);
    setIsBusy(false);
  };
  const deleteAll = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const response = await requestAccount(account, "deletion", { json: { account } });
      if (!response.ok) return fail(t("lists.nothingDeleted"));
      openAccountLists(null);
      reloadSession();
      announce(t("lists.deleted"));
      await deleteStoredAnswers();
    } catch {
      fail(t("lists.deletionUnknown"));
    }
  };
  return (
    <Dialog title={t("lists.deleteQuestion")} lead={<code>{name}</code>} close={close} isClosable={!isBusy}>
      <p>{t("lists.deletedForGood")}</p>
      <ul className="deleted-list">
        <li>{t("lists.deletesLists")}</li>
        <li>{t("lists.deletesSessions")}</li>
        <li>{t("lists.deletesConsents")}</li>
        <li>{t("lists.deletesProfile")}</li>
      </ul>
      <p>{t("lists.remains")}</p>
      <ul className="deleted-list">
        <li>{t("lists.remainsOnChain")}</li>
        <li>{t("lists.remainsElsewhere")}</li>
        <li>{t("lists.remainsHere")}</li>
        <li>{t("lists.remainsInBackups")}</li>
      </ul>
      <label className="check">
        <input type="checkbox" checked={isSure} onChange={({ target }) => setIsSure(target.checked)} />
        <span>{t("lists.sure", { account: name })}</span>
      </label>
      {problem !== "" && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="actions later">
        <Button look="danger main" isOff={!isSure} isBusy={isBusy} onClick={() => void deleteAll()}>
          {t("lists.deleteAll")}
        </Button>
        <Button isOff={isBusy} onClick={close}>
          {t("lists.cancel")}
        </Button>
      </div>
    </Dialog>
  );
}
