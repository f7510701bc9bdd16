import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { announce, Button, Dialog, Note } from "@portico/ui";
import { plural } from "@portico/ui/browser";
import { readListFile, writeListFile } from "../../lists/listFile.ts";
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
      setProblem(error instanceof ListsError ? error.message : "The file could not be read.");
    }
  };
  const add = (): void => {
    setFound(undefined);
    if (found === undefined) return;
    try {
      if (changeLists((lists) => mergeLists(lists, found))) announce("The lists were imported");
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <div className="list-files">
      <Button
        size="small"
        icon={<Download size={15} aria-hidden />}
        onClick={() => saveFile("portico-lists.json", writeListFile(getLists()))}
      >
        Export
      </Button>
      <Button size="small" icon={<Upload size={15} aria-hidden />} onClick={() => input.current?.click()}>
        Import
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File of lists"
        hidden
        onChange={({ target }) => {
          void read(target.files?.[0]);
          target.value = "";
        }}
      />
      {problem !== "" && (
        <Note tone="bad" title="Nothing was imported">
          {problem}
        </Note>
      )}
      {found !== undefined && (
        <Dialog title="Import these lists?" close={() => setFound(undefined)}>
          <p>
            The file has {plural(Object.keys(found.labels).length, "label")},{" "}
            {plural(found.watched.length, "watched address", "watched addresses")} and{" "}
            {plural(found.bundles.length, "bundle")}. They are added to yours; labels and bundles that you have are
            replaced.
          </p>
          <div className="actions later">
            <Button look="main" onClick={add}>
              Import
            </Button>
            <Button onClick={() => setFound(undefined)}>Cancel</Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
