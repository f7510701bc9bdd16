import { ChainBadge } from "../../parts/ChainBadge.tsx";
import { ProtocolLogo } from "../../parts/ProtocolLogo.tsx";
import { plainText } from "@portico/ui/browser";
import { UsdValue } from "../../parts/UsdValue.tsx";
import { type Project, projectAnchor } from "./project.ts";
import { t } from "../../languages/t.ts";

interface ProjectListProps {
  readonly projects: readonly Project[];
  /** Called before the page moves to the project's card. */
  readonly onJump: (project: Project) => void;
}

/** An overview of all projects, each a link to its card. */
export const ProjectList = ({ projects, onJump }: ProjectListProps) => (
  <nav aria-label={t("positions.projects")}>
    <ul className="positions-jumps">
      {projects.map((project) => (
        <li key={project.id}>
          <a href={`#${projectAnchor(project)}`} onClick={() => onJump(project)}>
            <ProtocolLogo id={project.id} name={project.name} />
            <span>
              <bdi className="foreign">{plainText(project.name)}</bdi>
              <span className="positions-jump-facts quiet small">
                <UsdValue value={project.netUsdValue} isCompact />
                {project.chain !== undefined && <ChainBadge chain={project.chain} />}
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
