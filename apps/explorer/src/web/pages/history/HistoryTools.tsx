import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Button } from "@portico/ui";
import { HideSwitch, ListTools } from "../../parts/HideSwitch.tsx";
import { readTokenId } from "./historySearch.ts";
import type { TokenChoice } from "./listEvents.ts";

interface HistoryToolsProps {
  readonly token: string | undefined;
  readonly choices: readonly TokenChoice[];
  readonly spamCount: number;
  readonly isSpamShown: boolean;
  readonly showSpam: (isShown: boolean) => void;
}

const OTHER = "other…";

/** Filters a history by token, and toggles spam. */
export function HistoryTools({ token, choices, spamCount, isSpamShown, showSpam }: HistoryToolsProps) {
  const [isTyping, setIsTyping] = useState(false);
  const narrow = useNarrow();
  const isListed = token === undefined || choices.some(({ id }) => id === token);
  const choose = (value: string): void => {
    setIsTyping(value === OTHER);
    if (value !== OTHER) narrow(value === "" ? undefined : value);
  };
  return (
    <ListTools>
      <div className="token-picker">
        <select
          aria-label="Token"
          value={isTyping ? OTHER : (token ?? "")}
          onChange={({ target }) => choose(target.value)}
        >
          <option value="">All tokens</option>
          {!isListed && <option value={token}>{token}</option>}
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={OTHER}>By address …</option>
        </select>
      </div>
      {isTyping && <TokenForm done={() => setIsTyping(false)} />}
      <HideSwitch label="Hide spam" count={spamCount} isOn={!isSpamShown} change={(isOn) => showSpam(!isOn)} />
    </ListTools>
  );
}

function TokenForm({ done }: { readonly done: () => void }) {
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const narrow = useNarrow();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const id = readTokenId(text);
    setIsWrong(id === undefined);
    if (id === undefined) return;
    narrow(id);
    done();
  };
  return (
    <form onSubmit={submit} noValidate className="token-form">
      <input
        type="text"
        aria-label="Address of the token"
        placeholder="0x…"
        autoComplete="off"
        spellCheck={false}
        maxLength={66}
        value={text}
        aria-invalid={isWrong}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="small">
        Apply
      </Button>
      {isWrong && (
        <p className="wrong" role="alert">
          A token's address is 0x and 40 hexadecimal digits.
        </p>
      )}
    </form>
  );
}

function useNarrow(): (token: string | undefined) => void {
  const navigate = useNavigate();
  return (token) => void navigate({ to: ".", search: (search) => ({ ...search, token }) as never });
}
