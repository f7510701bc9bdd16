import { useParams } from "@tanstack/react-router";
import { shortAddress, type Token } from "@portico/client";
import { plainText } from "@portico/ui/browser";
import { t } from "../languages/t.ts";
import { codeOf, useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { ChainBadge } from "../parts/ChainBadge.tsx";
import { ChangeFigure } from "../parts/ChangeFigure.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { ExplorerLink } from "../parts/ExplorerLink.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Source } from "../parts/Source.tsx";
import { TokenLogo } from "../parts/TokenLogo.tsx";
import { UsdValue } from "../parts/UsdValue.tsx";
import { useRecent } from "../shell/recentSubjects.ts";
import { MissingSubject } from "./subject/MissingSubject.tsx";
import { SubjectHead } from "./subject/SubjectHead.tsx";
import { PriceCard } from "./token/PriceCard.tsx";
import { TokenFacts } from "./token/TokenFacts.tsx";
import { TokenHolders } from "./token/TokenHolders.tsx";
import { TokenPool } from "./token/TokenPool.tsx";
import { TokenRisks } from "./token/TokenRisks.tsx";
import { TokenWarning } from "./tokens/TokenWarning.tsx";

const UNKNOWN = new Set(["token_not_found", "invalid_address", "invalid_chain", "invalid_params"]);

/** A token or coin: its price, holders, facts and risks. */
export function TokenPage() {
  const { chain = "", id: given = "" } = useParams({ strict: false });
  const id = given.toLowerCase();
  const query = useAnswer("/v1/token", { params: { query: { chain_id: chain, id } } });
  if (query.error !== null && UNKNOWN.has(codeOf(query.error))) {
    const elsewhere = { chain, kind: "token", id } as const;
    return <MissingSubject title={t("token.noSuch")} text={t("token.noSuchText")} elsewhere={elsewhere} />;
  }
  return (
    <Answered
      query={query}
      label={t("token.loading")}
      skeleton={<Skeleton label={t("token.loading")} look="cards" rows={4} />}
    >
      {(token, meta) => (
        <>
          <Head token={token} meta={meta} />
          <div className="subject-body">
            <div className="subject-column">
              <PriceCard token={token} />
              <TokenHolders key={`${chain} ${id}`} token={token} />
            </div>
            <div className="subject-column subject-aside">
              <TokenFacts token={token} />
              <TokenRisks token={token} />
              <TokenPool token={token} />
            </div>
          </div>
        </>
      )}
    </Answered>
  );
}

interface HeadProps {
  readonly token: Token;
  readonly meta: Parameters<typeof Source>[0]["meta"];
}

function Head({ token, meta }: HeadProps) {
  const { chain, id, optimized_symbol: symbol, price, price_at: priceAt } = token;
  const title = plainText(symbol, 24) || shortAddress(id);
  useRecent({ kind: "token", path: `/token/${chain}/${id}`, label: title });
  return (
    <SubjectHead
      title={title}
      tab={title}
      picture={<TokenLogo chain={chain} id={id} symbol={symbol} />}
      marks={
        <>
          <ChainBadge chain={chain} />
          <TokenWarning token={token} />
        </>
      }
      lead={
        <>
          <bdi className="foreign">{plainText(token.name ?? "", 60)}</bdi>
          {id.startsWith("0x") && (
            <span className="subject-id">
              <code title={id}>{shortAddress(id)}</code>
              <CopyButton value={id} name={t("token.contractAddress")} />
              <ExplorerLink chain={chain} kind="token" id={id} isBare />
            </span>
          )}
        </>
      }
      figure={
        <>
          <p className="label">
            {t("overview.price")}{" "}
            <Source
              label={t("token.thePrice")}
              meta={meta}
              chain={chain}
              how={<p>{t("token.priceHow")}</p>}
              prices={[{ symbol, price, priceAt }]}
            />
          </p>
          <p className="value">{price === 0 ? t("parts.notKnown") : <UsdValue value={price} />}</p>
          <p className="small">
            <ChangeFigure fraction={token.price_24h_change} /> <span className="quiet">{t("overview.change")}</span>
          </p>
        </>
      }
    />
  );
}
