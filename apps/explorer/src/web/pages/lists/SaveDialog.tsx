import { shortAddress } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { announce, Button, Dialog } from "@portico/ui";
import { addBundle, changeBundle, hasRoom, labelAddress, watchAddress } from "../../lists/changeLists.ts";
import { useLabel, useListPlace, useLists } from "../../lists/listStore.ts";
import { LIMITS, ListsError } from "../../../lists/readLists.ts";
import "../../style/lists.css";

const KEPT = {
  browser: "Kept in this browser only: nobody else sees it.",
  account: "Kept in your account: you see it wherever you sign in, nobody else does.",
  unknown: "The lists of your account can't be read right now: nothing can be changed.",
};

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
      setProblem(action() === false && place === "browser" ? "This browser stores nothing here." : "");
    } catch (error) {
      if (!(error instanceof ListsError)) throw error;
      setProblem(error.message);
    }
  };
  const saveLabel = (event: FormEvent): void => {
    event.preventDefault();
    change(() => labelAddress(address, name));
    announce(name.trim() === "" ? "Label removed" : "Label saved");
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
      title="Label and lists"
      lead={
        <>
          <code>{shortAddress(address)}</code>. {KEPT[place ?? "unknown"]}
        </>
      }
      close={close}
    >
      <form onSubmit={saveLabel} className="save-line">
        <label>
          Label
          <input
            type="text"
            value={name}
            maxLength={LIMITS.name}
            placeholder="Own name of this address"
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <Button type="submit">Save</Button>
      </form>
      <fieldset className="save-lists">
        <legend>Lists</legend>
        <label>
          <input
            type="checkbox"
            checked={watched.includes(address)}
            onChange={({ target }) => change(() => watchAddress(address, target.checked))}
          />
          <span>Watchlist</span>
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
                Bundle <bdi>{bundle.name}</bdi>
              </span>
            </label>
          );
        })}
      </fieldset>
      <form onSubmit={create} className="save-line">
        <label>
          New bundle
          <input
            type="text"
            value={bundleName}
            maxLength={LIMITS.name}
            placeholder="Several addresses as one portfolio"
            autoComplete="off"
            onChange={({ target }) => setBundleName(target.value)}
          />
        </label>
        <Button type="submit" isOff={bundleName.trim() === ""}>
          Create
        </Button>
      </form>
      {problem !== "" && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <p className="later">
        <Link to="/lists">All labels, watched addresses and bundles</Link>
      </p>
    </Dialog>
  );
}
