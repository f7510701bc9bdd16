import { Check, Copy } from "lucide-react";
import { Button, useCopy } from "@portico/ui";
import { t } from "../languages/t.ts";

/** @param name - What is copied: "the address". */
export function CopyButton({ value, name }: { readonly value: string; readonly name: string }) {
  const { isCopied, copy } = useCopy(value, name);
  return (
    <Button
      size="small"
      look="plain"
      aria-label={t("ui.copyValue", { name })}
      title={t("ui.copyValue", { name })}
      icon={isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      onClick={copy}
    />
  );
}
