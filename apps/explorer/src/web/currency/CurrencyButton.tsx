import { lazy, Suspense, useState } from "react";
import { useChosenCurrency } from "./shownCurrency.ts";
import { t } from "../languages/t.ts";

const CurrencyDialog = lazy(async () => ({ default: (await import("./CurrencyDialog.tsx")).CurrencyDialog }));

/** The currency that values are shown in, and the choice of another. */
export function CurrencyButton({ className }: { readonly className: string }) {
  const chosen = useChosenCurrency();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`currency-button ${className}`}
        aria-haspopup="dialog"
        aria-label={t("parts.currencyIs", { currency: chosen })}
        onClick={() => setIsOpen(true)}
      >
        {chosen}
      </button>
      {isOpen && (
        <Suspense>
          <CurrencyDialog close={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
