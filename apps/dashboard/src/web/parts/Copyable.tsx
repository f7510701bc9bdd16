import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { announce } from "./announce.tsx";
import { Button } from "./Button.tsx";

/** A value to take elsewhere, with a button that copies it. */
export function Copyable({ value, name }: { readonly value: string; readonly name: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
      announce(`Copied: ${name}`);
    } catch {
      announce("The browser didn't let this page copy: select the text and copy it yourself.");
    }
  };
  return (
    <div className="copyable">
      <code>{value}</code>
      <Button
        size="small"
        look="plain"
        aria-label={`Copy ${name}`}
        icon={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        onClick={() => void copy()}
      >
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </div>
  );
}
