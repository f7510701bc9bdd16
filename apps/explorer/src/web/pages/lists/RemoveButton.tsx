import { X } from "lucide-react";
import { Button } from "@portico/ui";
import { focusHeading } from "../../parts/focusHeading.ts";
import { t } from "../../languages/t.ts";

/** @param label - What it removes, and from where. */
export const RemoveButton = ({ label, remove }: { readonly label: string; readonly remove: () => unknown }) => (
  <Button
    size="small"
    look="plain"
    aria-label={label}
    title={t("parts.remove")}
    icon={<X size={16} aria-hidden />}
    onClick={({ currentTarget }) => {
      focusHeading(currentTarget);
      remove();
    }}
  />
);
