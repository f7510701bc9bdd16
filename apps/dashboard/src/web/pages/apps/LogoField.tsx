import type { DashboardApp } from "@portico/contract";
import { useMutation } from "@tanstack/react-query";
import { ImageUp, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../api/api.ts";
import { callServer } from "../../api/callServer.ts";
import { announce, Button } from "@portico/ui";
import { AppLogo } from "../../parts/AppLogo.tsx";
import { Allowed } from "../../parts/Allowed.tsx";
import { ErrorNote } from "../../parts/ErrorNote.tsx";
import { EndOfValidation } from "./EndOfValidation.tsx";

const MAX_BYTES = 1_000_000;
const TYPES = "image/png,image/jpeg,image/webp";

/** Shows a logo, with a preview of a chosen one before it is uploaded. */
export function LogoField({ app }: { readonly app: DashboardApp }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [wrong, setWrong] = useState("");
  const preview = useObjectUrl(file);
  const path = `/dashboard/apps/${encodeURIComponent(app.id)}/logo`;
  const upload = useMutation({
    // not by the typed client: the contract's body is bytes, which its types declare as a string
    mutationFn: (chosen: File) =>
      callServer(new Request(path, { method: "PUT", body: chosen, headers: { "content-type": chosen.type } })),
    onSuccess: () => {
      setFile(null);
      announce("The logo is set");
    },
  });
  const remove = api.useMutation("delete", "/dashboard/apps/{app_id}/logo", {
    onSuccess: () => announce("The logo is removed"),
  });
  const choose = (chosen: File | undefined) => {
    upload.reset();
    setWrong(chosen === undefined ? "" : problemOf(chosen));
    setFile(chosen === undefined || problemOf(chosen) !== "" ? null : chosen);
  };
  return (
    <div className="fields">
      <p className="label">Logo</p>
      <AppLogo name={app.name} url={preview ?? app.logo_url} size="large" />
      <p className="hint">
        PNG, JPEG or WebP, at most 1 MB; shown as a square.
        {app.is_validated && app.logo_url !== null && " Removing or replacing it ends the validation."}
      </p>
      {file !== null && app.is_validated && app.logo_url !== null && (
        <EndOfValidation what="Another logo" isProofLost={false} />
      )}
      {wrong !== "" && (
        <p className="wrong" role="alert">
          {wrong}
        </p>
      )}
      <ErrorNote error={upload.error ?? remove.error} />
      <Allowed to="apps.write" otherwise={null}>
        <input
          ref={input}
          type="file"
          accept={TYPES}
          className="unseen"
          tabIndex={-1}
          aria-label="Logo file"
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = "";
          }}
        />
        <div className="actions">
          {file === null ? (
            <Button size="small" icon={<ImageUp size={15} aria-hidden />} onClick={() => input.current?.click()}>
              {app.logo_url === null ? "Choose a file" : "Replace"}
            </Button>
          ) : (
            <>
              <Button size="small" look="main" isBusy={upload.isPending} onClick={() => upload.mutate(file)}>
                Use this logo
              </Button>
              <Button size="small" onClick={() => setFile(null)}>
                Cancel
              </Button>
            </>
          )}
          {file === null && app.logo_url !== null && (
            <Button
              size="small"
              look="plain"
              aria-label="Remove the logo"
              isBusy={remove.isPending}
              icon={<Trash2 size={15} aria-hidden />}
              onClick={() => remove.mutate({ params: { path: { app_id: app.id } } })}
            />
          )}
        </div>
      </Allowed>
    </div>
  );
}

function problemOf({ size, type }: File): string {
  if (!TYPES.split(",").includes(type)) return "This is not a PNG, JPEG or WebP image.";
  return size > MAX_BYTES ? "This image is larger than 1 MB: choose a smaller one." : "";
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
