import { useState } from "react";
import { formatCount } from "@portico/ui/browser";
import { AddressLink } from "../../parts/AddressLink.tsx";
import { formatShare } from "../../parts/formatShare.ts";
import { ShowMore } from "../../parts/ShowMore.tsx";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { t } from "../../languages/t.ts";

export interface HolderRow {
  readonly address: string;
  /** Whole tokens as text; undefined where only a value is known. */
  readonly amount?: string;
  /** Undefined: no price is known. */
  readonly usdValue: number | undefined;
  /** Of the whole, 0 to 1; undefined if that is not known. */
  readonly share: number | undefined;
}

interface HolderTableProps {
  readonly caption: string;
  readonly rows: readonly HolderRow[];
  /** Whether the rows have amounts. */
  readonly hasAmounts: boolean;
}

const FIRST = 20;
const STEP = 40;

/** Addresses with what each has, the largest first. */
export function HolderTable({ caption, rows, hasAmounts }: HolderTableProps) {
  const [count, setCount] = useState(FIRST);
  return (
    <>
      <div className="table-frame">
        <table className="subject-table">
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="rank">
                <abbr title={t("parts.rank")}>#</abbr>
              </th>
              <th scope="col">{t("shell.kindAddress")}</th>
              {hasAmounts && (
                <th scope="col" className="end wide-only">
                  {t("parts.amount")}
                </th>
              )}
              <th scope="col" className="end">
                {t("overview.value")}
              </th>
              <th scope="col" className="end">
                {t("overview.share")}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, count).map((row, index) => (
              <tr key={row.address}>
                <td className="rank">{formatCount(index + 1)}</td>
                <th scope="row">
                  <AddressLink address={row.address} isMarked />
                </th>
                {hasAmounts && <td className="end wide-only">{row.amount}</td>}
                <td className="end">
                  <UsdValue value={row.usdValue ?? 0} isCompact isUnknown={row.usdValue === undefined} />
                </td>
                <td className="end">
                  <Share share={row.share} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore
        shown={Math.min(count, rows.length)}
        total={rows.length}
        step={STEP}
        things={t("parts.addresses")}
        show={setCount}
      />
    </>
  );
}

const Share = ({ share }: { readonly share: number | undefined }) =>
  share === undefined ? (
    <span className="quiet">–</span>
  ) : (
    <>
      <span dir="ltr">{formatShare(share)}</span>
      <svg className="share-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
        <rect width={Math.min(100, share * 100)} height="4" />
      </svg>
    </>
  );
