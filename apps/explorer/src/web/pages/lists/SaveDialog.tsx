import { shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { announce, Button, Dialog } from "@portico/ui";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";
import { explainLists } from "../../lists/explainLists.ts";
import { addBundle, changeBundle, hasRoom, labelAddress, watchAddress } from "../../lists/changeLists.ts";
import { useLabel, useListPlace, useLists } from "../../lists/listStore.ts";
import { LIMITS, ListsError } from "../../../lists/readLists.ts";
import "../../style/lists.css";

const KEPT = {
  browser: "lists.keptInBrowser",
  account: "lists.keptInAccount",
  unknown: "lists.keptUnknown",
} as const;

interface SaveDialogProps {
  /** In lower case. */
  readonly address: string;
  readonly close: () => void;
}

/** What a visitor keeps of an address. Every change applies at once; a label and a new bundle when they are submitted. */
export function SaveDialog({ address, close }: SaveDialogProps) {
  const { watched, bundles } = useLists();
  const place = useListPlace();
  const label = useLabel(address) ?? "";
  const [name, setName] = useState(label);
  const [bundleName, setBundleName] = useState("");
  const [problem, setProblem] = useState("");
  const change = (action: () => unknown): void => {
    try {
      setProblem(action() === false && place === "browser" ? t("lists.storesNothing") : "");
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      setProblem(explainLists(error));
    }
  };
  const saveLabel = (event: FormEvent): void => {
    event.preventDefault();
    change(() => labelAddress(address, name));
    announce(name.trim() === "" ? t("lists.labelRemoved") : t("lists.labelSaved"));
  };
  const create = (event: FormEvent): void => {
    event.preventDefault();
    change(() => {
      addBundle(bundleName, [address]);
      setBundleName("");
    });
  };
  return (
    <Dialog
      title={t("shell.labelAndLists")}
      lead={
        <>
          <code>{shortAddress(address)}</code>. {t(KEPT[place ?? "unknown"])}
        </>
      }
      close={close}
    >
      <form onSubmit={saveLabel} className="save-line">
        <label>
          {t("lists.label")}
          <input
            type="text"
            value={name}
            maxLength={LIMITS.name}
            placeholder={t("lists.ownName")}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <Button type="submit">{t("lists.save")}</Button>
      </form>
      <fieldset className="save-lists">
        <legend>{t("shell.lists")}</legend>
        <label>
          <input
            type="checkbox"
            checked={watched.includes(address)}
            onChange={({ target }) => change(() => watchAddress(address, target.checked))}
          />
          <span>{t("lists.watchlist")}</span>
        </label>
        {bundles.map((bundle) => {
          const isIn = bundle.addresses.includes(address);
          const others = bundle.addresses.filter((one) => one !== address);
          return (
            <label key={bundle.id}>
              <input
                type="checkbox"
                checked={isIn}
                disabled={!isIn && !hasRoom(bundle)}
                onChange={({ target }) =>
                  change(() =>
                    changeBundle(bundle.id, (one) => ({
                      ...one,
                      addresses: target.checked ? [...others, address] : others,
                    })),
                  )
                }
              />
              <span>
                <Message id="lists.inBundle" params={{ name: <bdi>{bundle.name}</bdi> }} />
              </span>
            </label>
          );
        })}
      </fieldset>
      <form onSubmit={create} className="save-line">
        <label>
          {t("lists.newBundle")}
          <input
            type="text"
            value={bundleName}
            maxLength={LIMITS.name}
            placeholder={t("lists.several")}
            autoComplete="off"
            onChange={({ target }) => setBundleName(target.value)}
          />
        </label>
        <Button type="submit" isOff={bundleName.trim() === ""}>
          {t("lists.create")}
        </Button>
      </form>
      {problem !== "" && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <p className="later">
        <Link to="/lists">{t("lists.all")}</Link>
      </p>
    </Dialog>
  );
}
