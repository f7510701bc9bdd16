import type { Protocol } from "@portico/client";
import { Link } from "@tanstack/react-router";
import { Card } from "@portico/ui";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";
import { useAnswer } from "../../api/explorerApi.ts";
import { Answered } from "../../parts/Answered.tsx";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { protocolPage } from "../../parts/subjectPaths.ts";
import { UsdValue } from "../../parts/UsdValue.tsx";

/** The same project on every chain, the largest first. */
export function ProtocolChains({ protocol }: { readonly protocol: Protocol }) {
  const query = useAnswer("/v1/protocol/all_list", {});
  return (
    <Card title={t("protocol.chains")}>
      <Answered query={query} label={t("protocol.chainsLoading")} isQuiet>
        {(list) => {
          const project = projectOf(protocol);
          const all = list.filter((one) => projectOf(one) === project);
          const total = all.reduce((sum, { tvl }) => sum + tvl, 0);
          return (
            <>
              <ul className="rows">
                {all.map(({ id, chain, tvl }) => (
                  <li key={id}>
                    {id === protocol.id ? (
                      <strong>
                        <ChainBadge chain={chain} />
                      </strong>
                    ) : (
                      <Link {...protocolPage(id)}>
                        <ChainBadge chain={chain} />
                      </Link>
                    )}
                    <UsdValue value={tvl} isCompact isUnknown={tvl === 0} />
                  </li>
                ))}
              </ul>
              {all.length > 1 && total > 0 && (
                <p className="quiet small subject-total">
                  <Message id="protocol.onAll" params={{ value: <UsdValue value={total} isCompact /> }} />
                </p>
              )}
            </>
          );
        }}
      </Answered>
    </Card>
  );
}

/** Its id without the chain, which comes first except on Ethereum. */
const projectOf = ({ id, chain }: Protocol): string => (id.startsWith(`${chain}_`) ? id.slice(chain.length + 1) : id);
