import { api } from "../api/api.ts";
import { operationsByTag } from "../api/apiOperations.ts";
import { Field } from "./Field.tsx";

interface SelectProps {
  /** "" for all. */
  readonly value: string;
  readonly change: (value: string) => void;
}

/** Selects one of the operations that keys and users' tokens grant, or all. */
export const OperationSelect = ({ value, change }: SelectProps) => (
  <Field label="Operation">
    {(tie) => (
      <select {...tie} value={value} onChange={({ target }) => change(target.value)}>
        <option value="">All</option>
        {[...operationsByTag()].map(([tag, operations]) => (
          <optgroup key={tag} label={tag}>
            {operations.map(({ id, path }) => (
              <option key={id} value={id}>
                {path}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    )}
  </Field>
);

/** Selects one of the account's keys, or of its apps' clients that made requests in the last 30 days, or all. */
export function KeySelect({ value, change }: SelectProps) {
  const keys = api.useQuery("get", "/dashboard/keys");
  const traffic = api.useQuery("get", "/dashboard/traffic", { params: { query: { range: "30d" } } });
  const own = new Set(keys.data?.map(({ id }) => id));
  const clients = traffic.data?.key_list.filter(({ id }) => id.startsWith("pc_") && !own.has(id)) ?? [];
  return (
    <Field label="Key">
      {(tie) => (
        <select {...tie} value={value} onChange={({ target }) => change(target.value)}>
          <option value="">All</option>
          {keys.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {clients.length > 0 && (
            <optgroup label="Users of apps">
              {clients.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}, {id}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      )}
    </Field>
  );
}
