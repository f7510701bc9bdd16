import { Coins } from "lucide-react";
import { EmptyState } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { useAddress } from "../shell/useAddress.ts";
import { TokenList } from "./tokens/TokenList.tsx";
import { t } from "../languages/t.ts";

/** Tokens held directly: tokens that represent a deposit or a debt are on the positions page. */
export function TokensPage() {
  const { address, chain } = useAddress();
  const tokens = useAnswer("/v1/user/all_token_list", {
    params: { query: { id: address, is_all: false, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  return (
    <section className="card">
      <PageHeading title={t("shell.tokens")} />
      <Answered query={tokens} label={t("tokens.label")} skeleton={<Skeleton label={t("tokens.label")} rows={8} />}>
        {(held, meta) =>
          held.length === 0 ? <NoTokens /> : <TokenList key={`${address} ${chain}`} held={held} meta={meta} />
        }
      </Answered>
    </section>
  );
}

const NoTokens = () => <EmptyState icon={Coins} title={t("tokens.none")} text={t("tokens.noneText")} />;
