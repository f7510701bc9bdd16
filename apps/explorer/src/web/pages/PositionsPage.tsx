import type { ResultMeta, UserApp, UserProtocol } from "@portico/client";
import { Layers } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "@portico/ui";
import { useAnswer } from "../api/explorerApi.ts";
import { Answered } from "../parts/Answered.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { UsdValue } from "../parts/UsdValue.tsx";
import { useAddress } from "../shell/useAddress.ts";
import { ProjectCard } from "./positions/ProjectCard.tsx";
import { ProjectList } from "./positions/ProjectList.tsx";
import { appProject, type Project, protocolProject } from "./positions/project.ts";
import "../style/positions.css";
import { Message } from "../languages/Message.tsx";
import { t } from "../languages/t.ts";

/** The address's positions in protocols and applications, by project. */
export function PositionsPage() {
  const { address, chain } = useAddress();
  const protocols = useAnswer("/v1/user/all_complex_protocol_list", {
    params: { query: { id: address, ...(chain !== undefined && { chain_ids: [chain] }) } },
  });
  return (
    <div className="positions stack">
      <section>
        <PageHeading title={t("shell.positions")} />
        <Answered
          query={protocols}
          label={t("positions.label")}
          skeleton={<Skeleton label={t("positions.label")} rows={3} look="cards" />}
        >
          {(list, meta) => <Protocols list={list} meta={meta} />}
        </Answered>
      </section>
      {chain === undefined && <Apps address={address} />}
    </div>
  );
}

interface ProtocolsProps {
  readonly list: readonly UserProtocol[];
  readonly meta: ResultMeta;
}

function Protocols({ list, meta }: ProtocolsProps) {
  if (list.length === 0)
    return (
      <div className="card">
        <EmptyState icon={Layers} title={t("positions.none")} text={t("positions.noneText")} />
      </div>
    );
  return <Projects list={list.map(protocolProject)} meta={meta} />;
}

/** With more projects each is one line at first. */
const OPEN_AT_FIRST = 8;

interface ProjectsProps {
  readonly list: readonly Project[];
  readonly meta: ResultMeta;
}

function Projects({ list, meta }: ProjectsProps) {
  const sum = (field: "netUsdValue" | "debtUsdValue"): number =>
    list.reduce((total, project) => total + project[field], 0);
  const worth = { count: list.length, value: <UsdValue value={sum("netUsdValue")} /> };
  const [isAllOpen, setAllOpen] = useState(list.length <= OPEN_AT_FIRST);
  /** Ids of the projects that differ from the others. */
  const [exceptions, setExceptions] = useState<ReadonlySet<string>>(new Set());
  const isOpen = ({ id }: Project) => exceptions.has(id) !== isAllOpen;
  const turn = ({ id }: Project) => setExceptions(exceptions.symmetricDifference(new Set([id])));
  const turnAll = () => {
    setAllOpen(!isAllOpen);
    setExceptions(new Set());
  };
  return (
    <>
      <p className="list-sum quiet small" role="status">
        {sum("debtUsdValue") > 0 ? (
          <Message
            id="positions.worthAfterDebt"
            params={{ ...worth, debt: <UsdValue value={sum("debtUsdValue")} /> }}
          />
        ) : (
          <Message id="positions.worth" params={worth} />
        )}
      </p>
      {list.length > 1 && (
        <>
          <ProjectList projects={list} onJump={(project) => !isOpen(project) && turn(project)} />
          <button type="button" className="button small" onClick={turnAll}>
            {isAllOpen ? t("positions.closeAll") : t("positions.openAll")}
          </button>
        </>
      )}
      {list.map((project) => (
        <ProjectCard
          key={project.id}
          project={project}
          meta={meta}
          isOpen={isOpen(project)}
          onToggle={() => turn(project)}
        />
      ))}
    </>
  );
}

/** Applications exist outside the chains; nothing is shown for an address without any. */
function Apps({ address }: { readonly address: string }) {
  const apps = useAnswer("/v1/user/complex_app_list", { params: { query: { id: address } } });
  if (apps.data?.data.length === 0) return null;
  if (apps.data === undefined && apps.error === null) return null;
  return (
    <section>
      <h2>{t("positions.apps")}</h2>
      <p className="quiet small positions-lead">{t("positions.appsText")}</p>
      <Answered query={apps} label={t("positions.appsLabel")}>
        {(list: readonly UserApp[], meta) => <Projects list={list.map(appProject)} meta={meta} />}
      </Answered>
    </section>
  );
}
