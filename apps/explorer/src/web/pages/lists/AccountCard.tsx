import { announce, Button, Card } from "@portico/ui";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { askAccount } from "../../api/accountApi.ts";
import { useSession } from "../../api/useSession.ts";
import { saveFile } from "../../parts/saveFile.ts";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { nameAccount } from "./ListsPlace.tsx";

/** What the service stores about the signed-in user: to export, and to delete. */
export function AccountCard() {
  const session = useSession();
  const [isDeleting, setIsDeleting] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const account = session?.account;
  if (account === undefined || account === null) return null;
  const exportAll = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const response = await askAccount(account, "export");
      if (!response.ok) throw new Error(`The server responded with ${response.status}`);
      saveFile("portico-account.json", await response.blob());
    } catch {
      announce("The export failed. Try again.");
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Card title="Your account" lead={<code>{nameAccount(account)}</code>}>
      <p>
        The service stores your lists if you keep them here, the browsers that are signed in, the applications that you
        connected, your profile, whom you follow, and the messages that you received.
      </p>
      <div className="actions later">
        <Button isBusy={isBusy} icon={<Download size={15} aria-hidden />} onClick={() => void exportAll()}>
          Export everything
        </Button>
        <Button look="danger" icon={<Trash2 size={15} aria-hidden />} onClick={() => setIsDeleting(true)}>
          Delete everything
        </Button>
      </div>
      {isDeleting && <DeleteDialog account={account} close={() => setIsDeleting(false)} />}
    </Card>
  );
}
