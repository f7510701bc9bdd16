import { announce, Button, Card } from "@portico/ui";
import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { requestAccount } from "../../api/accountApi.ts";
import { useSession } from "../../api/useSession.ts";
import { t } from "../../languages/t.ts";
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
      const response = await requestAccount(account, "export");
      if (!response.ok) throw new Error(`The server responded with ${response.status}`);
      saveFile("portico-account.json", await response.blob());
    } catch {
      announce(t("lists.exportFailed"));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Card title={t("lists.account")} lead={<code>{nameAccount(account)}</code>}>
      <p>{t("lists.accountStores")}</p>
      <div className="actions later">
        <Button isBusy={isBusy} icon={<Download size={15} aria-hidden />} onClick={() => void exportAll()}>
          {t("lists.exportAll")}
        </Button>
        <Button look="danger" icon={<Trash2 size={15} aria-hidden />} onClick={() => setIsDeleting(true)}>
          {t("lists.deleteAll")}
        </Button>
      </div>
      {isDeleting && <DeleteDialog account={account} close={() => setIsDeleting(false)} />}
    </Card>
  );
}
