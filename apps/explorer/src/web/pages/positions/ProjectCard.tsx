import type { ResultMeta } from "@portico/client";
import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { Timestamp } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { plainText } from "@portico/ui/browser";
import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import { safeSite } from "../../parts/safeSite.ts";
import { SiteLink } from "../../parts/SiteLink.tsx";
import { Source } from "../../parts/Source.tsx";
import { protocolPage } from "../../parts/subjectPaths.ts";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { PositionPart } from "./PositionPart.tsx";
import { type Project, projectAnchor } from "./project.ts";
import { Message } from "../../languages/Message.tsx";
import { t } from "../../languages/t.ts";

interface ProjectCardProps {
  readonly project: Project;
  /** Of the response. */
  readonly meta: ResultMeta;
  /** Whether its positions are shown. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One protocol or application with all its positions. */
export function ProjectCard({ project, meta, isOpen, onToggle }: ProjectCardProps) {
  const [heading, where, content] = [useId(), useId(), useId()];
  const name = plainText(project.name, 60);
  return (
    <section
      className="card positions-project"
      id={projectAnchor(project)}
      aria-labelledby={`${heading} ${where}`}
      tabIndex={-1}
    >
      <header className="positions-head">
        <ProtocolLogo id={project.id} name={name} />
        <div>
          <h3 id={heading}>
            {project.chain === undefined ? (
              <bdi className="foreign">{name}</bdi>
            ) : (
              <Link {...protocolPage(project.id)}>
                <bdi className="foreign">{name}</bdi>
              </Link>
            )}
          </h3>
          <p className="positions-where quiet small">
            <span id={where}>{project.chain !== undefined && <ChainBadge chain={project.chain} />}</span>
            <Site url={project.siteUrl} />
          </p>
        </div>
        <p className="positions-net">
          <span className="unseen">{t("positions.netValue")} </span>
          <span>
            <strong>
              <UsdValue value={project.netUsdValue} />
            </strong>{" "}
            <Source
              label={t("positions.netValueIn", { project: name })}
              meta={meta}
              chain={project.chain}
              how={<p>{t("positions.cardHow")}</p>}
            />
          </span>
          {project.debtUsdValue > 0 && (
            <span className="quiet small">
              <Message
                id="positions.heldAndOwed"
                params={{
                  held: <UsdValue value={project.assetUsdValue} />,
                  owed: <UsdValue value={project.debtUsdValue} />,
                }}
              />
            </span>
          )}
        </p>
        <button
          type="button"
          className="positions-toggle"
          aria-expanded={isOpen}
          aria-controls={content}
          aria-label={t("positions.positionsIn", { project: name })}
          onClick={onToggle}
        >
          <ChevronDown size={18} aria-hidden />
        </button>
      </header>
      <div id={content} hidden={!isOpen}>
        {isOpen && <Positions project={project} name={name} />}
      </div>
    </section>
  );
}

function Positions({ project, name }: { readonly project: Project; readonly name: string }) {
  const oldest = Math.min(...project.items.map(({ update_at: timeAt }) => timeAt));
  return (
    <>
      {project.items.map((item, index) => (
        // an address can hold several identical positions: only their index distinguishes them
        // oxlint-disable-next-line react/no-array-index-key
        <PositionPart key={index} item={item} project={name} />
      ))}
      {project.items.length > 0 && (
        <p className="position-source quiet small">
          <Message id="positions.read" params={{ time: <Timestamp timeAt={oldest} /> }} />
        </p>
      )}
    </>
  );
}

function Site({ url }: { readonly url: string }) {
  const site = safeSite(url);
  if (site === undefined) return url === "" ? null : <bdi className="foreign">{plainText(url, 60)}</bdi>;
  return <SiteLink site={site} />;
}
