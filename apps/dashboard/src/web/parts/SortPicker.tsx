import { ArrowDown } from "lucide-react";
import { useId } from "react";
import { Button } from "@portico/ui";

export interface SortChoice {
  readonly id: string;
  readonly name: string;
}

interface SortPickerProps {
  readonly choices: readonly SortChoice[];
  /** The present order; undefined: that of the rows. */
  readonly sorted: { readonly id: string; readonly desc: boolean } | undefined;
  readonly sort: (id: string, isDescending?: boolean) => void;
}

/** The order of a table whose rows are stacked, and which therefore has no column headings to press. */
export function SortPicker({ choices, sorted, sort }: SortPickerProps) {
  const id = useId();
  return (
    <div className="sort-picker">
      <label htmlFor={id}>Sort by</label>
      <select id={id} value={sorted?.id ?? ""} onChange={({ target }) => sort(target.value)}>
        {sorted === undefined && <option value="">As listed</option>}
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </select>
      {sorted !== undefined && (
        <Button
          look="plain"
          aria-label={sorted.desc ? "Descending: sort ascending" : "Ascending: sort descending"}
          icon={<ArrowDown size={16} aria-hidden className={sorted.desc ? "" : "upward"} />}
          onClick={() => sort(sorted.id, !sorted.desc)}
        />
      )}
    </div>
  );
}
