import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { announce, Button, Dialog, Note } from "@portico/ui";
import { t } from "../../languages/t.ts";
import { readListFile, writeListFile } from "../../lists/listFile.ts";
import { explainLists } from "../../lists/explainLists.ts";
import { changeLists } from "../../lists/changeLists.ts";
import { getLists } from "../../lists/listStore.ts";
import { type Lists, ListsError, mergeLists } from "../../../lists/readLists.ts";
import { saveFile } from "../../parts/saveFile.ts";

/** Exports the lists as a file, and imports one. */
export function ListFileTools() {
  const [found, setFound] = useState<Lists>();
  const [problem, setProblem] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      setProblem("");
      const lists = await readListFile(file);
      mergeLists(getLists(), lists);
      setFound(lists);
    } catch (error) {
      setProblem(error instanceof ListsError ? explainLists(error) : t("lists.unreadable"));
    }
  };
  const add = (): void => {
    setFound(undefined);
    if (found === undefined) return;
    try {
      if (changeLists((lists) => mergeLists(lists, found))) announce(t("lists.imported"));
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      setProblem(explainLists(error));
    }
  };
  return (
    <div className="list-files">
      <Button
        size="small"
        icon={<Download size={15} aria-hidden />}
        onClick={() => saveFile("portico-lists.json", writeListFile(getLists()))}
      >
        {t("lists.export")}
      </Button>
      <Button size="small" icon={<Upload size={15} aria-hidden />} onClick={() => input.current?.click()}>
        {t("lists.import")}
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t("lists.file")}
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
      {problem !== "" && (
        <Note tone="bad" title={t("lists.nothingImported")}>
          {problem}
        </Note>
      )}
      {found !== undefined && (
        <Dialog title={t("lists.importThese")} close={() => setFound(undefined)}>
          <p>
            {t("lists.fileHas", {
              labels: Object.keys(found.labels).length,
              watched: found.watched.length,
              bundles: found.bundles.length,
            })}
          </p>
          <div className="actions later">
            <Button look="main" onClick={add}>
              {t("lists.import")}
            </Button>
            <Button onClick={() => setFound(undefined)}>{t("lists.cancel")}</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
