import { useState } from "react";
import { type ApiOperation, keyOperationsByTag } from "../../api/apiOperations.ts";
import { plural } from "@portico/ui/browser";

interface OperationPickerProps {
  readonly chosen: readonly string[];
  readonly change: (chosen: readonly string[]) => void;
  readonly wrong: string | undefined;
}

/** Selects operations of the data API, by group; none selected means all. */
export function OperationPicker({ chosen, change, wrong }: OperationPickerProps) {
  const [isSome, setIsSome] = useState(chosen.length > 0);
  return (
    <fieldset>
      <legend>Operations</legend>
      <label className="check">
        <input
          type="radio"
          checked={!isSome}
          onChange={() => {
            setIsSome(false);
            change([]);
          }}
        />
        <span>All</span>
      </label>
      <label className="check">
        <input type="radio" checked={isSome} onChange={() => setIsSome(true)} />
        <span>
          Only some
          {isSome && <small role="status">{plural(chosen.length, "operation")} chosen</small>}
        </span>
      </label>
      {isSome && (
        <div className="picker">
          {[...keyOperationsByTag()].map(([tag, operations]) => (
            <Group key={tag} tag={tag} operations={operations} chosen={new Set(chosen)} change={change} />
          ))}
        </div>
      )}
      {wrong !== undefined && <p className="wrong">{wrong}</p>}
    </fieldset>
  );
}

interface GroupProps {
  readonly tag: string;
  readonly operations: readonly ApiOperation[];
  readonly chosen: ReadonlySet<string>;
  readonly change: (chosen: readonly string[]) => void;
}

function Group({ tag, operations, chosen, change }: GroupProps) {
  const ids = new Set(operations.map(({ id }) => id));
  const count = chosen.intersection(ids).size;
  return (
    <fieldset>
      <legend>
        <label className="check">
          <input
            type="checkbox"
            checked={count === ids.size}
            ref={(box) => {
              if (box !== null) box.indeterminate = count > 0 && count < ids.size;
            }}
            onChange={({ target }) => change([...(target.checked ? chosen.union(ids) : chosen.difference(ids))])}
          />
          <span>
            {tag}{" "}
            <span className="quiet number">
              {count} of {ids.size}
            </span>
          </span>
        </label>
      </legend>
      {operations.map(({ id, path, summary }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.has(id)}
            onChange={({ target }) =>
              change(target.checked ? [...chosen, id] : [...chosen].filter((one) => one !== id))
            }
          />
          <span>
            <code>{path}</code>
            {summary !== "" && <small>{summary}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
