import { servedChains, useChains } from "../../api/useChains.ts";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { t } from "../../languages/t.ts";

/** The chains that the explorer serves. */
export function ServedChains() {
  const served = servedChains(useChains().values());
  if (served.length === 0) return null;
  return (
    <ul className="served" aria-label={t("landing.chains")}>
      {served.map(({ id }) => (
        <li key={id}>
          <ChainBadge chain={id} />
        </li>
      ))}
    </ul>
  );
}
