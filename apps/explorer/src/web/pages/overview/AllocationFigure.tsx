import type { ReactNode } from "react";
import { DonutChart } from "../../charts/DonutChart.tsx";
import { formatShare } from "../../parts/formatShare.ts";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { Swatch } from "@portico/ui";
import type { Share } from "./shares.ts";
import { t } from "../../languages/t.ts";

interface AllocationFigureProps {
  readonly caption: string;
  readonly shares: readonly Share[];
  /** The part's label, for example its logo and a link. */
  readonly name: (share: Share) => ReactNode;
}

/** A ring, and a table of its numbers. */
export const AllocationFigure = ({ caption, shares, name }: AllocationFigureProps) => (
  <figure className="allocation">
    <DonutChart slices={shares.filter(({ usdValue }) => usdValue > 0)} label={caption} />
    <table>
      <caption className="unseen">{caption}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">{t("overview.where")}</th>
          <th scope="col">{t("overview.share")}</th>
          <th scope="col">{t("overview.value")}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map((share) => (
          <tr key={share.id}>
            <th scope="row">
              <span className="share-name">
                <Swatch colour={share.colour} /> {name(share)}
              </span>
            </th>
            <td className="end quiet number">{formatShare(share.fraction)}</td>
            <td className="end">
              <UsdValue value={share.usdValue} isCompact={Math.abs(share.usdValue) >= 100_000} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </figure>
);
