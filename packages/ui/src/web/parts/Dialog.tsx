import { X } from "lucide-react";
import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { uiTexts } from "../language/uiLanguage.ts";
import { Button } from "./Button.tsx";

interface DialogProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly close: () => void;
  /** False if only a button inside may close it. */
  readonly isClosable?: boolean;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is rendered; afterwards the focus returns to the previous element. */
export function Dialog({ title, lead, close, isClosable = true, children }: DialogProps) {
  const id = useId();
  const ref = useRef<HTMLDialogElement>(null);
  // in a layout effect it is closed before it is removed from the document: only then does the focus return
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onKeyDown={(event) => event.key === "Escape" && !isClosable && event.preventDefault()}
      onCancel={(event) => {
        event.preventDefault();
        if (isClosable) close();
      }}
      onClose={() => {
        const dialog = ref.current;
        if (dialog === null || dialog.open) return;
        if (isClosable) close();
        // a browser may close it the second time despite onCancel (the back gesture): if it must not be closed, reopen
        // it
        else if (dialog.isConnected) dialog.showModal();
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {isClosable && (
          <Button look="plain" aria-label={uiTexts().close} icon={<X size={18} aria-hidden />} onClick={close} />
        )}
      </header>
      {lead !== undefined && <div className="lead">{lead}</div>}
      {children}
    </dialog>
  );
}
