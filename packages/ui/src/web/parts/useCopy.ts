import { useState } from "react";
import { uiTexts } from "../language/uiLanguage.ts";
import { announce } from "./announce.tsx";

/** Copies a value, and announces it. @param name - What the value is. */
export function useCopy(value: string, name: string): { readonly isCopied: boolean; readonly copy: () => void } {
  const [isCopied, setIsCopied] = useState(false);
  const write = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
      announce(uiTexts().valueCopied(name));
    } catch {
      announce(uiTexts().cannotCopy);
    }
  };
  return { isCopied, copy: () => void write() };
}
