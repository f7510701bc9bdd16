import { useState } from "react";
import { Button } from "@portico/ui";
import { Field } from "../../parts/Field.tsx";
import { KeySelect, OperationSelect } from "../../parts/SubjectSelects.tsx";
import { isRequestId, type RequestSearch } from "./requestSearch.ts";

const STATUSES = [
  ["", "All"],
  ["2xx", "Success (2xx)"],
  ["3xx", "Not changed (3xx)"],
  ["4xx", "Client errors (4xx)"],
  ["429", "Rate limited (429)"],
  ["5xx", "Server errors (5xx)"],
] as const;

interface RequestFiltersProps {
  readonly search: RequestSearch;
  /** Absent values end a filter. */
  readonly change: (search: RequestSearch) => void;
}

/** Filters of the request log; each applies at once, and the list begins again. */
export function RequestFilters({ search, change }: RequestFiltersProps) {
  const { start: _start, ...filters } = search;
  const set = (name: keyof RequestSearch, value: string | number | undefined) => {
    const others = Object.entries(filters).filter(([other]) => other !== name);
    change(Object.fromEntries(value === undefined || value === "" ? others : [...others, [name, value]]));
  };
  return (
    <form className="filters" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      <OperationSelect value={search.operation ?? ""} change={(value) => set("operation", value)} />
      <KeySelect value={search.key_id ?? ""} change={(value) => set("key_id", value)} />
      <Field label="Status">
        {(tie) => (
          <select {...tie} value={search.status ?? ""} onChange={({ target }) => set("status", target.value)}>
            {STATUSES.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <LeastField label="Units, at least" value={search.min_units} change={(value) => set("min_units", value)} />
      <LeastField label="Milliseconds, at least" value={search.min_ms} change={(value) => set("min_ms", value)} />
      <TimeField label="From" value={search.since} change={(value) => set("since", value)} />
      <TimeField label="Until" value={search.until} change={(value) => set("until", value)} />
      <RequestIdField value={search.request_id} change={(value) => set("request_id", value)} />
      {Object.keys(filters).length > 0 && <Button onClick={() => change({})}>Clear the filters</Button>}
    </form>
  );
}

interface FilterProps<Value> {
  readonly value: Value | undefined;
  readonly change: (value: Value | undefined) => void;
}

const LeastField = ({ label, value, change }: FilterProps<number> & { readonly label: string }) => (
  <Field label={label}>
    {(tie) => (
      <input
        {...tie}
        type="number"
        min={0}
        step={1}
        value={value ?? ""}
        onChange={({ target }) => {
          const { valueAsNumber: number } = target;
          change(Number.isInteger(number) && number >= 0 ? number : undefined);
        }}
      />
    )}
  </Field>
);

/** Local time, to the minute. */
const TimeField = ({ label, value, change }: FilterProps<number> & { readonly label: string }) => (
  <Field label={label}>
    {(tie) => (
      <input
        {...tie}
        type="datetime-local"
        value={value === undefined ? "" : toLocal(value)}
        onChange={({ target }) => {
          const ms = new Date(target.value).getTime();
          change(Number.isNaN(ms) || ms < 0 ? undefined : Math.floor(ms / 1000));
        }}
      />
    )}
  </Field>
);

function toLocal(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function RequestIdField({ value, change }: FilterProps<string>) {
  const [text, setText] = useState(value ?? "");
  const isWrong = text !== "" && !isRequestId(text);
  return (
    <Field
      label="Request id"
      wrong={isWrong ? "Enter the whole X-Request-Id of a response" : undefined}
      hint="X-Request-Id of the response"
    >
      {(tie) => (
        <input
          {...tie}
          value={text}
          spellCheck={false}
          onChange={({ target }) => {
            const next = target.value.trim().toLowerCase();
            setText(next);
            if (next === "" || isRequestId(next)) change(next === "" ? undefined : next);
          }}
        />
      )}
    </Field>
  );
}
