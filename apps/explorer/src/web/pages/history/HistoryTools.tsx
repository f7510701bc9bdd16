import { useNavigate } from "@tanstack/react-router";
import { Download, SlidersHorizontal } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Button, DayInput } from "@portico/ui";
import { HideSwitch, ListTools } from "../../parts/HideSwitch.tsx";
import { HISTORY_KINDS } from "./historyKinds.ts";
import { type HistorySearch, readAddress, readDay, readTokenId } from "./historySearch.ts";
import type { Choice } from "./listEvents.ts";
import { formatCount } from "@portico/ui/browser";
import { t } from "../../languages/t.ts";

interface HistoryToolsProps {
  readonly search: HistorySearch;
  readonly tokens: readonly Choice[];
  readonly protocols: readonly Choice[];
  readonly spamCount: number;
  readonly isSpamShown: boolean;
  readonly showSpam: (isShown: boolean) => void;
  readonly openExport: () => void;
}

/** Of the choice to type one: no token has it as its id. */
const OTHER = "?";

/** Filters of a history, spam, and its export. */
export function HistoryTools({ search, tokens, protocols, openExport, ...spam }: HistoryToolsProps) {
  const { protocol, party, from, until, kind, token } = search;
  const hidden = [protocol, party, from, until].filter((one) => one !== undefined).length;
  const [isOpen, setIsOpen] = useState(hidden > 0);
  const id = useId();
  const narrow = useNarrow();
  const isNarrowed = hidden > 0 || kind !== undefined || token !== undefined;
  return (
    <>
      <ListTools>
        <Picker
          label={t("history.kind")}
          all={t("history.allKinds")}
          value={kind}
          choices={HISTORY_KINDS.map((one) => ({ id: one, name: t(`history.kind_${one}`) }))}
          choose={(value) => narrow({ kind: value })}
        />
        <TokenPicker token={token} choices={tokens} />
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          icon={<SlidersHorizontal size={15} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {hidden > 0 ? t("history.moreFiltersSet", { count: formatCount(hidden) }) : t("history.moreFilters")}
        </Button>
        <HideSwitch
          label={t("history.hideSpam")}
          count={spam.spamCount}
          isOn={!spam.isSpamShown}
          change={(isOn) => spam.showSpam(!isOn)}
        />
        <span className="history-export">
          {isNarrowed && (
            <Button size="small" look="plain" onClick={() => narrow(NONE)}>
              {t("history.clearFilters")}
            </Button>
          )}
          <Button size="small" aria-haspopup="dialog" icon={<Download size={15} aria-hidden />} onClick={openExport}>
            {t("history.export")}
          </Button>
        </span>
      </ListTools>
      <div id={id} className="history-filters" hidden={!isOpen}>
        <Picker
          label={t("history.protocol")}
          all={t("history.allProtocols")}
          value={protocol}
          choices={protocols}
          choose={(value) => narrow({ protocol: value })}
        />
        <AddressForm
          key={party}
          label={t("history.counterparty")}
          initial={party ?? ""}
          read={readAddress}
          apply={(value) => narrow({ party: value })}
        />
        <DayField
          label={t("history.from")}
          day={from}
          max={until}
          apply={(value) => narrow({ from: value }, { replace: true })}
        />
        <DayField
          label={t("history.until")}
          day={until}
          min={from}
          apply={(value) => narrow({ until: value }, { replace: true })}
        />
      </div>
    </>
  );
}

const NONE = { kind: "", token: "", protocol: "", party: "", from: "", until: "" } as unknown as HistorySearch;

interface PickerProps {
  readonly label: string;
  /** What stands for no choice. */
  readonly all: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  readonly choose: (value: string) => void;
}

const Picker = ({ label, all, value, choices, choose }: PickerProps) => (
  <div className="token-picker">
    <select aria-label={label} value={value ?? ""} onChange={({ target }) => choose(target.value)}>
      <option value="">{all}</option>
      {value !== undefined && !choices.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  </div>
);

function TokenPicker({ token, choices }: { readonly token: string | undefined; readonly choices: readonly Choice[] }) {
  const [isTyping, setIsTyping] = useState(false);
  const narrow = useNarrow();
  const choose = (value: string): void => {
    setIsTyping(value === OTHER);
    if (value !== OTHER) narrow({ token: value });
  };
  const apply = (value: string): void => {
    narrow({ token: value });
    setIsTyping(false);
  };
  return (
    <>
      <Picker
        label={t("history.token")}
        all={t("history.allTokens")}
        value={isTyping ? OTHER : token}
        choices={[...choices, { id: OTHER, name: t("history.byAddress") }]}
        choose={choose}
      />
      {isTyping && <AddressForm label={t("history.tokenAddress")} initial="" read={readTokenId} apply={apply} />}
    </>
  );
}

interface AddressFormProps {
  readonly label: string;
  readonly initial: string;
  readonly read: (text: string) => string | undefined;
  /** Empty: without it. */
  readonly apply: (id: string) => void;
}

function AddressForm({ label, initial, read, apply }: AddressFormProps) {
  const [text, setText] = useState(initial);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const id = text.trim() === "" ? "" : read(text);
    setIsWrong(id === undefined);
    if (id !== undefined) apply(id);
  };
  return (
    <form onSubmit={submit} noValidate className="token-form">
      <input
        type="text"
        aria-label={label}
        placeholder={`${label}: 0x…`}
        autoComplete="off"
        spellCheck={false}
        maxLength={66}
        value={text}
        aria-invalid={isWrong}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="small">
        {t("history.apply")}
      </Button>
      {isWrong && (
        <p className="wrong" role="alert">
          {t("history.wrongAddress")}
        </p>
      )}
    </form>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly day: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** Empty: without it. */
  readonly apply: (day: string) => void;
}

function DayField({ label, apply, ...field }: DayFieldProps) {
  const change = (text: string): void => {
    if (text === "" || readDay(text) !== undefined) apply(text);
  };
  return (
    <label>
      {label}
      <DayInput {...field} change={change} />
    </label>
  );
}

type Change = Readonly<Partial<Record<keyof HistorySearch, string | undefined>>>;

/** Changes some of the filters; an empty one ends. */
function useNarrow(): (change: Change, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return (change, { replace = false } = {}) => {
    const set = Object.fromEntries(
      Object.entries(change).map(([name, value]) => [name, value === "" ? undefined : value]),
    );
    void navigate({ to: ".", search: (search) => ({ ...search, ...set }), resetScroll: false, replace });
  };
}
