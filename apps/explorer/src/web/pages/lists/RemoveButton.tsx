import { X } from "lucide-react";
import { Button } from "@portico/ui";

/** @param what - What is removed from where: "the bundle Mine". */
export const RemoveButton = ({ what, remove }: { readonly what: string; readonly remove: () => unknown }) => (
  <Button
    size="small"
    look="plain"
    aria-label={`Remove ${what}`}
    title="Remove"
    icon={<X size={16} aria-hidden />}
    onClick={() => void remove()}
  />
);
