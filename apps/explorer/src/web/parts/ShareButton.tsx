import { Share2 } from "lucide-react";
import { Button, useCopy } from "@portico/ui";
import { t } from "../languages/t.ts";

/** Shares the page's link as the device does; otherwise copies it. */
export function ShareButton() {
  const url = location.origin + location.pathname;
  const { copy } = useCopy(url, t("parts.link"));
  const share = async (): Promise<void> => {
    if (typeof navigator.share !== "function") return copy();
    try {
      await navigator.share({ title: document.title, url });
    } catch (error) {
      // whoever closes the device's dialog wants nothing
      if (!(error instanceof DOMException && error.name === "AbortError")) copy();
    }
  };
  return (
    <Button
      size="small"
      look="plain"
      aria-label={t("parts.share")}
      title={t("parts.share")}
      icon={<Share2 size={15} aria-hidden />}
      onClick={() => void share()}
    />
  );
}
