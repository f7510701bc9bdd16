import { useState } from "react";
import { Button } from "@portico/ui";
import { Link } from "@tanstack/react-router";
import { SubjectIcon } from "../../parts/SubjectIcon.tsx";
import { deleteStoredAnswers } from "../../shell/connection.ts";
import { clearRecent, readRecent } from "../../shell/recentSubjects.ts";
import { t } from "../../languages/t.ts";

/** What was visited in this browser. */
export function RecentSubjects() {
  const [recent, setRecent] = useState(readRecent);
  if (recent.length === 0) return null;
  const clear = (): void => {
    clearRecent();
    void deleteStoredAnswers();
    setRecent([]);
  };
  return (
    <section className="recent" aria-labelledby="recent">
      <h2 id="recent">{t("shell.recent")}</h2>
      <Button size="small" look="plain" onClick={clear}>
        {t("landing.clear")}
      </Button>
      <ul>
        {recent.map((subject) => (
          <li key={subject.path}>
            <Link to={subject.path} search={{}} className="button small" title={subject.path}>
              <SubjectIcon {...subject} /> <bdi className="foreign">{subject.label}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
