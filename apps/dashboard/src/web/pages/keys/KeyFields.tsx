import { fieldProblem } from "../../api/problem.ts";
import { Field } from "../../parts/Field.tsx";
import { LinesField } from "../../parts/LinesField.tsx";
import { localDay, type KeyDraft } from "./keyDraft.ts";
import { OperationPicker } from "./OperationPicker.tsx";

interface KeyFieldsProps {
  readonly draft: KeyDraft;
  readonly change: (draft: KeyDraft) => void;
  readonly error: unknown;
}

export const KeyFields = ({ draft, change, error }: KeyFieldsProps) => (
  <>
    <Field label="Name" hint="Where it is used, such as the server's name." wrong={fieldProblem(error, "name")}>
      {(tie) => (
        <input
          {...tie}
          required
          maxLength={100}
          value={draft.name}
          onChange={({ target }) => change({ ...draft, name: target.value })}
        />
      )}
    </Field>
    <OperationPicker
      chosen={draft.operations}
      change={(operations) => change({ ...draft, operations })}
      wrong={fieldProblem(error, "operations")}
    />
    <LinesField
      name="ip_ranges"
      label="IP addresses that may use it"
      isOptional
      hint="One address or range (CIDR) per line. Empty: any address."
      placeholder={"203.0.113.7\n2001:db8::/48"}
      text={draft.ipRanges}
      change={(ipRanges) => change({ ...draft, ipRanges })}
      error={error}
    />
    <div className="inline-fields">
      <Field
        label="Last day"
        isOptional
        hint="Empty: the key doesn't expire."
        wrong={fieldProblem(error, "expires_at")}
      >
        {(tie) => (
          <input
            {...tie}
            type="date"
            min={localDay(Date.now() / 1000)}
            value={draft.lastDay}
            onChange={({ target }) => change({ ...draft, lastDay: target.value })}
          />
        )}
      </Field>
      <Field
        label="Requests per second"
        isOptional
        hint="Empty: the server's limit."
        wrong={fieldProblem(error, "rate_per_second")}
      >
        {(tie) => (
          <input
            {...tie}
            type="number"
            inputMode="numeric"
            min={1}
            max={10000}
            value={draft.rate}
            onChange={({ target }) => change({ ...draft, rate: target.value })}
          />
        )}
      </Field>
    </div>
    <Field
      label="Form of answers"
      isOptional
      hint="Live: as programs for other servers of this interface read them. A request may choose for itself."
      wrong={fieldProblem(error, "profile")}
    >
      {(tie) => (
        <select
          {...tie}
          value={draft.profile}
          onChange={({ target }) => change({ ...draft, profile: target.value as KeyDraft["profile"] })}
        >
          <option value="">The server's</option>
          <option value="seed">Version 1.0 of the interface (seed)</option>
          <option value="live">Live</option>
        </select>
      )}
    </Field>
  </>
);
