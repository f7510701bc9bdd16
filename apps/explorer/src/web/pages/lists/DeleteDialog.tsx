import { announce, Button, Dialog } from "@portico/ui";
import { useState } from "react";
import { askAccount, reloadSession } from "../../api/accountApi.ts";
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
      const response = await askAccount(account, "deletion", { json: { account } });
      if (!response.ok) return fail("Nothing was deleted. Try again.");
      openAccountLists(null);
      reloadSession();
      announce("Everything of your account was deleted, and you are signed out");
      await deleteStoredAnswers();
    } catch {
      fail("The server didn't answer: reload the page, and see whether you are still signed in.");
    }
  };
  return (
    <Dialog title="Delete everything of your account?" lead={<code>{name}</code>} close={close} isClosable={!isBusy}>
      <p>Deleted at once, and for good:</p>
      <ul>
        <li>your lists in the account;</li>
        <li>all your sessions here and at the sign-in service, in every browser;</li>
        <li>your consents to applications: they lose their access;</li>
        <li>your profile, whom you follow, your messages and blocked senders.</li>
      </ul>
      <p>What remains:</p>
      <ul>
        <li>what is on a chain: it is public, and nobody can delete it;</li>
        <li>what applications themselves stored about you, and who follows you;</li>
        <li>lists of this browser, and an account in the dashboard with its keys and applications;</li>
        <li>backups and logs of the operator, until they are replaced.</li>
      </ul>
      <label className="check">
        <input type="checkbox" checked={isSure} onChange={({ target }) => setIsSure(target.checked)} />
        <span>I want to delete everything of {name}. It can't be undone.</span>
      </label>
      {problem !== "" && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <div className="actions later">
        <Button look="danger main" isOff={!isSure} isBusy={isBusy} onClick={() => void deleteAll()}>
          Delete everything
        </Button>
        <Button isOff={isBusy} onClick={close}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
