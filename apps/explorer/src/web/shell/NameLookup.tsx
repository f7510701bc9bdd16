import { Navigate } from "@tanstack/react-router";
import { FailureNote } from "../parts/FailureNote.tsx";
import { PageHeading } from "../parts/PageHeading.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { codeOf } from "../api/explorerApi.ts";
import { useName } from "../api/useName.ts";
import { SearchBox } from "./SearchBox.tsx";
import { useOwnPath } from "./useOwnPath.ts";
import { t } from "../languages/t.ts";

/** Redirects from a name to its address. */
export function NameLookup({ name }: { readonly name: string }) {
  const { data: answer, error, isFetching, refetch } = useName(name);
  const pathOf = useOwnPath();
  const address = answer?.data.address ?? null;
  if (address !== null) return <Navigate to={pathOf(address)} search replace />;
  if (answer !== undefined)
    return <UnclearAddress title={t("shell.noSuchName")} text={name} problem={t("shell.nameWithoutAddress")} />;
  if (error !== null && codeOf(error) === "invalid_params")
    return <UnclearAddress title={t("shell.notAName")} text={name} problem={t("shell.invalidName")} />;
  if (error === null) return <Skeleton label={t("shell.name")} look="cards" rows={3} />;
  return (
    <div className="lonely">
      <PageHeading level={1} title={t("shell.nameFailed")} />
      <FailureNote error={error} retry={refetch} isBusy={isFetching} />
      <SearchBox isLarge />
    </div>
  );
}

interface UnclearAddressProps {
  readonly text: string;
  readonly problem: string;
  readonly title?: string;
}

/** For an invalid address: states what is wrong with it. */
export const UnclearAddress = ({ text, problem, title = t("shell.notAnAddress") }: UnclearAddressProps) => (
  <div className="lonely">
    <PageHeading level={1} title={title} />
    <p className="quiet">
      <bdi className="foreign wide">{text}</bdi>
    </p>
    <p role="alert">{problem}</p>
    <SearchBox key={text} isLarge initial={text} />
  </div>
);
