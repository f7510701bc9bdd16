import type { Usage, UsageRow } from "@portico/contract";
import { operationLabel } from "../../api/apiOperations.ts";
import type { Split } from "../../charts/plotUsage.ts";

/**
 * The label of each line of a usage: a path, a key's name, or its id if it has none. Labels are unique: if keys share a
 * name, as a key and its replacement do, the id is added.
 */
export function usageLabels({ usage_list: rows }: Pick<Usage, "usage_list">, split: Split): (row: UsageRow) => string {
  if (split === "total") return () => "All";
  if (split === "operation") return ({ operation }) => operationLabel(operation);
  const names = new Map(rows.map(({ key_id: id, key_name: name }) => [id, name]));
  const counts = new Map([...Map.groupBy(names.values(), (name) => name)].map(([name, all]) => [name, all.length]));
  return ({ key_id: id, key_name: name }) =>
    name === "" ? id : (counts.get(name) ?? 0) > 1 ? `${name} (${id})` : name;
}
