import { Check, Copy } from "lucide-react";
import { uiTexts } from "../language/uiLanguage.ts";
import { Button } from "./Button.tsx";
import { useCopy } from "./useCopy.ts";

/** A value with a button that copies it. */
export function Copyable({ value, name }: { readonly value: string; readonly name: string }) {
  const { isCopied, copy } = useCopy(value, name);
  return (
    <div className="copyable">
      <code>{value}</code>
      <Button
        size="small"
        look="plain"
        aria-label={uiTexts().copyValue(name)}
        icon={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? uiTexts().copied : uiTexts().copy}
      </Button>
    </div>
  );
}
