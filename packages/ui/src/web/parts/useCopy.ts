import { useState } from "react";
import { announce } from "./announce.tsx";

/** Copies a value, and announces it. @param name - What the value is. */
export function useCopy(value: string, name: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setIsCopied] = useState(false);
  const write = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
      announce(`Copied: ${name}`);
    } catch {
      announce("The browser didn't let this page copy: select the text and copy it yourself.");
    }
  };
  return { isCopied, copy: () => void write() };
}
