import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { FailureNote } from "../parts/FailureNote.tsx";
import { HideSwitch, ListTools } from "../parts/HideSwitch.tsx";
import { isPartial, PartialNote } from "../parts/PartialNote.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { ShowMore } from "../parts/ShowMore.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { Source } from "../parts/Source.tsx";
import { useStoredChoice } from "../parts/useStoredChoice.ts";
import { useAddress } from "../shell/useAddress.ts";
import { BatchDialog } from "./approvals/BatchDialog.tsx";
import { ChainGaps } from "./approvals/ChainGaps.tsx";
import { groupBySpender, listFirst, type SpenderGroup } from "./approvals/groupBySpender.ts";
import { listNftGrants, listTokenGrants, type Permission } from "./approvals/permission.ts";
import { RevokeDialog } from "./approvals/RevokeDialog.tsx";
import { RevokeFirst } from "./approvals/RevokeFirst.tsx";
import { permissionKey, SelectionContext } from "./approvals/selection.ts";
import { SelectionBar } from "./approvals/SelectionBar.tsx";
import { SpenderCard } from "./approvals/SpenderCard.tsx";
import { type ChainApprovals, useApprovals } from "./approvals/useApprovals.ts";
import "../style/approvals.css";
import { t } from "../languages/t.ts";

const FIRST = 3;
const STEP = 20;

/** Who may move an address's assets, how risky that is, and how to revoke it. */
export function ApprovalsPage() {
  const { address, chain } = useAddress();
  const used = useAnswer(
    "/v1/user/used_chain_list",
    { params: { query: { id: address } } },
    { isOff: chain !== undefined },
  );
  const chains = chain === undefined ? (used.data?.data.map(({ id }) => id) ?? []) : [chain];
  const answers = useApprovals(address, chains);
  const groups = listGroups(answers);
  const isKnown = chain !== undefined || used.data !== undefined;
  const isLoading = !isKnown || answers.some(({ tokens, nfts, error }) => error === null && (!tokens || !nfts));
  const hasGap =
    answers.some(({ error }) => error !== null) ||
    answers.some(({ tokens, nfts }) => isPartial(tokens?.meta) || isPartial(nfts?.meta)) ||
    (chain === undefined && isPartial(used.data?.meta));
  const metaChains = answers.flatMap(({ tokens }) => tokens?.meta.chains ?? []);
  return (
    <section>
      <PageHeading title={t("shell.approvals")} tab={t("shell.approvals")}>
        {metaChains.length > 0 && (
          <Source label={t("approvals.exposure")} meta={{ chains: metaChains }} how={<p>{t("approvals.how")}</p>} />
        )}
      </PageHeading>
      {!isKnown && used.error !== null ? (
        <FailureNote error={used.error} retry={used.refetch} isBusy={used.isFetching} />
      ) : (
        <ChainGaps answers={answers} />
      )}
      {used.data !== undefined && answers.length === 0 && <PartialNote meta={used.data.meta} retry={used.refetch} />}
      {isLoading && used.error === null && <Skeleton label={t("approvals.theApprovals")} look="cards" rows={3} />}
      {groups.length > 0 && (
        <Spenders key={`${address} ${chain ?? ""}`} groups={groups} isAll={!isLoading} owner={address} />
      )}
      {!isLoading && groups.length === 0 && isKnown && !hasGap && (
        <EmptyState icon={ShieldCheck} title={t("approvals.none")} text={t("approvals.noneText")} />
      )}
    </section>
  );
}

const listGroups = (answers: readonly ChainApprovals[]): SpenderGroup[] =>
  groupBySpender(
    answers.flatMap(({ tokens, nfts }) => [
      ...listTokenGrants(tokens?.data ?? []),
      ...(nfts?.data ?? []).flatMap(listNftGrants),
    ]),
  );

interface SpendersProps {
  readonly groups: readonly SpenderGroup[];
  /** Whether all chains have responded: the order is unknown before that. */
  readonly isAll: boolean;
  readonly owner: string;
}

function Spenders({ groups, isAll, owner }: SpendersProps) {
  const [shown, show] = useState(STEP);
  const [revoking, revoke] = useState<Permission>();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  /** As they were when the dialog opened: the list is read again while it is open. */
  const [revokingChosen, revokeChosen] = useState<readonly Permission[]>();
  const selection = {
    has: (permission: Permission) => chosen.has(permissionKey(permission)),
    toggle: (permission: Permission) => choose(chosen.symmetricDifference(new Set([permissionKey(permission)]))),
  };
  const chosenPermissions = groups.flatMap(({ permissions }) => permissions.filter(selection.has));
  const [hidesLow, setHidesLow] = useStoredChoice("hides-low-risk", false);
  const risky = groups.filter(({ judgement }) => judgement.level !== "low");
  const listed = hidesLow ? risky : groups;
  const total = listed.reduce((sum, { permissions }) => sum + permissions.length, 0);
  return (
    <SelectionContext value={selection}>
      {isAll && <RevokeFirst groups={listFirst(groups, FIRST)} revoke={revoke} />}
      <ListTools>
        <HideSwitch
          label={t("approvals.hideLowRisk")}
          count={groups.length - risky.length}
          isOn={hidesLow}
          change={setHidesLow}
        />
      </ListTools>
      <p className="quiet list-sum" role="status">
        {t("approvals.sum", { spenders: listed.length, permissions: total })}
      </p>
      <ul className="spenders">
        {listed.slice(0, shown).map((group) => (
          <SpenderCard key={group.key} group={group} revoke={revoke} />
        ))}
      </ul>
      <ShowMore
        shown={Math.min(shown, listed.length)}
        total={listed.length}
        step={STEP}
        things={t("approvals.spenders")}
        show={show}
      />
      <p className="quiet small">{t("approvals.unseen")}</p>
      {revoking !== undefined && <RevokeDialog owner={owner} permission={revoking} close={() => revoke(undefined)} />}
      {chosenPermissions.length > 0 && (
        <SelectionBar
          permissions={chosenPermissions}
          clear={() => choose(new Set())}
          revoke={() => revokeChosen(chosenPermissions)}
        />
      )}
      {revokingChosen !== undefined && (
        <BatchDialog owner={owner} permissions={revokingChosen} close={() => revokeChosen(undefined)} />
      )}
    </SelectionContext>
  );
}
