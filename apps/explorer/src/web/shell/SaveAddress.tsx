import { lazy, Suspense, useState } from "react";
import { Star } from "lucide-react";
import { Button } from "@portico/ui";
import { useLists } from "../lists/listStore.ts";
import { t } from "../languages/t.ts";

const SaveDialog = lazy(async () => ({ default: (await import("../pages/lists/SaveDialog.tsx")).SaveDialog }));

/** Opens what the visitor keeps of an address: a label, the watchlist, bundles. */
export function SaveAddress({ address }: { readonly address: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const { watched } = useLists();
  const isWatched = watched.includes(address);
  return (
    <>
      <Button
        size="small"
        look="plain"
        aria-label={t("shell.labelAndLists")}
        title={t("shell.labelAndLists")}
        aria-haspopup="dialog"
        icon={<Star size={15} fill={isWatched ? "currentColor" : "none"} aria-hidden />}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <SaveDialog address={address} close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
